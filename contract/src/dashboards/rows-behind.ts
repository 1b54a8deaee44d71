import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { widgetAnswerSchema, widgetBodySchema } from './schema.ts';
import { WIDGET_IDS } from './widgets.ts';

/** The clicked figure: the widget's request, and one of its rows or its total. */
const rowsBehindBodySchema = widgetBodySchema.safeExtend({
  widget: z.enum(WIDGET_IDS),
  /** `rowKey` of the row; null for the widget's total. */
  rowKey: z.string().max(1000).nullable(),
  /** Whether the figure belongs to the comparison period. */
  compared: z.boolean().default(false),
});
export type RowsBehindBody = z.infer<typeof rowsBehindBodySchema>;

const DATA_SOURCES = ['leads', 'platform', 'website'] as const;
/** The rows behind a figure, in the widget's measures: their total is the clicked row. */
const rowsBehindSchema = widgetAnswerSchema.omit({ compared: true }).extend({
  /** Grouping of the rows: names of dimensions, or `date`. */
  by: z.array(z.string()),
  /** The current period, for a figure of the comparison period whose rows cover both. */
  against: z.object({ from: z.iso.date(), to: z.iso.date() }).optional(),
  /** Last complete day of each source of the numbers. */
  through: z.array(z.object({ kind: z.enum(DATA_SOURCES), name: z.string(), day: z.iso.date() })),
});
export type RowsBehindAnswer = z.infer<typeof rowsBehindSchema>;

export const rowsBehind = defineCall({
  id: 'rowsBehind',
  summary: 'The rows that a widget’s figure is made of, by the same question and with the same total',
  route: 'POST /{p}/reporting/rows-behind',
  owner: 'body',
  groups: ['ag', 'mp', 'cl'],
  permission: 'reports:View',
  apiKey: true,
  rateLimit: 'report',
  body: rowsBehindBodySchema,
  response: rowsBehindSchema,
});
