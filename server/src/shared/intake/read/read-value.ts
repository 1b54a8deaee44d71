import { type CriteriaParameter, type LeadReason, type PostParameter } from '@paceline/contract';
import { isPublicAddress } from './ip-address.ts';
import { readBirthDate, readMoment } from './moments.rules.ts';
import {
  isAddress,
  isCity,
  isConsentText,
  isTag,
  isTrustedForm,
  isWebAddress,
  readAge,
  readCountry,
  readEmail,
  readJornaya,
  readName,
  readPhone,
  readState,
  readYear,
  readYesNo,
  readZip,
} from './values.ts';

/** Context for parsing the values of a post. */
export interface ReadContext {
  /** The owner's time zone. */
  zone: string;
  now: Date;
  /** A test lead: numbers reserved for tests are valid. */
  isTest: boolean;
  /** Values that a client accepts in addition to the usual ones, by parameter. */
  allowed: ReadonlyMap<CriteriaParameter, readonly string[]>;
}

export type ReadValue = string | number | boolean | Date;

const CODES: Partial<Record<PostParameter['kind'], LeadReason>> = {
  email: 'FMT_EMAIL',
  phone: 'FMT_PHONE',
  zip: 'FMT_ZIP',
  moment: 'FMT_DATE',
  birthDate: 'FMT_DATE',
};

/** The reason for an invalid value of this kind. */
export const codeOf = ({ kind }: PostParameter): LeadReason => CODES[kind] ?? 'VAL_NOT_ALLOWED';

const plain = (text: string): string => text.toLowerCase().replaceAll('’', "'").replaceAll('–', '-');

const readChoice = ({ values }: PostParameter, text: string): string | null => {
  const plainValue = plain(text);
  return values?.find(({ code, label }) => plain(code) === plainValue || plain(label) === plainValue)?.code ?? null;
};

const onlyIf =
  (holds: (text: string) => boolean) =>
  (text: string): string | null =>
    holds(text) ? text : null;

type Reader = (text: string, parameter: PostParameter, context: ReadContext) => ReadValue | null;

const READERS: Record<PostParameter['kind'], Reader> = {
  text: (text) => text,
  code: (text) => text,
  name: readName,
  email: readEmail,
  phone: (text, _, { isTest }) => readPhone(text, isTest),
  address: onlyIf(isAddress),
  city: onlyIf(isCity),
  state: readState,
  zip: readZip,
  country: (text, _, { allowed }) => readCountry(text, allowed.get('country') ?? []),
  choice: (text, parameter) => readChoice(parameter, text),
  year: (text, _, { now }) => readYear(text, now.getUTCFullYear()),
  age: readAge,
  birthDate: (text, _, { zone, now }) => readBirthDate(text, now, zone),
  moment: (text, _, { zone, now }) => readMoment(text, now, zone),
  tag: onlyIf(isTag),
  url: onlyIf(isWebAddress),
  ip: onlyIf(isPublicAddress),
  yesNo: readYesNo,
  consentText: onlyIf(isConsentText),
  jornaya: readJornaya,
  trustedForm: onlyIf(isTrustedForm),
};

/** Parses a post's text; null where it is invalid. */
export const readValue: Reader = (text, parameter, context) =>
  text.length > parameter.most ? null : READERS[parameter.kind](text, parameter, context);
