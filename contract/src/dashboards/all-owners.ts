import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { REPORT_FILE_FORMATS } from '../core/calls/file-names.ts';
import { key } from '../core/calls/schema.ts';
import { sumBy } from '../core/metrics/formula/sums.ts';
import { metricValue } from '../core/metrics/metrics.ts';
import { judgedTotals, pacingVerdict, type PacingVerdict } from '../core/metrics/pacing/pacing-verdict.ts';

const day = z.iso.date();

/** The totals of an owner's pacing tables that the page over all owners shows, or that its verdicts and totals are made of. */
export const OWNER_TOTALS = [
  'budget',
  'mtdSpent',
  'spendProjection',
  'spendProjectionLow',
  'spendProjectionHigh',
  'projectionToBudget',
  'budgetPlusMinus',
  'inquiryGoal',
  'mtdInquiries',
  'leadProjection',
  'budgetedSpend',
  'budgetedProjection',
  'goalLeads',
  'goalProjection',
] as const;
type OwnerTotal = (typeof OWNER_TOTALS)[number];
type OwnerTotals = Record<OwnerTotal, number | null>;

/** An owner's current month, by its own calendar, as its pacing page has it. */
export const ownerMonthSchema = z.object({
  month: day,
  early: z.boolean(),
  /** Percent on each side of a budget. */
  band: z.number(),
  /** Last day with complete spend and inquiries; null if the month has none. Spend ends earlier where an ad account is late. */
  spendThrough: day.nullable(),
  leadsThrough: day.nullable(),
  lateAccounts: z.int(),
  totals: z.record(z.enum(OWNER_TOTALS), z.number().nullable()),
  attention: z.int(),
  attentionCampaigns: z.int(),
  atStake: z.number(),
});
export type OwnerMonth = z.infer<typeof ownerMonthSchema>;

const ownerRowSchema = z.object({
  ownerKey: key,
  name: z.string(),
  vertical: z.string(),
  /** Empty where the owner names none. */
  manager: z.string(),
  brands: z.array(z.string()),
  /** When the figures were made. */
  madeAt: z.iso.datetime().nullable(),
  /** Null until today's figures have been made. */
  figures: ownerMonthSchema.nullable(),
});
export type AllOwnersRow = z.infer<typeof ownerRowSchema>;

const wholeAgency = { session: 'A page over all owners of the user; each row is of one owner.' } as const;

export const allOwners = defineCall({
  id: 'allOwners',
  summary: 'The current month of every owner of the user against its plan',
  route: 'GET /{p}/reporting/owners',
  owner: wholeAgency,
  groups: ['ag'],
  permission: 'reports:View',
  rateLimit: 'report',
  response: z.object({
    rows: z.array(ownerRowSchema),
    /** Owners whose figures are missing, or have been out of date for more than a minute: the next call has more of them. */
    due: z.int(),
  }),
});
export type AllOwners = z.infer<typeof allOwners.response>;

const SUMS = ['budget', 'mtdSpent', 'inquiryGoal', 'mtdInquiries', 'budgetedSpend', 'goalLeads'] as const;
/** A missing projection counts with what came so far, as in every total of projections. */
const PROJECTIONS = {
  spendProjection: 'mtdSpent',
  leadProjection: 'mtdInquiries',
  budgetedProjection: 'budgetedSpend',
  goalProjection: 'goalLeads',
} as const;

interface OwnersTotal {
  totals: OwnerTotals;
  attention: number;
  attentionCampaigns: number;
  atStake: number;
  lateAccounts: number;
}

/** The total of these owners. Ratios are made of the sums, over owners with a plan; a range cannot be added up. */
export const totalOfOwners = (months: readonly OwnerMonth[]): OwnersTotal => {
  const sum = (name: OwnerTotal): number | null => sumBy(months, ({ totals }) => totals[name]);
  const sums = Object.fromEntries(SUMS.map((name) => [name, sum(name)])) as Pick<OwnerTotals, (typeof SUMS)[number]>;
  const projections = Object.fromEntries(
    Object.entries(PROJECTIONS).map(([name, soFar]) => [
      name,
      sum(name as OwnerTotal) === null
        ? null
        : sumBy(months, ({ totals }) => totals[name as OwnerTotal] ?? totals[soFar]),
    ]),
  ) as Pick<OwnerTotals, keyof typeof PROJECTIONS>;
  const parts = { ...sums, ...projections, spend: sums.mtdSpent, validLeads: sums.mtdInquiries };
  return {
    totals: {
      ...sums,
      ...projections,
      spendProjectionLow: null,
      spendProjectionHigh: null,
      projectionToBudget: metricValue('projectionToBudget', parts),
      budgetPlusMinus: metricValue('budgetPlusMinus', parts),
    },
    attention: sumBy(months, ({ attention }) => attention) ?? 0,
    attentionCampaigns: sumBy(months, ({ attentionCampaigns }) => attentionCampaigns) ?? 0,
    atStake: sumBy(months, ({ atStake }) => atStake) ?? 0,
    lateAccounts: sumBy(months, ({ lateAccounts }) => lateAccounts) ?? 0,
  };
};

