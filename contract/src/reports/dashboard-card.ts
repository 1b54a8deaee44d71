import { z } from 'zod';
import { key } from '../core/calls/schema.ts';
import { isPlanMeasure } from '../core/metrics/formula/combine.ts';
import { isMetricKey } from '../core/metrics/metrics.ts';
import { type ReportQuestion, reportQuestionSchema } from './question.ts';

/** How a card shows its view. */
export const CARD_SHOWS = { chart: 'Chart', table: 'Table' } as const;
export type CardShows = keyof typeof CARD_SHOWS;
/** Cards follow each other on a grid of these columns; rows are of one height. */
export const CARD_GRID = { columns: 12, minWidth: 2, rows: 24 } as const;
/** Limits the queries that one page runs at once. */
export const MAX_CARDS = 24;

const { filters, period } = reportQuestionSchema.shape;

const placed = {
  /** Unique in its dashboard. */
  id: z.string().regex(/^[a-z0-9]{1,12}$/),
  width: z.int().min(CARD_GRID.minWidth).max(CARD_GRID.columns),
  height: z.int().min(1).max(CARD_GRID.rows),
};

const viewCardSchema = z.strictObject({
  kind: z.literal('view'),
  ...placed,
  viewKey: key,
  shows: z.enum(Object.keys(CARD_SHOWS) as [CardShows, ...CardShows[]]),
});
export type ViewCard = z.infer<typeof viewCardSchema>;

/** `above`: the goal is met at or above the amount. */
export const GOAL_SIDES = { above: 'At least', below: 'At most' } as const;
export type GoalSide = keyof typeof GOAL_SIDES;

const figureCardSchema = z.strictObject({
  kind: z.literal('figure'),
  ...placed,
  /** Empty: the measure's own name. */
  title: z.string().trim().max(80),
  measure: z.string().max(64),
  period,
  filters,
  goal: z
    .strictObject({
      side: z.enum(Object.keys(GOAL_SIDES) as [GoalSide, ...GoalSide[]]),
      amount: z.number().min(0).max(1e12),
    })
    .nullable(),
});
export type FigureCard = z.infer<typeof figureCardSchema>;

export const MAX_CARD_TEXT = 2_000;
const textCardSchema = z.strictObject({
  kind: z.literal('text'),
  ...placed,
  text: z.string().trim().min(1, 'Enter a text.').max(MAX_CARD_TEXT),
});
export type TextCard = z.infer<typeof textCardSchema>;

/** A figure whose measure or filters the caller may not see. Saving it keeps what is stored under its id. */
const hiddenCardSchema = z.strictObject({ kind: z.literal('hidden'), ...placed });

export const dashboardCardSchema = z.discriminatedUnion('kind', [
  viewCardSchema,
  figureCardSchema,
  textCardSchema,
  hiddenCardSchema,
]);
export type DashboardCard = z.infer<typeof dashboardCardSchema>;

/** The question whose total is the figure. Plans have no comparison. */
export const figureCardQuestion = (card: Pick<FigureCard, 'measure' | 'period' | 'filters'>): ReportQuestion => {
  const { measure } = card;
  const isPlan = isMetricKey(measure) && isPlanMeasure(measure);
  return reportQuestionSchema.parse({
    channel: 'all',
    vertical: 'all',
    dimensions: [],
    measures: [measure],
    filters: card.filters,
    period: card.period,
    compare: isPlan ? null : 'previous',
    order: [],
  });
};
