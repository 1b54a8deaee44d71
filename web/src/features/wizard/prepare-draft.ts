import {
  type DraftBody,
  draftProblems,
  EDUCATION_WAYS,
  type FieldError,
  STEP_NAMES,
  stepOfField,
  WIZARD_STEPS,
  type WizardStep,
} from '@paceline/contract';
import { field, group, list, type Rule, text, unasked } from '../../shared/form/prepare-merge.ts';
import type { StepItem } from '../../ui/lists/step-list.tsx';

/** A row's id, unique within a draft across users. */
export const newId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 16);

/** The merge rules for a draft that somebody else has saved. */
export const draftRule: Rule<DraftBody> = group<DraftBody>({
  owner: group<DraftBody['owner']>({
    ownerName: text('Name'),
    description: text('Description'),
    verticalKey: field('Vertical', (key) => (key === null ? '' : `Vertical ${key}`)),
    timeZone: text('Time zone'),
    dedupPeriodInDays: text('Dedup period'),
  }),
  brands: list('Brands', ({ brandName }) => brandName),
  dedupConfigKey: unasked(),
  clients: list('Clients', ({ clientName }) => clientName),
  education: field('Campuses and programs', (way) => EDUCATION_WAYS[way]),
  campuses: list('Campuses', ({ campusName }) => campusName),
  partners: list('Partners', ({ mediaPartnerKey }) => `Partner ${mediaPartnerKey}`),
  vendors: list('PPC vendors', ({ accountName }) => accountName),
});

/** Problems by path: checked in the browser while typing, and by the server at the last save. */
export const problemsOf = (body: DraftBody, serverErrors: readonly FieldError[]): ReadonlyMap<string, string> => {
  const problems = new Map<string, string>();
  for (const { field: at, message } of [...draftProblems(body), ...serverErrors])
    if (!problems.has(at)) problems.set(at, message);
  return problems;
};

const count = (number: number, one: string, many = `${one}s`): string =>
  number === 0 ? `No ${many} yet` : `${number} ${number === 1 ? one : many}`;

const NOTES: Readonly<Record<WizardStep, (body: DraftBody) => string>> = {
  owner: ({ owner }) => owner.ownerName || 'No name yet',
  brands: ({ brands }) => count(brands.length, 'brand'),
  clients: ({ clients }) => count(clients.length, 'client'),
  campuses: ({ education, campuses }) =>
    education === 'hand' ? count(campuses.length, 'campus', 'campuses') : EDUCATION_WAYS[education],
  partners: ({ partners, vendors }) =>
    `${count(partners.length, 'partner')}${vendors.length > 0 ? `, ${count(vendors.length, 'account')}` : ''}`,
  review: () => 'Create the client',
};

/** The steps with their state. A step never opened is to do, not invalid. */
export const prepareSteps = (
  body: DraftBody,
  problems: ReadonlyMap<string, string>,
  seen: ReadonlySet<WizardStep>,
): StepItem<WizardStep>[] => {
  const wrong = new Set([...problems.keys()].map(stepOfField));
  const stateOf = (step: WizardStep): StepItem<WizardStep>['state'] => {
    if (step === 'review' || !seen.has(step)) return 'open';
    return wrong.has(step) ? 'errors' : 'done';
  };
  return WIZARD_STEPS.map((step) => ({
    step,
    title: STEP_NAMES[step],
    state: stateOf(step),
    note: NOTES[step](body),
    isChanged: false,
  }));
};

/** The fields of a step that have problems. */
export const problemsAt = (step: WizardStep, problems: ReadonlyMap<string, string>): string[] =>
  [...problems.keys()].filter((at) => stepOfField(at) === step);

export const wordsOfErrors = (errors: number): string =>
  errors === 1 ? 'Correct 1 entry to go on.' : `Correct ${errors} entries to go on.`;

/** All steps up to the given one, which count as seen. */
export const seenUpTo = (step: WizardStep): ReadonlySet<WizardStep> =>
  new Set(WIZARD_STEPS.slice(0, WIZARD_STEPS.indexOf(step)));

export const stepBeside = (step: WizardStep, by: 1 | -1): WizardStep | undefined =>
  WIZARD_STEPS[WIZARD_STEPS.indexOf(step) + by];
