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

export interface PlatformValues extends HeldValues<typeof fields> {
  /** Platform campaigns to link with the next save. */
  platformCampaignKeys: number[];
}

export const newValues = (): PlatformValues => ({ ...newFields(platformCampaignRecord), platformCampaignKeys: [] });

export const valuesOf = (campaign: Campaign): PlatformValues => ({
  ...heldValues(platformCampaignRecord, campaign),
  platformCampaignKeys: [],
});

/** Client-side checks; those that need the owner's other campaigns are left to the server. */
export const formProblems = (values: PlatformValues): FieldProblem[] => {
  const { startDate, endDate } = values;
  const missing = CHANNEL_CAMPAIGN_NEEDS.filter((name) => isBlank(values[name]));
  return [
    ...missing.map((path) => ({
      path,
      message: fields[path].missing ?? `Choose the ${fields[path].label.toLowerCase()}.`,
    })),
    ...heldProblems(platformCampaignRecord, values).filter(({ path }) => !missing.some((name) => name === path)),
    ...(startDate !== '' && endDate !== '' && endDate < startDate
      ? [{ path: 'endDate', message: 'End date must be on or after start date.' }]
      : []),
  ];
};

type Sent = CallInput<typeof channelCampaignSave>['body']['campaigns'][number];

/** For an existing campaign, only the changes and the version they are based on. */
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

/** The merge rules for a campaign that somebody else has saved. */
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
    // Drops platform campaigns that somebody else has already linked.
    platformCampaignKeys: unasked(({ mine }) => mine.filter((key) => !linked.has(key))),
  });
};

/** The server numbers the campaigns sent; here there is only one. */
export const pathOfServerField = (sent: string): string | null =>
  Object.keys(fields).find((name) => sent === `campaigns.0.${name}`) ?? null;
