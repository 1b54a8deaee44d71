import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { REPORT_FILE_FORMATS } from '../core/calls/file-names.ts';
import { LIMITS } from '../core/calls/limits.ts';
import { REPORT_LIMITS } from '../core/metrics/report-query.ts';
import { key, monthSent } from '../core/calls/schema.ts';
import { BILLABLE_FIGURES, BILLABLE_GROUP_CODES } from './columns.ts';
import { monthChangeSchema, monthStateSchema } from './month.ts';
import { DISPUTE_FILE_BYTES, REMARK_CODES, remarkSchema } from './remarks.ts';

/** Labels of the causes of an adjustment to a closed month. */
export const ADJUSTMENT_CAUSES = {
  RETURN: 'Returned',
  REINSTATED: 'Reinstated',
  STATUS: 'Status changed',
  UNDELIVERED: 'Not delivered when the month closed',
  PRICE: 'Price corrected',
  RECONCILIATION: 'Reconciliation',
  PLATFORM: 'Platform cost corrected',
} as const;
export type AdjustmentCause = keyof typeof ADJUSTMENT_CAUSES;

export { BILLING_SIDES, type BillingSide } from '../core/billing-sides.ts';

/** Maximum adjustments on the screen; the file has all of them. */
export const MAX_ADJUSTMENTS_SHOWN = 500;

const base = { owner: 'body', permission: 'reports:Billable' } as const;
/** A bill, or all of a media partner's. */
const bills = {
  ...base,
  owner: ['body', { session: 'A media partner’s bills, at every owner that it works for.', groups: ['mp'] }],
} as const;

const question = {
  /** A media partner may leave it out: all owners that it works for. */
  ownerKey: key.optional(),
  month: monthSent.optional(),
  startDate: z.iso.date().optional(),
  endDate: z.iso.date().optional(),
  clientKeys: z.array(key).max(1000).optional(),
  mediaPartnerKeys: z.array(key).max(1000).optional(),
  campaignKeys: z.array(key).max(1000).optional(),
  groupBy: z.array(z.enum(BILLABLE_GROUP_CODES)).max(4).default(['partner', 'client', 'campaign']),
  /** Whether the amount due includes adjustments of earlier months. */
  includeAdjustments: z.boolean().default(true),
};
interface AskedDays {
  month?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}
/** The days apply if no month is given. */
const checkDays = ({ month, startDate, endDate }: AskedDays, context: z.RefinementCtx): void => {
  const refuse = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
  if (month !== undefined) return;
  if (startDate === undefined || endDate === undefined) refuse('month', 'Give a month, or a first and a last day.');
  else if (endDate < startDate) refuse('endDate', 'The end must not be before the start.');
  else if (Date.parse(endDate) - Date.parse(startDate) > REPORT_LIMITS.months * 31 * 86_400_000)
    refuse('endDate', `At most ${REPORT_LIMITS.months} months at once.`);
};

const figures = Object.fromEntries(BILLABLE_FIGURES.map((name) => [name, z.number().nullable()])) as Record<
  (typeof BILLABLE_FIGURES)[number],
  z.ZodNullable<z.ZodNumber>
>;
const figuresSchema = z.object(figures).partial();
export type BillableFigures = z.infer<typeof figuresSchema>;

const text = z.string().nullable();
const billableRowSchema = z.object({
  ownerKey: key,
  partnerKey: key.nullable(),
  partnerName: text,
  partnerCode: text,
  clientKey: key.nullable(),
  clientName: text,
  campus: text,
  lineItem: text,
  campaignKey: key.nullable(),
  campaignName: text,
  campaignCode: text,
  productType: text,
  sourceKey: key.nullable(),
  sourceName: text,
  ioNumber: text,
  /** Last remark on the campaign's line; for the agency, the media partner's. Clients see none: they dispute statements. */
  state: z.enum(REMARK_CODES).nullable(),
  figures: figuresSchema,
  /**
   * Number of billable leads with a price, the denominator of a unit price. The agency's media side is included for viewers of the margin.
   */
  pricedLeads: z.int(),
  mediaPricedLeads: z.int().optional(),
});
export type BillableRow = z.infer<typeof billableRowSchema>;

const causes = Object.keys(ADJUSTMENT_CAUSES) as [AdjustmentCause, ...AdjustmentCause[]];
const billableAdjustmentSchema = z.object({
  adjustmentKey: key,
  day: z.iso.date(),
  /** The adjusted month. */
  forMonth: z.iso.date(),
  campaignKey: key,
  campaignName: z.string(),
  partnerName: text,
  leadId: text,
  cause: z.enum(causes),
  reason: z.string(),
  /** Amount of the viewer's own side. */
  amount: z.number(),
  /** Amount the agency pays; only for viewers of the margin. */
  mediaAmount: z.number().nullable().optional(),
});
export type BillableAdjustment = z.infer<typeof billableAdjustmentSchema>;

