import {
  type CriteriaParameter,
  type FieldCriterion,
  POST_PARAMETER_NAMES,
  POST_PARAMETERS,
  type PostParameter,
  type PostParameterName,
} from '@paceline/contract';
import { zipPlace } from '../../lib/zips/zips.ts';
import { type CampaignRules } from './campaign-rules.ts';
import { type Reason } from './check.ts';
import { type LeadFields } from './lead-fields.ts';
import { deviceOf } from './read/device.rules.ts';
import { fitsPattern } from './read/patterns.ts';
import { postTexts } from './read/post-texts.ts';
import { codeOf, type ReadContext, type ReadValue, readValue } from './read/read-value.ts';
import { readCountry, readYesNo } from './read/values.ts';
import { looksLikeTest } from './test-lead.rules.ts';

type ReadPost = { lead: LeadFields; warnings: string[] } | { errors: Reason[]; warnings: string[] };

type Texts = ReadonlyMap<PostParameterName, string>;
type Values = Map<PostParameterName, ReadValue>;

interface Reading extends ReadContext {
  rules: CampaignRules;
  texts: Texts;
  criteria: ReadonlyMap<string, FieldCriterion>;
  sourceType: LeadFields['leadSourceType'];
  /** The client accepts other countries, and this lead is from one: state and ZIP code are not validated. */
  abroad: boolean;
  /** Only a part of the lead is given: nothing counts as missing. */
  partial: boolean;
}

/** The client's field criteria by name; cached per rules, which many posts share. */
const criteriaOf = (() => {
  const cache = new WeakMap<
    CampaignRules,
    { criteria: Map<string, FieldCriterion>; allowed: Map<CriteriaParameter, readonly string[]> }
  >();
  return (rules: CampaignRules) => {
    const cached = cache.get(rules);
    if (cached !== undefined) return cached;
    const { fields } = rules.criteria;
    const result = {
      criteria: new Map(fields.map((criterion) => [criterion.parameter as string, criterion])),
      allowed: new Map(fields.map(({ parameter, allowedValues }) => [parameter, allowedValues])),
    };
    cache.set(rules, result);
    return result;
  };
})();

const sourceTypeOf = (rules: CampaignRules, text: string | undefined): LeadFields['leadSourceType'] => {
  const lower = text?.toLowerCase();
  if (lower === 'web') return 'web';
  return lower === 'call center' ? 'Call Center' : rules.campaign.leadSourceType;
};

/** Applies the partner's value mapping, then the client's defaults. */
const ourTexts = (rules: CampaignRules, posted: Texts): Texts => {
  const texts = new Map(posted);
  for (const [name, text] of posted) {
    const ours = rules.valueMap.get(name)?.get(text.toLowerCase());
    if (ours !== undefined) texts.set(name, ours);
  }
  for (const { parameter, defaultValue } of rules.criteria.fields) {
    if (defaultValue !== null && defaultValue !== '' && !texts.has(parameter)) texts.set(parameter, defaultValue);
  }
  return texts;
};

const isRequired = (name: PostParameterName, { required }: PostParameter, reading: Reading): boolean => {
  const { texts, rules, sourceType, criteria } = reading;
  if (reading.partial) return false;
  if (name === 'jornayaLeadId' && rules.criteria.consent.acceptsFailureReason && texts.has('jornayaFailureReason')) {
    return false;
  }
  const requirement = criteria.get(name)?.required;
  if (requirement === true) return true;
  if (required === 'withoutZip') return !texts.has('zip');
  if (requirement === false) return false;
  if (required === 'fromWeb') return sourceType === 'web';
  if (required === 'fromCallCenter') return sourceType === 'Call Center';
  return required === 'withPrograms' ? rules.programs.length > 0 : required === 'always';
};

const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Whether the client accepts a value, where it lists accepted ones. */
const isTaken = (name: PostParameterName, text: string, value: ReadValue, { criteria }: Reading): boolean => {
  const criterion = criteria.get(name);
  if (criterion === undefined) return true;
  const { allowedValues, pattern } = criterion;
  const read = String(value);
  if (allowedValues.length > 0 && !allowedValues.some((one) => sameText(one, read) || sameText(one, text)))
    return false;
  return pattern === null || pattern === '' || fitsPattern(pattern, typeof value === 'string' ? read : text);
};

/** The error message of a field: the client's own, else the default. */
export const fieldMessage = (criterion: FieldCriterion | undefined, usual: string): string => {
  const words = criterion?.message;
  return words === undefined || words === null || words === '' ? usual : words;
};

/** The value of one parameter, or its error. */
const readParameter = (name: PostParameterName, reading: Reading, values: Values): Reason | null => {
  const parameter: PostParameter = POST_PARAMETERS[name];
  if (reading.abroad && (name === 'zip' || name === 'state')) return null;
  const text = reading.texts.get(name);
  const messageOr = (usual: string): string => fieldMessage(reading.criteria.get(name), usual);
  if (text === undefined) {
    if (!isRequired(name, parameter, reading)) return null;
    return { code: 'REQ_MISSING', field: name, message: messageOr(parameter.missing) };
  }
  const value = readValue(text, parameter, reading);
  if (value !== null && isTaken(name, text, value, reading)) {
    values.set(name, value);
    return null;
  }
  const code = value === null ? codeOf(parameter) : 'VAL_NOT_ALLOWED';
  return { code, field: name, message: messageOr(parameter.invalid) };
};

