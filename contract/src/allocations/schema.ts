import { z } from 'zod';
import { unattributedSchema } from '../core/metrics/unattributed.ts';
import { key } from '../core/calls/schema.ts';
import { type UserGroup } from '../core/access/user-groups.ts';
import { CAMPAIGN_COLUMNS, columnsFor, GOAL_COLUMNS } from './columns.ts';
import { ALLOCATION_MONTHS, EDIT_FIELDS } from './editing.ts';

const count = z.number().nullable();
const text = z.string().nullable();
const day = z.iso.date();

/** `currentmonth` and `nextmonth` in the paths of lists, `current` and `next` in those of saves. */
export const summaryMonthParam = z.enum(['currentmonth', 'nextmonth']);
export const allocationMonthParam = z.enum(ALLOCATION_MONTHS);
/** A brand (agency, partner), a client (client), or everything the caller works on. */
export const summaryKeyParam = z.union([
  z.literal('all'),
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number),
]);

/** Spend, inquiries and outcomes of the months behind a historical number, so that totals can be formed from sums. */
const historicalSums = z.tuple([count, z.number(), z.number()]);
export const HISTORICAL_STAGES = [
  'inquiry',
  'contact',
  'appointment',
  'visit',
  'application',
  'enrollment',
  'start',
] as const;
export type HistoricalStage = (typeof HISTORICAL_STAGES)[number];
const historicalSchema = z.object(
  Object.fromEntries(HISTORICAL_STAGES.map((stage) => [stage, historicalSums])) as Record<
    HistoricalStage,
    typeof historicalSums
  >,
);
export type HistoricalSums = z.infer<typeof historicalSums>;

/** Inputs of a row's numbers beyond its visible columns: the screen recalculates from them during editing. */
const rowBasisSchema = z.object({
  isPpl: z.boolean(),
  stopsAtCap: z.boolean(),
  daysDone: z.int(),
  daysInAll: z.int(),
  daysPlanned: z.int(),
  share: z.object({ due: z.number(), of: z.number() }),
  price: count,
  monthlyBudget: count,
  spend: count,
  validLeads: count,
  spentRunRate: count,
  leadRunRate: count,
  spendProjection: count,
  leadProjection: count,
  trackedClicks: z.number(),
  platformClicks: z.number(),
  platformSpend: count,
  /** Through the last day that has both spend and leads. */
  pairedSpend: count,
  pairedLeads: z.number(),
  historical: historicalSchema,
});
export type RowBasis = z.infer<typeof rowBasisSchema>;

const statusReasonSchema = z.object({ code: z.string(), message: z.string() });
export type StatusReason = z.infer<typeof statusReasonSchema>;

const identity = {
  ownerKey: key,
  ownerName: z.string(),
  campaignKey: key,
  vendor: z.string(),
  vendorKey: key.nullable(),
  name: z.string(),
  campaignCode: z.string(),
  subStatus: z.string(),
  statusReasons: z.array(statusReasonSchema),
  /** When time alone will next change the status. */
  nextChangeAt: text,
  channel: z.string(),
  customChannelName: text,
  goalKey: key,
  goalName: z.string(),
  brandName: z.string(),
  clientKey: key,
  clientName: z.string(),
  campusName: z.string(),
  productType: z.string(),
  campaignReoccuring: z.boolean(),
  month: day,
  /** The last complete day of its spend, and of its leads, clicks and milestones: they differ if an ad account is late. */
  through: day,
  leadsThrough: day,
  /** No complete day yet: the month-to-date numbers are today's so far. */
  partial: z.boolean(),
  /** A run rate or projection is limited by its hard cap. */
  capped: z.boolean(),
  rowVersion: z.int(),
  basis: rowBasisSchema,
};

const numbersOf = (columns: typeof CAMPAIGN_COLUMNS, group: UserGroup): Record<string, typeof count> =>
  Object.fromEntries(
    columnsFor(columns, group)
      .filter(({ kind }) => kind === 'dollar' || kind === 'count' || kind === 'percent' || kind === 'number')
      .map(({ key: name }) => [name, count]),
  );

/** A campaign's row as one group receives it: other groups' columns are absent from the answer. */
const campaignRowFor = (group: UserGroup) => z.object({ ...identity, ...numbersOf(CAMPAIGN_COLUMNS, group) });
export const campaignRowSchema = campaignRowFor('ag');
export const campaignRowSchemaFor = { mp: campaignRowFor('mp'), cl: campaignRowFor('cl') } as const;
type CampaignIdentity = { [Name in keyof typeof identity]: z.infer<(typeof identity)[Name]> };
/** A row with the numbers its viewer may see; others are undefined. */
export type CampaignRow = CampaignIdentity & { [column: string]: unknown };

const monthCalendarSchema = z.object({
  month: day,
  today: day,
  /** The earliest of its campaigns' last spend days, and the last day of their leads. */
  through: day,
  leadsThrough: day,
  daysDone: z.int(),
  daysLeft: z.int(),
  /** From today to the month's end; below `daysLeft` if a source is late. */
  daysFromToday: z.int(),
  days: z.int(),
  /** Only a day or two of data: marked on screen, kept out of lists and alerts. */
  early: z.boolean(),
  timeZone: z.string(),
});
export type MonthCalendar = z.infer<typeof monthCalendarSchema>;