export const billableReport = defineCall({
  ...bills,
  id: 'billableReport',
  summary:
    'What is billed for a month or for days, by partner, client, campaign and source, each side at its own price',
  route: 'POST /{p}/billable/report',
  groups: ['ag', 'mp', 'cl'],
  apiKey: true,
  body: z.strictObject(question).superRefine(checkDays),
  response: z.object({
    days: z.object({ from: z.iso.date(), to: z.iso.date() }),
    /** Null if the query is by days. */
    month: monthStateSchema.nullable(),
    rows: z.array(billableRowSchema),
    /** Total of all rows (`billableTotal`). */
    total: figuresSchema,
    rowCount: z.int(),
    adjustments: z.array(billableAdjustmentSchema),
    adjustmentCount: z.int(),
  }),
});

export const billableExport = defineCall({
  ...bills,
  id: 'billableExport',
  summary: 'The billable report as a file, with its total and the lines that adjust earlier months',
  route: 'POST /{p}/billable/export',
  groups: ['ag', 'mp', 'cl'],
  kind: 'download',
  body: z.strictObject({ ...question, format: z.enum(REPORT_FILE_FORMATS).default('xlsx') }).superRefine(checkDays),
  response: z.null(),
  rateLimit: 'export',
  timeoutMs: LIMITS.exportTimeoutMs,
});

const ofMonth = { ownerKey: key, month: monthSent };

/** Checks before a month is closed, in display order. */
const CHECKLIST_ITEMS = {
  DISPUTES: 'Disputes without an answer that settled them',
  DIFFERENCES: 'Differences of reconciliations that nobody decided',
  RETURNS: 'Returns that are not decided',
  UNDELIVERED: 'Valid leads that are not delivered',
  DATA: 'Data through the end of the month',
} as const;
export type ChecklistItem = keyof typeof CHECKLIST_ITEMS;

export const billableChecklist = defineCall({
  ...base,
  id: 'billableChecklist',
  summary: 'Whether a month can be closed: what is open in it, what it comes to, and how it came to its state',
  route: 'POST /{p}/billable/month/checklist',
  groups: ['ag'],
  apiKey: true,
  body: z.strictObject(ofMonth),
  response: z.object({
    month: monthStateSchema,
    items: z.array(
      z.object({
        item: z.enum(Object.keys(CHECKLIST_ITEMS) as [ChecklistItem, ...ChecklistItem[]]),
        isDone: z.boolean(),
        count: z.int(),
        text: z.string(),
      }),
    ),
    /** Total that closing would freeze. */
    total: figuresSchema,
    lines: z.int(),
    history: z.array(monthChangeSchema),
  }),
});

export const billableClose = defineCall({
  ...base,
  id: 'billableClose',
  summary: 'Closes a month that is over: what is billed for it is written down and never changes again',
  route: 'POST /{p}/billable/month/close',
  groups: ['ag'],
  body: z.strictObject({
    ...ofMonth,
    /** The status the user saw; a different one is a conflict. */
    status: monthStateSchema.shape.status,
    note: z.string().trim().max(500).default(''),
  }),
  response: monthStateSchema,
});

export const billableReopen = defineCall({
  ...base,
  id: 'billableReopen',
  summary:
    'Opens a closed month again, with a reason; its lines stay, and closing it again writes new ones beside them',
  route: 'POST /{p}/billable/month/reopen',
  groups: ['ag'],
  permission: 'admin:Settings',
  body: z.strictObject({
    ...ofMonth,
    reason: z.string().trim().min(1, 'Write why the month is opened again.').max(500),
  }),
  response: monthStateSchema,
});

const ofLine = { ...ofMonth, campaignKey: key };

export const billableRemarks = defineCall({
  ...base,
  id: 'billableRemarks',
  summary: 'What the media partner and the agency said about a campaign’s line of a month, oldest first',
  route: 'POST /{p}/billable/line/remarks',
  groups: ['ag', 'mp'],
  apiKey: true,
  body: z.strictObject(ofLine),
  response: z.object({ remarks: z.array(remarkSchema) }),
});

export const billableRemark = defineCall({
  ...base,
  id: 'billableRemark',
  summary: 'Agrees to or disputes a campaign’s line of a month; the agency answers and settles',
  route: 'POST /{p}/billable/line/remark',
  groups: ['ag', 'mp'],
  body: z.strictObject({
    ...ofLine,
    kind: z.enum(REMARK_CODES),
    comment: z.string().trim().max(2000).default(''),
    /** The last remark the user saw; a different one is a conflict. */
    after: key.nullable().default(null),
    file: z
      .strictObject({ name: z.string().trim().min(1).max(200), content: z.base64().min(1) })
      .nullable()
      .default(null),
  }),
  response: z.object({ remarks: z.array(remarkSchema) }),
  bodyBytes: Math.ceil((DISPUTE_FILE_BYTES * 4) / 3) + LIMITS.bodyBytes,
});

export const billableFile = defineCall({
  id: 'billableFile',
  summary: 'A file that came with a dispute, as a download',
  route: 'GET /{p}/{owner}/billable/file/{fileKey}/export',
  owner: 'path',
  groups: ['ag', 'mp'],
  permission: 'reports:Billable',
  kind: 'download',
  response: z.null(),
  rateLimit: 'export',
  timeoutMs: LIMITS.exportTimeoutMs,
});
