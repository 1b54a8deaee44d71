import { WEEKDAY_NAMES, WEEKDAYS } from '../core/values/day-parting.ts';
import { type CodedValue, EDUCATION_LEVELS } from '../core/leads/lead-values.ts';
import { US_STATES } from '../core/geo/us-states.ts';
import {
  CERTIFICATES,
  type ClientCriteria,
  type CriteriaParameter,
  DEDUP_COMPARISONS,
  DEDUP_MATCHES,
  DEDUP_SCOPES,
  type FieldCriterion,
  POLICIES,
} from './criteria.ts';

/** Sections of the form, in order. */
export const CRITERIA_SECTIONS = {
  fields: 'Fields',
  dedup: 'Dedup',
  consent: 'Consent',
  eligibility: 'Eligibility',
  quality: 'Quality',
  verification: 'Verification',
  returns: 'Returns',
  contacts: 'Contacts',
  hours: 'Hours',
} as const satisfies Record<keyof ClientCriteria, string>;
export type CriteriaSection = keyof typeof CRITERIA_SECTIONS;
export const CRITERIA_SECTION_NAMES = Object.keys(CRITERIA_SECTIONS) as [CriteriaSection, ...CriteriaSection[]];

/** Label and allowed values of a post parameter. */
export type ParameterFacts = (parameter: CriteriaParameter) => { label: string; values: readonly CodedValue[] | null };

export const CONTACT_ROLES = { ACCOUNT: 'Account', TECHNICAL: 'Technical', BILLING: 'Billing' } as const;
export const CONSENT_FAILURES = { REJECT: 'Reject the lead', FLAG: 'Accept and flag' } as const;

/** One rule in words. */
interface Line {
  path: string;
  section: CriteriaSection;
  label: string;
  words: string;
  /** Value to compare, as the words shorten long ones. */
  value: unknown;
}

export interface CriteriaChange {
  section: CriteriaSection;
  /** Path in the form: `eligibility.minAge`, `fields.email`. */
  path: string;
  label: string;
  before: string;
  after: string;
}

const yesNo = (on: boolean): string => (on ? 'Yes' : 'No');
const quoted = (text: string): string => `“${text}”`;
const none = 'None';

const fieldWords = (
  { required, allowedValues, defaultValue, pattern, message }: FieldCriterion,
  facts: ParameterFacts,
  parameter: CriteriaParameter,
): string => {
  const nameOf = (code: string) => facts(parameter).values?.find((value) => value.code === code)?.label ?? code;
  return [
    required ? 'Required' : 'Optional',
    ...(allowedValues.length > 0 ? [`only ${allowedValues.map(nameOf).join(', ')}`] : []),
    ...(defaultValue === null ? [] : [`default ${nameOf(defaultValue)}`]),
    ...(pattern === null ? [] : [`pattern ${pattern}`]),
    ...(message === null ? [] : [`message ${quoted(message)}`]),
  ].join('; ');
};

const clock = (time: string): string => {
  const hour = Number(time.slice(0, 2)) % 24;
  const minutes = time.slice(3, 5);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
};

export const hoursWords = (hours: ClientCriteria['hours']): string => {
  if (hours === null || hours.days.length === 0) return 'Always open';
  const spans = new Map(
    hours.days.map(({ day, intervals }) => [
      day,
      intervals.map(({ start, end }) => `${clock(start)}–${clock(end)}`).join(', ') || 'closed',
    ]),
  );
  const runs: { from: string; to: string; words: string }[] = [];
  for (const day of WEEKDAYS) {
    const words = spans.get(day) ?? 'closed';
    const last = runs.at(-1);
    const name = WEEKDAY_NAMES[day].slice(0, 3);
    if (last?.words === words) last.to = name;
    else runs.push({ from: name, to: name, words });
  }
  const days = runs.map(({ from, to, words }) => `${from === to ? from : `${from}–${to}`} ${words}`);
  return [
    ...days,
    `otherwise ${hours.outsideHours === 'HOLD' ? 'hold' : 'reject'}`,
    ...(hours.timeZone === null ? [] : [hours.timeZone]),
  ].join('; ');
};

const stateName = (code: string): string => (US_STATES as Readonly<Record<string, string>>)[code] ?? code;
const levelName = (code: string): string => EDUCATION_LEVELS.find((level) => level.code === code)?.label ?? code;