const matureNoteSchema = z.object({ note: z.string().nullable(), few: z.boolean() });

const goalIdentity = {
  ownerKey: key,
  goalKey: key,
  goalName: z.string(),
  brandKey: key,
  brandName: z.string(),
  clientKey: key,
  clientName: z.string(),
  campusName: z.string(),
  channel: text,
  hardCap: z.boolean(),
  /** Version of the month's targets; null if the month has none yet. */
  rowVersion: z.int().nullable(),
  through: day,
  leadsThrough: day,
  campaigns: z.int(),
  campaignsWithoutBudget: z.int(),
  cappedCampaigns: z.int(),
  /** Spend and inquiries of each day of the month, through the last complete one. */
  spendByDay: z.array(z.number()),
  inquiriesByDay: z.array(z.number()),
  /** Inquiries ahead of the linear pace; `delta` is the same in dollars. */
  inquiryDelta: count,
  /** Basis of the mature costs in words, and whether another's cost is mixed in for lack of outcomes. */
  matureNotes: z.object({ matureCpa: matureNoteSchema, matureCpe: matureNoteSchema }),
  basis: rowBasisSchema.pick({
    trackedClicks: true,
    platformClicks: true,
    platformSpend: true,
    pairedSpend: true,
    pairedLeads: true,
    historical: true,
  }),
};
const goalRowFor = (group: UserGroup) => z.object({ ...goalIdentity, ...numbersOf(GOAL_COLUMNS, group) });
type GoalIdentity = { [Name in keyof typeof goalIdentity]: z.infer<(typeof goalIdentity)[Name]> };
export type GoalRow = GoalIdentity & { [column: string]: unknown };

const goalSummaryFor = (group: UserGroup) =>
  z.object({ calendar: monthCalendarSchema, goals: z.array(goalRowFor(group)) });
export const goalSummarySchema = goalSummaryFor('ag').extend({
  /** Platform spend of the month so far on unlinked campaigns, which is in no line item's spend. */
  unattributed: unattributedSchema.optional(),
});
export const goalSummarySchemaFor = { cl: goalSummaryFor('cl') } as const;

const edits = z.partialRecord(z.enum(EDIT_FIELDS), z.number().nullable());

/** One row of a save. Without a version the fields are merged into the current row; with one, only into that version. */
const allocationEditSchema = z.strictObject({
  campaignKey: key,
  rowVersion: z.int().nonnegative().optional(),
  changes: edits,
});
export type AllocationEdit = z.infer<typeof allocationEditSchema>;
const MAX_ROWS_AT_ONCE = 10_000;
export const allocationSaveSchema = z.strictObject({
  rows: z.array(allocationEditSchema).min(1).max(MAX_ROWS_AT_ONCE),
  /** Reason for the audit log. */
  reason: z.string().trim().min(1).max(500).optional(),
});
export const allocationSavedSchema = z.object({
  saved: z.int(),
  rows: z.array(z.object({ campaignKey: key, rowVersion: z.int() })),
});
export type AllocationSaved = z.infer<typeof allocationSavedSchema>;

export const cellChangeSchema = z.object({
  changeKey: z.number(),
  at: z.iso.datetime(),
  by: z.string(),
  via: z.enum(['screen', 'file', 'job', 'request', 'undo', 'restore']),
  field: z.string(),
  before: count,
  after: count,
});
export type CellChange = z.infer<typeof cellChangeSchema>;

/** A cell that somebody saved, as an open sheet takes it over. */
const arrivalSchema = z.object({
  changeKey: z.number(),
  at: z.iso.datetime(),
  by: z.string(),
  /** The caller's own, from here or from another window. */
  isOwn: z.boolean(),
  campaignKey: key,
  rowVersion: z.int(),
  field: z.string(),
  before: count,
  after: count,
});
export type SheetArrival = z.infer<typeof arrivalSchema>;

const sheetPersonSchema = z.object({ userKey: key, name: z.string() });
export type SheetPerson = z.infer<typeof sheetPersonSchema>;

export const sheetPulseSchema = z.object({
  /** Sent back as `since` with the next pulse. */
  at: z.iso.datetime(),
  changes: z.array(arrivalSchema),
  /** Who else has the sheet open. */
  people: z.array(sheetPersonSchema),
});
export type SheetPulse = z.infer<typeof sheetPulseSchema>;

export const sheetAtSchema = z.object({
  at: z.iso.datetime(),
  rows: z.array(z.object({ campaignKey: key, values: edits })),
});

export const allocationRequestSchema = z.object({
  requestKey: key,
  ownerKey: key,
  campaignKey: key,
  campaignName: z.string(),
  vendor: z.string(),
  month: day,
  requestedAllocation: z.int(),
  note: z.string(),
  requestedBy: z.string(),
  requestedAt: z.iso.datetime(),
  state: z.enum(['OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN']),
  decidedBy: text,
  decidedAt: z.iso.datetime().nullable(),
  answer: z.string(),
  currentAllocation: z.int().nullable(),
});
export type AllocationRequest = z.infer<typeof allocationRequestSchema>;
