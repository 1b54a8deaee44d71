import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { keyParam } from '../core/calls/schema.ts';
import { forecastDetailsSchema, forecastKpi, forecastMonth } from './schema.ts';

/** Whole months that a what-if over all line items looks ahead. */
export const WHAT_IF_MONTHS = 6;
export const WHAT_IF_PERCENT = { least: -100, most: 200 } as const;

const value = z.number().nullable();
const totals = forecastDetailsSchema.shape.totals;

const forecastWhatIfSchema = z.object({
  /** All line items together; `whatIf` with the changed spend. */
  points: z.array(z.object({ month: forecastMonth, forecast: value, whatIf: value })),
  totals: z.object({ forecast: totals, whatIf: totals }),
  lines: z.array(
    z.object({
      lineItem: z.string(),
      lineItemName: z.string(),
      clientName: z.string().nullable(),
      forecast: value,
      whatIf: value,
      spend: z.object({ forecast: value, whatIf: value }),
      /** Whether partners cannot deliver all of it in one of the months. */
      isCapped: z.boolean(),
    }),
  ),
  /** Names of line items whose forecast does not have all these months. They are in no sum. */
  leftOut: z.array(z.string()),
});
export type ForecastWhatIf = z.output<typeof forecastWhatIfSchema>;

export const forecastWhatIf = defineCall({
  groups: ['ag'],
  permission: 'forecast:View',
  id: 'forecastWhatIf',
  summary: `All line items of an owner together for the next ${WHAT_IF_MONTHS} whole months, beside what they would bring with more or less spend`,
  route: 'GET /{p}/forecast/whatif/{kpi}',
  owner: 'query',
  params: { kpi: forecastKpi },
  query: z.strictObject({
    ownerKey: keyParam,
    /** Change of spend of every line item and month, in percent. */
    spendPercent: z.coerce.number().int().min(WHAT_IF_PERCENT.least).max(WHAT_IF_PERCENT.most),
  }),
  response: forecastWhatIfSchema,
});
