import {
  type CallInput,
  type Campaign,
  CHANNEL_CAMPAIGN_NEEDS,
  type channelCampaignSave,
  heldProblems,
  heldValues,
  type HeldValues,
  isBlank,
  newValues as newFields,
  parseDollars,
  platformCampaignRecord,
  resentValues,
  sentValues,
} from '@paceline/contract';
import { formatDollars } from '../../../lib/text/format.ts';
import { group, notes, type Rule, unasked } from '../../../shared/form/prepare-merge.ts';
import { recordRules } from '../../../shared/form/prepare-record.ts';
import type { FieldProblem } from '../../../shared/form/prepare-refusal.ts';

const { fields } = platformCampaignRecord;

/** A campaign on a trading platform, as the form holds it. */
export interface PlatformValues extends HeldValues<typeof fields> {
  /** Platform campaigns that are to be linked by the next save. */
  platformCampaignKeys: number[];
}

export const newValues = (): PlatformValues => ({ ...newFields(platformCampaignRecord), platformCampaignKeys: [] });

export const valuesOf = (campaign: Campaign): PlatformValues => ({
  ...heldValues(platformCampaignRecord, campaign),
  platformCampaignKeys: [],
});

/** What the form itself can tell; what it takes to know the owner's other campaigns is for the server to say. */
export const formProblems = (values: PlatformValues): FieldProblem[] => {
  const { startDate, endDate } = values;
  const missing = CHANNEL_CAMPAIGN_NEEDS.filter((name) => isBlank(values[name]));
  return [
    ...missing.map((path) => ({ path, message: `${fields[path].label} is required.` })),
    ...heldProblems(platformCampaignRecord, values).filter(({ path }) => !missing.some((name) => name === path)),
    ...(startDate !== '' && endDate !== '' && endDate < startDate
      ? [{ path: 'endDate', message: 'End date must be on or after start date.' }]
      : []),
  ];
};

type Sent = CallInput<typeof channelCampaignSave>['body']['campaigns'][number];

/** Of a known campaign only what was changed goes out, with the version that it was read in. */
export const toForm = (values: PlatformValues, base: Campaign | null, activate: boolean): Sent => {
  const before: Record<string, unknown> = base === null ? {} : resentValues(platformCampaignRecord, base);
  const sent = Object.entries(sentValues(platformCampaignRecord, values)).filter(
    ([name, value]) => value !== undefined && (base === null || value !== before[name]),
  );
  return {
    ...(Object.fromEntries(sent) as Partial<Sent>),
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
  return group<PlatformValues>({
    ...recordRules(platformCampaignRecord, {
      clientGoalKey: (key) => names.lineItem(Number(key)),
      semClientAccountKey: (key) => names.account(Number(key)),
      channelCustomKey: (key) => names.customChannel(Number(key)),
      monthlyBudget: (typed) => formatDollars(parseDollars(typed)),
    }),
    notes: notes(fields.notes.label),
    // What somebody else has linked by now need not be linked again.
    platformCampaignKeys: unasked(({ mine }) => mine.filter((key) => !linked.has(key))),
  });
};

/** The server counts the campaigns that are sent; here there is one. */
export const pathOfServerField = (sent: string): string | null =>
  Object.keys(fields).find((name) => sent === `campaigns.0.${name}`) ?? null;
