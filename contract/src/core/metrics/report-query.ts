import { z } from 'zod';
import { reportFormulasSchema } from './formula/report-formula.ts';

export const GRANULARITIES = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

const FILTER_OPERATORS = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'gt',
  'gte',
  'lt',
  'lte',
  'set',
  'notSet',
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** Limits of one report query. */
export const REPORT_LIMITS = { dimensions: 6, measures: 20, filters: 30, rows: 50_000, months: 25 } as const;

const member = z.string().max(64);
const dateRange = z
  .tuple([z.iso.date(), z.iso.date()])
  .refine(([from, to]) => from <= to, 'The end must not be before the start.');

/** A report query: dimensions, measures and time. It does not name the tables that answer it. */
export const reportQuerySchema = z.strictObject({
  dimensions: z.array(member).max(REPORT_LIMITS.dimensions).default([]),
  measures: z.array(member).min(1).max(REPORT_LIMITS.measures),
  /** Custom measures; they are in every row, and may be used in measures, filters and sorting. */
  formulas: reportFormulasSchema.optional(),
  filters: z
    .array(
      z.strictObject({
        member,
        operator: z.enum(FILTER_OPERATORS),
        values: z.array(z.string().max(200)).max(1000).default([]),
      }),
    )
    .max(REPORT_LIMITS.filters)
    .default([]),
  timeDimensions: z.strictObject({
    dimension: z.literal('date'),
    granularity: z.enum(GRANULARITIES).nullable().default(null),
    dateRange,
  }),
  getTotal: z.boolean().default(false),
  order: z
    .array(z.strictObject({ member, direction: z.enum(['asc', 'desc']) }))
    .max(6)
    .default([]),
  limit: z.int().min(1).max(REPORT_LIMITS.rows).default(REPORT_LIMITS.rows),
});

type AskedQuery = z.infer<typeof reportQuerySchema>;
/** `byKey` is set by the server, never by a caller: the values are record keys instead of names. */
export type ReportFilter = AskedQuery['filters'][number] & { byKey?: true };
export type ReportQuery = Omit<AskedQuery, 'filters'> & {
  filters: ReportFilter[];
  /** Also set by the server: the days over which platform cost is distributed, if the query covers only part of them. */
  sharedOver?: readonly [from: string, to: string];
};
