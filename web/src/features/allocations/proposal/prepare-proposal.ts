import {
  type AllocationMonth,
  capField,
  changedCampaigns,
  type FieldError,
  type Proposal,
  type ProposalCampaign,
  type ProposalSettings,
  type ProposalTotals,
} from '@paceline/contract';
import { formatCount, formatWholeDollars } from '../../../lib/text/format.ts';

export const DEFAULT_SETTINGS: ProposalSettings = {
  objective: 'enrollments',
  within: 'client',
  maxShareMoved: 20,
  limits: [],
};

/** "+12" and "−12", with the minus sign that screen readers read. */
export const signed = (change: number): string =>
  change > 0 ? `+${formatCount(change)}` : `−${formatCount(Math.abs(change))}`;

/** "120 (104 to 139)": the value with its 80 % range. */
const withRange = (value: number, [low, high]: readonly [number, number]): string =>
  `${formatCount(value)} (${formatCount(low)} to ${formatCount(high)})`;

interface TotalLine {
  label: string;
  before: string;
  after: string;
  change: string;
}

const change = (before: number, after: number, format: (value: number) => string): string => {
  const shown = format(Math.abs(after - before));
  if (shown === format(0)) return '0';
  return after > before ? `+${shown}` : `−${shown}`;
};

/** Expected totals with and without the chosen changes; a cost only if there is a divisor. */
export const totalLines = ({ before, after }: ProposalTotals, proposal: Proposal): TotalLine[] => {
  const isRated = proposal.campaigns.some(({ cost }) => cost !== null);
  const costs = [before, after].map(({ spend, enrollments }) => (enrollments > 0 ? spend / enrollments : null));
  const [costBefore = null, costAfter = null] = costs;
  return [
    {
      label: 'Allocated units',
      before: formatCount(before.units),
      after: formatCount(after.units),
      change: change(before.units, after.units, formatCount),
    },
    {
      label: 'Planned spend',
      before: formatWholeDollars(before.planned),
      after: formatWholeDollars(after.planned),
      change: change(before.planned, after.planned, formatWholeDollars),
    },
    {
      label: 'Expected spend',
      before: formatWholeDollars(before.spend),
      after: formatWholeDollars(after.spend),
      change: change(before.spend, after.spend, formatWholeDollars),
    },
    {
      label: 'Expected inquiries',
      before: withRange(before.inquiries, before.inquiriesRange),
      after: withRange(after.inquiries, after.inquiriesRange),
      change: change(before.inquiries, after.inquiries, formatCount),
    },
    ...(isRated
      ? [
          {
            label: 'Expected matured enrollments',
            before: withRange(before.enrollments, before.enrollmentsRange),
            after: withRange(after.enrollments, after.enrollmentsRange),
            change: change(before.enrollments, after.enrollments, formatTenths),
          },
        ]
      : []),
    ...(isRated && costBefore !== null && costAfter !== null
      ? [
          {
            label: 'Cost per matured enrollment',
            before: formatWholeDollars(costBefore),
            after: formatWholeDollars(costAfter),
            change: change(costBefore, costAfter, formatWholeDollars),
          },
        ]
      : []),
  ];
};

const formatTenths = (value: number): string => (Math.round(value * 10) / 10).toFixed(1);

interface MoveGroup {
  groupKey: number;
  name: string;
  /** What $1,000 more would bring, in words; null if budget is not the limit. */
  more: string | null;
  decreases: ProposalCampaign[];
  increases: ProposalCampaign[];
}

const moreWords = ({ objective }: Proposal, perThousand: number | null): string | null => {
  if (perThousand === null) return null;
  const what = objective === 'inquiries' ? 'inquiries' : 'matured enrollments';
  return `At the margin, $1,000 more would bring ${perThousand.toFixed(perThousand < 10 ? 1 : 0)} ${what}.`;
};

/** The changed campaigns by group: decreases, the largest first, then increases. */
export const moveGroups = (proposal: Proposal): MoveGroup[] => {
  const byGroup = Map.groupBy(changedCampaigns(proposal), ({ groupKey }) => groupKey);
  const bySize = (a: ProposalCampaign, b: ProposalCampaign) =>
    Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || a.name.localeCompare(b.name);
  return proposal.groups.flatMap(({ groupKey, name, perThousand }) => {
    const own = byGroup.get(groupKey);
    if (!own) return [];
    return [
      {
        groupKey,
        name,
        more: moreWords(proposal, perThousand),
        decreases: own.filter(({ before, after }) => after < before).toSorted(bySize),
        increases: own.filter(({ before, after }) => after > before).toSorted(bySize),
      },
    ];
  });
};

/** Why nothing is proposed. */
export const nothingWords = ({ campaigns }: Proposal): string => {
  if (campaigns.length === 0) return 'No campaign this month has an allocation that can be moved.';
  if (campaigns.every(({ before, most }) => before >= most))
    return 'Every campaign is at its capacity, its daily cap, or what the client has approved.';
  if (campaigns.every(({ before, least }) => before <= least))
    return 'All allocated units are delivered or kept by your floors.';
  return 'Within these limits, no move would improve the result enough.';
};

export interface SavedRow {
  campaignKey: number;
  rowVersion: number;
  changes: ProposalCampaign['changes'];
}

export const rowsToApply = (proposal: Proposal, accepted: ReadonlySet<number>): SavedRow[] =>
  changedCampaigns(proposal)
    .filter(({ campaignKey }) => accepted.has(campaignKey))
    .map(({ campaignKey, rowVersion, changes }) => ({ campaignKey, rowVersion, changes }));

/** The former rows with the versions returned by the save. */
export const rowsToUndo = (
  proposal: Proposal,
  saved: readonly { campaignKey: number; rowVersion: number }[],
): SavedRow[] => {
  const versions = new Map(saved.map(({ campaignKey, rowVersion }) => [campaignKey, rowVersion]));
  return proposal.campaigns.flatMap(({ campaignKey, former }) => {
    const rowVersion = versions.get(campaignKey);
    return rowVersion === undefined ? [] : [{ campaignKey, rowVersion, changes: former }];
  });
};

const FIELD = /^rows\.(\d+)\.changes\.(\w+)$/;
const unitsWords = (value: unknown): string => (typeof value === 'number' ? formatCount(value) : 'no value');

/** Campaigns changed by somebody else meanwhile, with both values. */
export const conflictWords = (
  errors: readonly FieldError[],
  sent: readonly SavedRow[],
  proposal: Proposal,
  month: AllocationMonth,
): string[] => {
  const names = new Map(proposal.campaigns.map(({ campaignKey, name }) => [campaignKey, name]));
  return errors.flatMap(({ field, conflict }) => {
    const [, index = '', cell = ''] = FIELD.exec(field) ?? [];
    const row = sent[Number(index)];
    if (!row || !conflict || cell !== capField(month)) return [];
    const { by, theirs, mine } = conflict;
    const now = theirs === null ? 'changed its row' : `saved ${unitsWords(theirs)}`;
    return [`${names.get(row.campaignKey) ?? row.campaignKey}: ${by} ${now}; the proposal has ${unitsWords(mine)}.`];
  });
};
