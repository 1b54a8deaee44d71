import {
  CERTIFICATES,
  type ClientCriteria,
  type ClientCriteriaRecord,
  clientCriteriaSchema,
  CONSENT_FAILURES,
  CRITERIA_SECTION_NAMES,
  criteriaChanges,
  type CriteriaParameter,
  criteriaProblems,
  type CriteriaSection,
  DEDUP_COMPARISONS,
  DEDUP_MATCHES,
  DEDUP_SCOPES,
  EDUCATION_LEVELS,
  hoursWords,
  type ParameterFacts,
  POLICIES,
  POST_PARAMETERS,
  US_STATES,
} from '@paceline/contract';
import type { UseFormReturn } from 'react-hook-form';
import { field, group, list, type Rule, yesNo } from '../../../shared/form/prepare-merge.ts';
import { type FieldProblem, schemaProblems } from '../../../shared/form/prepare-refusal.ts';

/** The form holds what is saved; an unreadable number is NaN. */
export type CriteriaValues = ClientCriteria;
export type CriteriaFormApi = UseFormReturn<CriteriaValues>;

export const parameterFacts: ParameterFacts = (parameter) => POST_PARAMETERS[parameter];
export const labelOf = (parameter: CriteriaParameter): string => POST_PARAMETERS[parameter].label;

export const valuesOf = ({ criteria }: ClientCriteriaRecord): CriteriaValues => criteria;
export const newValues = (): CriteriaValues => clientCriteriaSchema.parse({});
export const versionOf = ({ version }: ClientCriteriaRecord): number => version;

/** Messages for boxes without a valid number. */
const NUMBER_WORDS: Readonly<Record<string, string>> = {
  'dedup.periodInDays': 'Enter a whole number of days, 0 to 730, or leave it empty.',
  'eligibility.minAge': 'Enter a whole number, 16 to 99.',
  'eligibility.gradYearFrom': 'Enter a year from 1940, or leave it empty.',
  'eligibility.gradYearTo': 'Enter a year from 1940, or leave it empty.',
  'quality.leadsPerAddress': 'Enter a whole number, 1 to 1,000.',
  'returns.windowDays': 'Enter a whole number of days, 0 to 90.',
  'returns.maxPercent': 'Enter a number, 0 to 100.',
  'returns.leastAttempts': 'Enter a whole number, 0 to 20.',
};
const OTHER_WORDS: readonly [RegExp, string][] = [
  [/^consent\.disclosures\.\d+\.text$/, 'The text must have 40 to 4,000 characters.'],
  [/^consent\.disclosures\.\d+\.(from|to)$/, 'Enter a day.'],
  [/^consent\.mustName/, 'Each name must have 2 to 100 characters.'],
  [/^contacts\.\d+\.email$/, 'Enter an email address.'],
  [/^contacts\.\d+\.name$/, 'Enter a name.'],
  [/^verification\.clientCrmUrl$/, 'Enter a web address.'],
];
const wordsFor = (path: string, usual: string): string =>
  NUMBER_WORDS[path] ?? OTHER_WORDS.find(([pattern]) => pattern.test(path))?.[1] ?? usual;

/** Client-side checks; patterns are checked by the server only. */
export const formProblems = (values: CriteriaValues): FieldProblem[] => {
  const issues = schemaProblems(clientCriteriaSchema, values);
  if (issues.length > 0)
    return issues.map(({ path, message }) => ({
      path: path.startsWith('consent.mustName') ? 'consent.mustName' : path,
      message: wordsFor(path, message),
    }));
  return criteriaProblems(values, parameterFacts).map(({ field: path, message }) => ({ path, message }));
};

export const sectionOf = (path: string): CriteriaSection =>
  CRITERIA_SECTION_NAMES.find((name) => path === name || path.startsWith(`${name}.`)) ?? 'fields';

/** The error message at a path of the form, at any depth. */
export const errorAt = (errors: unknown, path: string): string | undefined => {
  let at: unknown = errors;
  for (const name of path.split('.')) at = (at as Record<string, unknown> | undefined)?.[name];
  const message = (at as { message?: unknown } | undefined)?.message;
  return typeof message === 'string' ? message : undefined;
};

export const changesOf = (stored: ClientCriteria, values: CriteriaValues) =>
  criteriaChanges(stored, values, parameterFacts);

const choice = <Value extends string>(label: string, words: Readonly<Record<Value, string>>): Rule<Value> =>
  field<Value>(label, (value) => words[value]);
const amount = (label: string): Rule<number> => field<number>(label, String);
const optional = (label: string, none: string): Rule<number | null> =>
  field<number | null>(label, (value) => (value === null ? none : String(value)));

/** The merge rules for criteria that somebody else has saved. */
export const criteriaRule: Rule<CriteriaValues> = group<CriteriaValues>({
  fields: list('Fields', ({ parameter, required }) => `${labelOf(parameter)} ${required ? 'required' : 'optional'}`),
  dedup: group<CriteriaValues['dedup']>({
    match: choice('Match by', DEDUP_MATCHES),
    scope: choice('Compare with leads of', DEDUP_SCOPES),
    compareWith: choice('Compare with', DEDUP_COMPARISONS),
    periodInDays: optional('Window', 'As the owner'),
  }),
  consent: group<CriteriaValues['consent']>({
    certificate: choice('Certificate', CERTIFICATES),
    onFailure: choice('Without it', CONSENT_FAILURES),
    acceptsFailureReason: yesNo('Failed token accepted'),
    disclosures: list('Approved texts', ({ name }) => name),
    mustName: list('Must name one of', (name) => name),
    mustNameSchool: yesNo('Must name the school'),
  }),
  eligibility: group<CriteriaValues['eligibility']>({
    minAge: amount('Minimum age'),
    educationFloor: field<string | null>(
      'Minimum education',
      (code) => EDUCATION_LEVELS.find((level) => level.code === code)?.label ?? 'No minimum',
    ),
    gradYearFrom: optional('Graduated no earlier than', 'Any year'),
    gradYearTo: optional('Graduated no later than', 'Any year'),
    statesNotServed: list('States not served', (code) => US_STATES[code]),
  }),
  quality: group<CriteriaValues['quality']>({
    disposableEmail: choice('Disposable email', POLICIES),
    ipCountry: choice('IP address abroad', POLICIES),
    velocity: choice('Many leads from one IP address', POLICIES),
    leadsPerAddress: amount('Maximum leads from one IP address'),
  }),
  verification: group<CriteriaValues['verification']>({
    certificate: choice('Certificate', POLICIES),
    phone: choice('Phone', POLICIES),
    email: choice('Email', POLICIES),
    clientCrm: choice('Client’s CRM', POLICIES),
    clientCrmUrl: field<string | null>('CRM address', (url) => url ?? 'None'),
  }),
  returns: group<CriteriaValues['returns']>({
    allowReturns: yesNo('Returns allowed'),
    windowDays: amount('Return window'),
    maxPercent: amount('Maximum returns'),
    autoApprove: yesNo('Approve automatically'),
    replaceReturned: yesNo('Replace returned leads'),
    leastAttempts: amount('Contact attempts needed'),
  }),
  contacts: list('Contacts', ({ name }) => name),
  hours: field<CriteriaValues['hours']>('Office hours', hoursWords),
});
