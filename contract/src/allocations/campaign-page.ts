import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { type UserGroup } from '../core/access/user-groups.ts';
import { type MetricKey, METRICS } from '../core/metrics/metrics.ts';
import { keyParam } from '../core/calls/schema.ts';
import { campaignRowSchema, campaignRowSchemaFor } from './schema.ts';

/** The running month and the year before it. */
export const CAMPAIGN_PAGE_MONTHS = 13;

/** Columns of the months of a campaign's page, in display order; each reader has those of their group and rights. */
export const CAMPAIGN_MONTH_MEASURES = [
  'allocation',
  'monthDeliveryPercent',
  'budget',
  'spend',
  'mediaCost',
  'margin',
  'grossLeads',
  'validLeads',
  'cpl',
  'returned',
  'returnRate',
  'applications',
  'enrollments',
  'starts',
] as const satisfies readonly MetricKey[];

const day = z.iso.date();
const figure = z.number().nullable().optional();
const measuresOf = (group: UserGroup): Partial<Record<(typeof CAMPAIGN_MONTH_MEASURES)[number], typeof figure>> =>
  Object.fromEntries(
    CAMPAIGN_MONTH_MEASURES.filter((key) => METRICS[key].groups.includes(group)).map((key) => [key, figure]),
  );
const monthFor = (group: UserGroup) => z.object({ month: day, ...measuresOf(group) });

const figuresFor = <Row extends z.ZodType>(group: UserGroup, row: Row) =>
  z.object({
    today: day,
    timeZone: z.string(),
    /** Percent on each side of a budget, as the owner sets it. */
    band: z.number(),
    /** The campaign's row of the current month's sheet; none if the campaign does not run in this month. */
    sheet: z.array(row).max(1),
    /** The newest first; months without a plan and without leads or spend are left out. */
    months: z.array(monthFor(group)),
    /** The months' sums, with ratios made of sums; null without months. */
    total: z.object(measuresOf(group)).nullable(),
    notes: z.array(z.string()),
  });

export const campaignFigures = defineCall({
  id: 'campaignFigures',
  summary: 'The figures of a campaign’s page: its row of the current month, and its months of the last year',
  route: 'GET /{p}/campaign/{campaignKey}/figures/get',
  owner: { byKey: 'campaign', param: 'campaignKey' },
  groups: ['ag', 'mp', 'cl'],
  permission: 'allocations:View',
  params: { campaignKey: keyParam },
  response: figuresFor('ag', campaignRowSchema),
  responseFor: { mp: figuresFor('mp', campaignRowSchemaFor.mp), cl: figuresFor('cl', campaignRowSchemaFor.cl) },
});
