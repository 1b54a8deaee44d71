import {
  type CallInput,
  type Campaign,
  CHANNEL_CAMPAIGN_NEEDS,
  type channelCampaignSave,
  isCampaignCode,
  MOST_BUDGET,
} from '@paceline/contract';
import { formatDay, formatDollars, NONE } from '../../../lib/format.ts';
import type { Conflict } from '../../../ui/conflict-dialog.tsx';
import { amountProblem, readAmount } from './prepare-amount.ts';

/** What of a campaign on a trading platform can be changed, as the form holds it. */
export interface PlatformFields {
  name: string;
  campaignCode: string;
  clientCampaignCode: string;
  clientGoalKey: number | null;
  semClientAccountKey: number | null;
  channelCustomKey: number | null;
  campaignReoccuring: boolean;
  monthlyBudget: string;
  startDate: string;
  endDate: string;
  notes: string;
}
export interface PlatformValues extends PlatformFields {
  /** Campaigns of the platform that are to be linked by the next save. */
  platformCampaignKeys: number[];
}

const LABELS: Record<keyof PlatformFields, string> = {
  name: 'Name',
  campaignCode: 'Campaign code',
  clientCampaignCode: 'Client campaign code',
  clientGoalKey: 'Line item',
  semClientAccountKey: 'Account',
  channelCustomKey: 'Custom channel',
  campaignReoccuring: 'Rollover',
  monthlyBudget: 'Monthly budget',
  startDate: 'Start date',
  endDate: 'End date',
  notes: 'Notes',
};
export const PLATFORM_FIELDS = Object.keys(LABELS) as (keyof PlatformFields)[];

export const newValues = (): PlatformValues => ({
  name: '',
  campaignCode: '',
  clientCampaignCode: '',
  clientGoalKey: null,
  semClientAccountKey: null,
  channelCustomKey: null,
  campaignReoccuring: true,
  monthlyBudget: '',
  startDate: '',
  endDate: '',
  notes: '',
  platformCampaignKeys: [],
});

/** A client does not get the agency's notes. */
export const valuesOf = (campaign: Omit<Campaign, 'notes'> & { notes?: string }): PlatformValues => ({
  name: campaign.name,
  campaignCode: campaign.campaignCode,
  clientCampaignCode: campaign.clientCampaignCode,
  clientGoalKey: campaign.clientGoalKey,
  semClientAccountKey: campaign.semClientAccountKey,
  channelCustomKey: campaign.channelCustomKey,
  campaignReoccuring: campaign.campaignReoccuring,
  monthlyBudget: campaign.monthlyBudget === null ? '' : campaign.monthlyBudget.toFixed(2),
  startDate: campaign.startDate,
  endDate: campaign.endDate ?? '',
  notes: campaign.notes ?? '',
  platformCampaignKeys: [],
});

export type PlatformProblems = Partial<Record<keyof PlatformFields, string>>;

/** What the form itself can tell; what it takes to know the owner's other campaigns is for the server to say. */
export const formProblems = (values: PlatformFields): PlatformProblems => {
  const { campaignCode, startDate, endDate, monthlyBudget } = values;
  const missing = CHANNEL_CAMPAIGN_NEEDS.filter((field) => values[field] === '' || values[field] === null);
  const budget = amountProblem(monthlyBudget, MOST_BUDGET);
  return {
    ...(campaignCode !== '' &&
      !isCampaignCode(campaignCode) && { campaignCode: 'Campaign code must be 3 to 30 letters, digits, - or _.' }),
    ...(budget !== null && { monthlyBudget: budget }),
    ...(startDate !== '' &&
      endDate !== '' &&
      endDate < startDate && { endDate: 'End date must be on or after start date.' }),
    ...Object.fromEntries(missing.map((field) => [field, `${LABELS[field]} is required.`])),
  };
};

type Sent = CallInput<typeof channelCampaignSave>['body']['campaigns'][number];

const isSame = (field: keyof PlatformFields, a: PlatformFields, b: PlatformFields): boolean =>
  field === 'monthlyBudget' ? readAmount(a[field]) === readAmount(b[field]) : a[field] === b[field];

/** Of a known campaign only what was changed goes out, with the version that it was read in. */
export const toForm = (values: PlatformValues, base: Campaign | null, activate: boolean): Sent => {
  const before = base && valuesOf(base);
  const changed = PLATFORM_FIELDS.filter((field) => before === null || !isSame(field, values, before));
  const wire: Record<keyof PlatformFields, unknown> = {
    ...values,
    name: values.name.trim(),
    campaignCode: values.campaignCode.trim(),
    monthlyBudget: readAmount(values.monthlyBudget),
    startDate: values.startDate || undefined,
    endDate: values.endDate || null,
  };
  const sent = Object.fromEntries(
    changed.map((field): [string, unknown] => [field, wire[field]]).filter(([, value]) => value !== undefined),
  ) as Partial<Sent>;
  return {
    ...sent,
    ...(base && { campaignKey: base.campaignKey, rowVersion: base.rowVersion }),
    platformCampaignKeys: values.platformCampaignKeys,
    activate,
  };
};

type Names = (field: 'clientGoalKey' | 'semClientAccountKey' | 'channelCustomKey', key: number) => string;

const wordsOf = (field: keyof PlatformFields, values: PlatformFields, names: Names): string => {
  const value = values[field];
  if (value === '' || value === null) return NONE;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'startDate' || field === 'endDate') return formatDay(String(value));
  if (field === 'monthlyBudget') return formatDollars(readAmount(String(value)));
  return typeof value === 'number' ? names(field as Parameters<Names>[0], value) : value;
};

export interface Merge {
  values: PlatformValues;
  conflicts: Conflict[];
}

/** What only they changed is taken, what only I changed is kept, and what both changed is asked about. */
export const mergeValues = (before: Campaign, fresh: Campaign, mine: PlatformValues, names: Names): Merge => {
  const [base, theirs] = [valuesOf(before), valuesOf(fresh)];
  const changed = PLATFORM_FIELDS.filter((field) => !isSame(field, mine, base));
  const contested = changed.filter((field) => !isSame(field, theirs, base) && !isSame(field, theirs, mine));
  const linked = new Set(fresh.links.map(({ platformCampaignKey }) => platformCampaignKey));
  return {
    values: {
      ...theirs,
      ...Object.fromEntries(changed.map((field) => [field, mine[field]])),
      platformCampaignKeys: mine.platformCampaignKeys.filter((key) => !linked.has(key)),
    },
    conflicts: contested.map((field) => ({
      path: field,
      label: LABELS[field],
      theirs: wordsOf(field, theirs, names),
      mine: wordsOf(field, mine, names),
      by: fresh.updatedBy ?? 'Paceline',
      at: fresh.updatedAt,
    })),
  };
};

/** The merged form with theirs instead of mine where that was chosen. */
export const takeTheirs = (values: PlatformValues, fresh: Campaign, paths: readonly string[]): PlatformValues => {
  const theirs = valuesOf(fresh);
  const taken = Object.fromEntries(
    PLATFORM_FIELDS.filter((field) => paths.includes(field)).map((field): [string, unknown] => [field, theirs[field]]),
  ) as Partial<PlatformFields>;
  return { ...values, ...taken };
};
