import {
  auditFieldWords,
  campaignRecord,
  customChannelRecord,
  goalRecord,
  loggedField,
  partnerContactRecord,
  partnerRecord,
  platformAccountRecord,
  publisherRecord,
  type RecordField,
  sourceRecord,
  userRecord,
} from '@paceline/contract';

/** The records that are declared, by their name in the log; a contact's lines are its partner's. */
const RECORDS = [
  campaignRecord,
  customChannelRecord,
  goalRecord,
  partnerRecord,
  partnerContactRecord,
  platformAccountRecord,
  publisherRecord,
  sourceRecord,
  userRecord,
];

const declaredField = (entity: string | null, name: string): Pick<RecordField, 'label' | 'words'> | undefined =>
  RECORDS.filter((record) => record.entity === entity)
    .map((record) => loggedField(record, name))
    .find((field) => field !== undefined);

/** What a field of a line is called: as its record says, or else by its name. */
export const fieldLabel = (entity: string | null, name: string): string =>
  declaredField(entity, name)?.label ?? auditFieldWords(name);

/** What a code is called that stands in a field of a record; undefined where it is no code of it. */
export const codeLabel = (entity: string | null, name: string, code: string): string | undefined => {
  const words = declaredField(entity, name)?.words ?? {};
  return Object.hasOwn(words, code) ? words[code] : undefined;
};
