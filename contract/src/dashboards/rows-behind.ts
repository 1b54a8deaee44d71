import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { widgetAnswerSchema, widgetBodySchema } from './schema.ts';
import { WIDGET_IDS } from './widgets.ts';

/** Which part of a widget was clicked: the widget as it was asked, and one row of it or its total. */
const rowsBehindBodySchema = widgetBodySchema.safeExtend({
  widget: z.enum(WIDGET_IDS),
  /** As the row has it; without one, the widget's total is meant. */
  rowKey: z.string().max(1000).nullable(),
  /** Whether the figure is of the days that the widget compares with. */
  compared: z.boolean().default(false),
});
export type RowsBehindBody = z.infer<typeof rowsBehindBodySchema>;

const DATA_SOURCES = ['leads', 'platform', 'website'] as const;
/** The rows that a figure is made of, in the widget's own measures: the total is the row that was clicked. */
const rowsBehindSchema = widgetAnswerSchema.omit({ compared: true }).extend({
  /** What the rows are by: dimensions under their names, or `date`. */
  by: z.array(z.string()),
  /** Of a figure of the days that others are compared with: those others, where the rows are of all of them. */
  against: z.object({ from: z.iso.date(), to: z.iso.date() }).optional(),
  /** Through which day each source of the numbers is complete. */
  through: z.array(z.object({ kind: z.enum(DATA_SOURCES), name: z.string(), day: z.iso.date() })),
});
export type RowsBehindAnswer = z.infer<typeof rowsBehindSchema>;

export const rowsBehind = defineCall({
  id: 'rowsBehind',
  summary: 'The rows that a widget’s figure is made of, by the same question and with the same total',
  method: 'POST',
  path: '/{p}/reporting/rows-behind',
  owner: 'body',
  groups: ['ag', 'mp', 'cl'],
  permission: 'reports:View',
  apiKey: true,
  kind: 'json',
  rateLimit: 'report',
  params: {},
  body: rowsBehindBodySchema,
  response: rowsBehindSchema,
});
