import type { StepItem } from '../../../../ui/lists/step-list.tsx';
import { BID_PRICE_FIELDS, type CampaignAllocation, geoText } from '@paceline/contract';
import { allocationNote, isAllocated } from '../prepare/prepare-allocation.ts';
import { hoursText } from '../../../../ui/hours/prepare-hours.ts';
import { hasPrices } from '../prepare/prepare-prices.ts';
import { missingInputs, type Problem, type Step, STEPS } from '../prepare/prepare-problems.ts';
import type { CampaignFields } from '../prepare/prepare-values.ts';
import { type Part, toCampaignForm } from '../prepare/prepare-wire.ts';
import { audienceText, programsText, sourcesText, urlsText } from '../prepare/prepare-words.ts';

export const STEP_TITLES: Readonly<Record<Step, string>> = {
  basics: 'Basics',
  prices: 'Prices',
  allocation: 'Allocation',
  programs: 'Programs',
  audience: 'Audience',
  geo: 'Places',
  hours: 'Hours',
  sources: 'Sources',
  tracking: 'Tracking',
  review: 'Review',
};

/** Programs, sources and other parts need a saved campaign: its basics come first. */
const OPEN_WHILE_NEW: ReadonlySet<Step> = new Set(['basics', 'prices', 'review']);
export const isLockedStep = (step: Step, isNew: boolean): boolean => isNew && !OPEN_WHILE_NEW.has(step);

const STEPS_OF_PART: Readonly<Record<Part, readonly Step[]>> = {
  campaign: ['basics', 'prices', 'tracking'],
  allocation: ['allocation'],
  programs: ['programs'],
  audience: ['audience'],
  geo: ['geo'],
  dayParting: ['hours'],
  sources: ['sources'],
  urls: ['tracking'],
};

/** The steps whose fields a save of these parts sends. */
export const stepsOfParts = (parts: readonly Part[]): Step[] => [
  ...new Set(parts.flatMap((part) => STEPS_OF_PART[part])),
];

const PRICE_PATH = 'prices';
const ELSEWHERE: ReadonlySet<string> = new Set(['postingConfirmed', ...BID_PRICE_FIELDS]);
/** The campaign fields of the first step: all that no other step has. */
const basicsOf = (fields: CampaignFields) =>
  Object.entries(toCampaignForm(fields)).filter(([name]) => !ELSEWHERE.has(name));

const changedSteps = (changed: readonly Part[], fields: CampaignFields, before: CampaignFields): ReadonlySet<Step> => {
  const steps = new Set<Step>();
  for (const part of changed) {
    if (part !== 'campaign') for (const step of STEPS_OF_PART[part]) steps.add(step);
  }
  if (!changed.includes('campaign')) return steps;
  const differs = (names: readonly (keyof CampaignFields)[]) =>
    names.some((name) => JSON.stringify(fields[name]) !== JSON.stringify(before[name]));
  if (differs([PRICE_PATH])) steps.add('prices');
  if (differs(['postingConfirmed'])) steps.add('tracking');
  if (JSON.stringify(basicsOf(fields)) !== JSON.stringify(basicsOf(before))) steps.add('basics');
  return steps;
};

const noteOf = (step: Step, fields: CampaignFields, allocation: CampaignAllocation | null): string => {
  switch (step) {
    case 'basics':
      return fields.name.trim() || 'Not filled in yet';
    case 'prices':
      return hasPrices(fields.prices)
        ? `$${fields.prices.clientDesktopBidPrice} / $${fields.prices.aggDesktopBidPrice}`
        : 'None yet';
    case 'allocation':
      return allocationNote(fields.allocation, allocation);
    case 'programs':
      return programsText(fields.programs);
    case 'audience':
      return audienceText(fields.rules);
    case 'geo':
      return geoText(fields.geo);
    case 'hours':
      return hoursText(fields.hours.days);
    case 'sources':
      return sourcesText(fields);
    case 'tracking':
      return urlsText(fields.urls, fields.postingConfirmed);
    case 'review':
      return '';
  }
};

export const TRACKING_PART = 'tracking URL or confirmed posting';
/** Missing parts that keep a draft from going live, worded as by the server. */
export const missingParts = ({ prices, urls, postingConfirmed }: CampaignFields): string[] => [
  ...(hasPrices(prices) ? [] : ['price']),
  ...(postingConfirmed || urls.some(({ type, active, isDefault }) => type === 'CLICK' && active && isDefault)
    ? []
    : [TRACKING_PART]),
];

const isComplete = (step: Step, fields: CampaignFields, allocation: CampaignAllocation | null): boolean => {
  if (step === 'basics') return missingInputs(fields).length === 0;
  if (step === 'prices') return hasPrices(fields.prices);
  if (step === 'allocation') return isAllocated(fields.allocation, allocation);
  if (step === 'tracking') return !missingParts(fields).includes(TRACKING_PART);
  return step !== 'review' || (missingInputs(fields).length === 0 && missingParts(fields).length === 0);
};

interface StepsInput {
  fields: CampaignFields;
  before: CampaignFields;
  changed: readonly Part[];
  /** Problems already shown: steps not opened yet are not marked. */
  problems: readonly Problem[];
  isNew: boolean;
  /** Null for viewers who may not see allocations, and for a new campaign. */
  allocation: CampaignAllocation | null;
}

export const prepareSteps = ({
  fields,
  before,
  changed,
  problems,
  isNew,
  allocation,
}: StepsInput): StepItem<Step>[] => {
  const edited = changedSteps(changed, fields, before);
  return STEPS.map((step) => {
    const isLocked = isLockedStep(step, isNew);
    const isWrong = problems.some((problem) => problem.step === step);
    const calm = isComplete(step, fields, allocation) ? 'done' : 'open';
    return {
      step,
      title: STEP_TITLES[step],
      state: isLocked ? 'locked' : isWrong ? 'errors' : calm,
      note: isLocked ? 'After the basics' : noteOf(step, fields, allocation),
      isChanged: edited.has(step),
    };
  });
};

export const nextStep = (step: Step, isNew: boolean): Step | null =>
  STEPS.slice(STEPS.indexOf(step) + 1).find((one) => !isLockedStep(one, isNew)) ?? null;
export const previousStep = (step: Step, isNew: boolean): Step | null =>
  STEPS.slice(0, STEPS.indexOf(step)).findLast((one) => !isLockedStep(one, isNew)) ?? null;
