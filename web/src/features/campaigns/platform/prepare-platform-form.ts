import {
  type CallInput,
  type Campaign,
  CHANNEL_CAMPAIGN_NEEDS,
  type channelCampaignSave,
  isCampaignCode,
  MAX_BUDGET,
} from '@paceline/contract';
import { formatDay, formatDollars } from '../../../lib/format.ts';
import { field, group, notes, type Rule, text, unasked, yesNo } from '../../../shared/form/prepare-merge.ts';
import type { FieldProblem } from '../../../shared/form/prepare-refusal.ts';
import { amountProblem, readAmount } from './prepare-amount.ts';

/** What of a campaign on a trading platform can be changed, as the form holds it. */
interface PlatformFields {
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
  /** Platform campaigns that are to be linked by the next save. */
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
const PLATFORM_FIELDS = Object.keys(LABELS) as (keyof PlatformFields)[];

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

/** What the form itself can tell; what it takes to know the owner's other campaigns is for the server to say. */
export const formProblems = (values: PlatformFields): FieldProblem[] => {
  const { campaignCode, startDate, endDate, monthlyBudget } = values;
  const at = (path: keyof PlatformFields, message: string): FieldProblem => ({ path, message });
  const missing = CHANNEL_CAMPAIGN_NEEDS.filter((name) => values[name] === '' || values[name] === null);
  const budget = amountProblem(monthlyBudget, MAX_BUDGET);
  return [
    ...missing.map((name) => at(name, `${LABELS[name]} is required.`)),
    ...(campaignCode !== '' && !isCampaignCode(campaignCode)
      ? [at('campaignCode', 'Campaign code must be 3 to 30 letters, digits, - or _.')]
      : []),
    ...(budget === null ? [] : [at('monthlyBudget', budget)]),
    ...(startDate !== '' && endDate !== '' && endDate < startDate
      ? [at('endDate', 'End date must be on or after start date.')]
      : []),
  ];
};

type Sent = CallInput<typeof channelCampaignSave>['body']['campaigns'][number];

const isSame = (name: keyof PlatformFields, a: PlatformFields, b: PlatformFields): boolean =>
  name === 'monthlyBudget' ? readAmount(a[name]) === readAmount(b[name]) : a[name] === b[name];

/** Of a known campaign only what was changed goes out, with the version that it was read in. */
export const toForm = (values: PlatformValues, base: Campaign | null, activate: boolean): Sent => {
  const before = base && valuesOf(base);
  const changed = PLATFORM_FIELDS.filter((name) => before === null || !isSame(name, values, before));
  const wire: Record<keyof PlatformFields, unknown> = {
    ...values,
    name: values.name.trim(),
    campaignCode: values.campaignCode.trim(),
    monthlyBudget: readAmount(values.monthlyBudget),
    startDate: values.startDate || undefined,
    endDate: values.endDate || null,
  };
  const sent = Object.fromEntries(
    changed.map((name): [string, unknown] => [name, wire[name]]).filter(([, value]) => value !== undefined),
  ) as Partial<Sent>;
  return {
    ...sent,
    ...(base && { campaignKey: base.campaignKey, rowVersion: base.rowVersion }),
    platformCampaignKeys: values.platformCampaignKeys,
    activate,
  };
};

interface PlatformNames {
  lineItem: (key: number) => string;
  account: (key: number) => string;
  customChannel: (key: number) => string;
}

/** How a campaign is merged with what somebody else has made of it. */
export const platformRule = (fresh: Campaign, names: PlatformNames): Rule<PlatformValues> => {
  const linked = new Set(fresh.links.map(({ platformCampaignKey }) => platformCampaignKey));
  const chosen = (name: keyof PlatformFields, nameOf: (key: number) => string): Rule<number | null> =>
    field<number | null>(LABELS[name], (key) => (key === null ? '' : nameOf(key)));
  const day = (name: keyof PlatformFields): Rule<string> =>
    field<string>(LABELS[name], (date) => (date === '' ? '' : formatDay(date)));
  return group<PlatformValues>({
    name: text(LABELS.name),
    campaignCode: text(LABELS.campaignCode),
    clientCampaignCode: text(LABELS.clientCampaignCode),
    clientGoalKey: chosen('clientGoalKey', names.lineItem),
    semClientAccountKey: chosen('semClientAccountKey', names.account),
    channelCustomKey: chosen('channelCustomKey', names.customChannel),
    campaignReoccuring: yesNo(LABELS.campaignReoccuring),
    monthlyBudget: field<string>(
      LABELS.monthlyBudget,
      (budget) => (budget === '' ? '' : formatDollars(readAmount(budget))),
      { isSame: (a, b) => readAmount(a) === readAmount(b) },
    ),
    startDate: day('startDate'),
    endDate: day('endDate'),
    notes: notes(LABELS.notes),
    // What somebody else has linked by now need not be linked again.
    platformCampaignKeys: unasked(({ mine }) => mine.filter((key) => !linked.has(key))),
  });
};

/** The server counts the campaigns that are sent; here there is one. */
export const pathOfServerField = (sent: string): string | null =>
  PLATFORM_FIELDS.find((name) => sent === `campaigns.0.${name}`) ?? null;