/** Spend against budget or inquiries against goal, in the words of the owner's pacing page. */
export const ownerVerdict = (kind: 'dollar' | 'count', { totals, early, band }: OwnerMonth): PacingVerdict =>
  pacingVerdict({ ...judgedTotals(kind, totals, { ended: false }), ended: false, early, band });

const MAX_FILE_OWNERS = 10_000;

export const allOwnersFile = defineCall({
  id: 'allOwnersFile',
  summary: 'Owners against their plans as a file: these owners in this order, and their total',
  route: 'POST /{p}/reporting/owners/file',
  owner: wholeAgency,
  groups: ['ag'],
  permission: 'reports:View',
  kind: 'download',
  body: z.strictObject({
    ownerKeys: z.array(key).min(1).max(MAX_FILE_OWNERS),
    format: z.enum(REPORT_FILE_FORMATS),
  }),
  bodyBytes: 256 * 1024,
  response: z.never(),
  timeoutMs: 300_000,
  rateLimit: 'export',
});

interface OwnerColumn {
  label: string;
  kind: 'text' | 'dollar' | 'count' | 'percent' | 'date';
  /** What the figure means. */
  note?: string;
}

/** The columns of the page's table and of its file. */
export const OWNER_COLUMNS = {
  name: { label: 'Owner', kind: 'text' },
  pacing: { label: 'Pacing', kind: 'text', note: 'Spend against budget, as on the owner’s Pacing Overview' },
  atStake: {
    label: 'At stake',
    kind: 'dollar',
    note: 'Dollars over or under budget, held back by caps, or in no campaign',
  },
  attentionCampaigns: {
    label: 'Campaigns to act on',
    kind: 'count',
    note: 'Campaigns that need attention, by the rule of Pacing Overview',
  },
  mtdSpent: { label: 'Spent', kind: 'dollar', note: 'Month to date' },
  budget: { label: 'Budget', kind: 'dollar', note: 'Budget of the month, of all line items' },
  spendProjection: { label: 'Projected', kind: 'dollar', note: 'Projected spend of the month' },
  projectionToBudget: {
    label: 'Projected % of budget',
    kind: 'percent',
    note: 'Projected spend of line items with a budget ÷ their budget',
  },
  budgetPlusMinus: {
    label: 'Budget +/-',
    kind: 'dollar',
    note: 'Projected spend of line items with a budget − their budget',
  },
  mtdInquiries: { label: 'Inquiries', kind: 'count', note: 'Month to date' },
  inquiryGoal: { label: 'Inquiry goal', kind: 'count', note: 'Goal of the month, of all line items' },
  leadProjection: { label: 'Projected inquiries', kind: 'count', note: 'Projected inquiries of the month' },
  inquiries: { label: 'Against goal', kind: 'text', note: 'Inquiries against their goal' },
  attentionLineItems: {
    label: 'Line items to act on',
    kind: 'count',
    note: 'Line items with budget in no campaign, or off pace without a campaign that shows it',
  },
  late: {
    label: 'Late data through',
    kind: 'date',
    note: 'Last complete day of the latest ad account, where one is late',
  },
  lateAccounts: { label: 'Late ad accounts', kind: 'count' },
  month: { label: 'Month', kind: 'date', note: 'The current month by the owner’s calendar' },
  vertical: { label: 'Vertical', kind: 'text' },
  manager: { label: 'Account manager', kind: 'text' },
  brands: { label: 'Brands', kind: 'text' },
} as const satisfies Record<string, OwnerColumn>;
export type OwnerColumnKey = keyof typeof OWNER_COLUMNS;
export const OWNER_COLUMN_KEYS = Object.keys(OWNER_COLUMNS) as OwnerColumnKey[];

type OwnerCells = Partial<Record<OwnerColumnKey, string | number | null>>;

/** In place of a day where a late account has delivered none of the month. */
const NO_DAY = 'No day yet';

const figureCells = ({ totals, attention, attentionCampaigns, atStake, lateAccounts }: OwnersTotal): OwnerCells => {
  const { mtdSpent, budget, spendProjection, projectionToBudget, budgetPlusMinus } = totals;
  const { mtdInquiries, inquiryGoal, leadProjection } = totals;
  return {
    mtdSpent,
    budget,
    spendProjection,
    projectionToBudget,
    budgetPlusMinus,
    mtdInquiries,
    inquiryGoal,
    leadProjection,
    attentionCampaigns,
    attentionLineItems: attention - attentionCampaigns,
    atStake,
    lateAccounts,
  };
};

/** A row's values by column. */
export const ownerCells = ({ name, vertical, manager, brands, figures }: AllOwnersRow): OwnerCells => ({
  name,
  vertical,
  manager,
  brands: brands.join(', '),
  ...(figures !== null && {
    ...figureCells(figures),
    pacing: ownerVerdict('dollar', figures).words,
    inquiries: ownerVerdict('count', figures).words,
    late: figures.lateAccounts === 0 ? null : (figures.spendThrough ?? NO_DAY),
    month: figures.month,
  }),
});

/** The total of these rows by column. */
export const ownerTotalCells = (rows: readonly AllOwnersRow[]): OwnerCells =>
  figureCells(totalOfOwners(rows.flatMap(({ figures }) => figures ?? [])));