/** Every rule of a client's criteria, one line each, in form order. */
const linesOf = (criteria: ClientCriteria, facts: ParameterFacts): Line[] => {
  const { dedup, consent, eligibility, quality, verification, returns } = criteria;
  const lines: Line[] = [];
  const add = (section: CriteriaSection, name: string, label: string, words: string, value: unknown): void =>
    void lines.push({ section, path: name === '' ? section : `${section}.${name}`, label, words, value });
  for (const field of criteria.fields) {
    add('fields', field.parameter, facts(field.parameter).label, fieldWords(field, facts, field.parameter), field);
  }
  add('dedup', 'match', 'Match by', DEDUP_MATCHES[dedup.match], dedup.match);
  add('dedup', 'scope', 'Compare with leads of', DEDUP_SCOPES[dedup.scope], dedup.scope);
  add('dedup', 'compareWith', 'Compare with', DEDUP_COMPARISONS[dedup.compareWith], dedup.compareWith);
  const period = dedup.periodInDays;
  const periodWords = period === null ? 'As the owner' : period === 0 ? 'Off' : `${period} days`;
  add('dedup', 'periodInDays', 'Window', periodWords, period);
  add('consent', 'certificate', 'Certificate', CERTIFICATES[consent.certificate], consent.certificate);
  add('consent', 'onFailure', 'Without it', CONSENT_FAILURES[consent.onFailure], consent.onFailure);
  const { acceptsFailureReason, mustNameSchool, mustName } = consent;
  add('consent', 'acceptsFailureReason', 'Failed token accepted', yesNo(acceptsFailureReason), acceptsFailureReason);
  add('consent', 'mustNameSchool', 'Must name the school', yesNo(mustNameSchool), mustNameSchool);
  add('consent', 'mustName', 'Must name one of', mustName.map(quoted).join(', ') || 'Client or brand', mustName);
  for (const disclosure of consent.disclosures) {
    const { name, from, to, text } = disclosure;
    const words = `From ${from}${to === null ? '' : ` to ${to}`}: ${quoted(text)}`;
    add('consent', `disclosures.${name}`, `Disclosure ${quoted(name)}`, words, disclosure);
  }
  const { minAge, educationFloor, gradYearFrom, gradYearTo, statesNotServed } = eligibility;
  add('eligibility', 'minAge', 'Minimum age', String(minAge), minAge);
  const floor = educationFloor === null ? 'No minimum' : levelName(educationFloor);
  add('eligibility', 'educationFloor', 'Minimum education', floor, educationFloor);
  add('eligibility', 'gradYearFrom', 'Graduated no earlier than', String(gradYearFrom ?? 'Any year'), gradYearFrom);
  add('eligibility', 'gradYearTo', 'Graduated no later than', String(gradYearTo ?? 'Any year'), gradYearTo);
  const states = statesNotServed.map(stateName).join(', ') || none;
  add('eligibility', 'statesNotServed', 'States not served', states, statesNotServed.toSorted());
  const { disposableEmail, ipCountry, velocity, leadsPerAddress } = quality;
  add('quality', 'disposableEmail', 'Disposable email', POLICIES[disposableEmail], disposableEmail);
  add('quality', 'ipCountry', 'IP address abroad', POLICIES[ipCountry], ipCountry);
  add('quality', 'velocity', 'Many leads from one IP address', POLICIES[velocity], velocity);
  add(
    'quality',
    'leadsPerAddress',
    'Maximum leads from one IP address',
    `${leadsPerAddress} in 24 hours`,
    leadsPerAddress,
  );
  const { certificate, phone, email, clientCrm, clientCrmUrl } = verification;
  add('verification', 'certificate', 'Certificate', POLICIES[certificate], certificate);
  add('verification', 'phone', 'Phone', POLICIES[phone], phone);
  add('verification', 'email', 'Email', POLICIES[email], email);
  add('verification', 'clientCrm', 'Client’s CRM', POLICIES[clientCrm], clientCrm);
  add('verification', 'clientCrmUrl', 'CRM address', clientCrmUrl ?? none, clientCrmUrl);
  add('returns', 'allowReturns', 'Returns allowed', yesNo(returns.allowReturns), returns.allowReturns);
  add('returns', 'windowDays', 'Return window', `${returns.windowDays} days`, returns.windowDays);
  add('returns', 'maxPercent', 'Maximum returns', `${returns.maxPercent} %`, returns.maxPercent);
  add('returns', 'autoApprove', 'Approve automatically', yesNo(returns.autoApprove), returns.autoApprove);
  add('returns', 'replaceReturned', 'Replace returned leads', yesNo(returns.replaceReturned), returns.replaceReturned);
  add('returns', 'leastAttempts', 'Contact attempts needed', String(returns.leastAttempts), returns.leastAttempts);
  for (const contact of criteria.contacts) {
    const { name, email: address, role } = contact;
    add('contacts', address.toLowerCase(), name, `${address}, ${CONTACT_ROLES[role]}`, contact);
  }
  add('hours', '', 'Office hours', hoursWords(criteria.hours), criteria.hours);
  return lines;
};

/** Differences between two versions of criteria in words, in form order. */
export const criteriaChanges = (
  before: ClientCriteria,
  after: ClientCriteria,
  facts: ParameterFacts,
): CriteriaChange[] => {
  const old = new Map(linesOf(before, facts).map((line) => [line.path, line]));
  const now = linesOf(after, facts);
  const paths = new Set(now.map(({ path }) => path));
  const gone = [...old.values()].filter(({ path }) => !paths.has(path));
  const changes = now.flatMap((line): CriteriaChange[] => {
    const was = old.get(line.path);
    if (was !== undefined && JSON.stringify(was.value) === JSON.stringify(line.value)) return [];
    const { section, path, label, words } = line;
    return [{ section, path, label, before: was?.words ?? none, after: words }];
  });
  const removed = gone.map(({ section, path, label, words }) => ({ section, path, label, before: words, after: none }));
  return [...changes, ...removed].toSorted(
    (a, b) => CRITERIA_SECTION_NAMES.indexOf(a.section) - CRITERIA_SECTION_NAMES.indexOf(b.section),
  );
};