/** Errors between fields that are valid by themselves. */
const betweenFields = (texts: Texts): Reason[] =>
  texts.has('militaryBranch') && !texts.has('militaryStatus')
    ? [{ code: 'REQ_MISSING', field: 'militaryStatus', message: 'Military status is required with a branch.' }]
    : [];

/** Typed access to values: each kind of parameter has one type, so a value of another type counts as missing. */
const getters = (values: Values) => ({
  text: (name: PostParameterName): string | null => {
    const value = values.get(name);
    return typeof value === 'string' ? value : null;
  },
  number: (name: PostParameterName): number | null => {
    const value = values.get(name);
    return typeof value === 'number' ? value : null;
  },
  yesNo: (name: PostParameterName): boolean | null => {
    const value = values.get(name);
    return typeof value === 'boolean' ? value : null;
  },
});

const SUB_SOURCES = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const;

const leadOf = (values: Values, { now, isTest, sourceType, abroad }: Reading): LeadFields => {
  const { text, number, yesNo } = getters(values);
  const created = values.get('leadCreatedDate');
  const zip = text('zip');
  const userAgent = text('userAgent');
  const device = text('deviceType');
  return {
    transactionId: text('transactionId'),
    firstName: text('firstName') ?? '',
    lastName: text('lastName') ?? '',
    email: text('email'),
    phone: text('phone') ?? '',
    altPhone: text('altPhone'),
    addressLine1: text('addressLine1'),
    addressLine2: text('addressLine2'),
    city: text('city'),
    state: abroad ? null : (text('state') ?? stateOfZip(zip)),
    zip,
    country: text('country') ?? 'US',
    campusCode: text('campusCode'),
    programCode: text('programCode'),
    degreeLevel: text('degreeLevel'),
    areaOfInterest: text('areaOfInterest'),
    modality: text('modality'),
    highestEducationLevel: text('highestEducationLevel'),
    hsGradYear: number('hsGradYear'),
    age: number('dateOfBirth') ?? number('age'),
    militaryStatus: text('militaryStatus'),
    militaryBranch: text('militaryBranch'),
    startTimeframe: text('startTimeframe'),
    eligibleToStudy: yesNo('eligibleToStudy'),
    rnLicence: yesNo('rnLicence'),
    leadCreatedDate: created instanceof Date ? created : now,
    leadSourceType: sourceType,
    publisherSource: text('publisherSource') ?? '',
    subSources: SUB_SOURCES.map((name) => text(name) ?? ''),
    clickId: text('clickId'),
    landingPageUrl: text('landingPageUrl') ?? '',
    referrerUrl: text('referrerUrl'),
    ipAddress: text('ipAddress'),
    userAgent,
    deviceType: device === 'desktop' || device === 'tablet' || device === 'mobile' ? device : deviceOf(userAgent ?? ''),
    tcpaConsent: yesNo('tcpaConsent') ?? false,
    tcpaText: text('tcpaText') ?? '',
    jornayaLeadId: text('jornayaLeadId'),
    jornayaFailureReason: text('jornayaFailureReason'),
    trustedFormCertUrl: text('trustedFormCertUrl'),
    dialerOptIn: yesNo('dialeroptin'),
    textOptIn: yesNo('textmessageoptin'),
    agentId: text('agentId'),
    callRecordingUrl: text('callRecordingUrl'),
    isTest,
    dataSource: text('dataSource') ?? 'API',
  };
};

const stateOfZip = (zip: string | null): string | null => {
  const place = zip === null ? null : zipPlace(zip);
  return place === null ? null : place.state.slice('US-'.length);
};

/**
 * Parses a post for the checks, or returns all field errors at once, as messages for the partner. `raw` may be texts of a form or of a
 * file's row, or JSON values.
 */
export const readPost = (
  raw: unknown,
  rules: CampaignRules,
  now: Date,
  { partial = false }: { partial?: boolean } = {},
): ReadPost => {
  const { texts: posted, errors, warnings } = postTexts(raw);
  if (errors.some(({ field }) => field === null)) return { errors, warnings };
  const texts = ourTexts(rules, posted);
  const named = {
    firstName: texts.get('firstName') ?? '',
    lastName: texts.get('lastName') ?? '',
    email: texts.get('email') ?? '',
  };
  const isTest = readYesNo(texts.get('isTest') ?? '') === true || looksLikeTest(rules.owner.test, named);
  const sourceType = sourceTypeOf(rules, texts.get('leadSourceType'));
  const fieldRules = criteriaOf(rules);
  const abroad = (readCountry(texts.get('country') ?? 'US', fieldRules.allowed.get('country') ?? []) ?? 'US') !== 'US';
  const { zone } = rules.owner;
  const reading: Reading = { texts, rules, zone, now, isTest, sourceType, abroad, partial, ...fieldRules };
  const values: Values = new Map();
  // A field with an invalid shape has an error already and is not reported as missing too.
  const refused = new Set(errors.map(({ field }) => field));
  for (const name of POST_PARAMETER_NAMES) {
    if (refused.has(name)) continue;
    const reason = readParameter(name, reading, values);
    if (reason !== null) errors.push(reason);
  }
  errors.push(...betweenFields(texts));
  return errors.length > 0 ? { errors, warnings } : { lead: leadOf(values, reading), warnings };
};
