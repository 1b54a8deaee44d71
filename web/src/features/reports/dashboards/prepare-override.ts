import {
  filterText,
  isDimensionKey,
  isDimensionOf,
  METRIC_KEYS,
  NAMED_RANGES,
  type NamedRange,
  type QuestionFilter,
  REPORT_LIMITS,
  type ReportQuestion,
  reportQuestionSchema,
  type UserGroup,
} from '@paceline/contract';
import { whyNotAdded } from '../fields/prepare-fields.ts';
import type { SavedDashboardSearch } from './dashboard-search.ts';

/** Dates and filters for all cards. Without dates each card has its own. */
export interface Override {
  period: ReportQuestion['period'] | null;
  filters: readonly QuestionFilter[];
}

const { period: periodSchema, filters: filtersSchema } = reportQuestionSchema.shape;

const readFilters = (text: string | undefined): QuestionFilter[] => {
  if (text === undefined) return [];
  try {
    const { data = [] } = filtersSchema.safeParse(JSON.parse(text));
    return data.filter(({ member }) => isDimensionKey(member));
  } catch {
    return [];
  }
};

/** Of the address; what cannot be read is left out. */
export const readOverride = ({ range, from, to, filters }: SavedDashboardSearch): Override => ({
  period: periodSchema.safeParse(range === undefined ? { from, to } : { range }).data ?? null,
  filters: readFilters(filters),
});

export const writtenOverride = ({ period, filters }: Override): SavedDashboardSearch => ({
  range: period !== null && 'range' in period ? period.range : undefined,
  from: period !== null && 'from' in period ? period.from : undefined,
  to: period !== null && 'from' in period ? period.to : undefined,
  filters: filters.length === 0 ? undefined : JSON.stringify(filters),
});

export const isOverridden = ({ period, filters }: Override): boolean => period !== null || filters.length > 0;

const NAMES: ReadonlySet<string> = new Set(METRIC_KEYS);

/** Why a card's question cannot take a filter; null if it can. */
const whyNotFiltered = (question: ReportQuestion, { member }: QuestionFilter, group: UserGroup): string | null => {
  const { channel, vertical, filters } = question;
  if (!isDimensionKey(member) || !isDimensionOf(member, group, channel, vertical))
    return 'The channel of this card does not have it.';
  if (filters.length >= REPORT_LIMITS.filters) return `A card has at most ${REPORT_LIMITS.filters} filters.`;
  return whyNotAdded(question, NAMES, group, { dimension: member });
};

interface Overridden {
  question: ReportQuestion;
  /** The dashboard's filters that this card does not have, each with the reason. */
  notes: string[];
}

/** A card's question with the dashboard's dates and those of its filters that fit. */
export const overridden = (
  question: ReportQuestion,
  { period, filters }: Override,
  group: UserGroup,
  labelOf: (member: string) => string,
): Overridden => {
  const start: Overridden = { question: { ...question, ...(period !== null && { period }) }, notes: [] };
  return filters.reduce<Overridden>((so, filter) => {
    const reason = whyNotFiltered(so.question, filter, group);
    if (reason === null) return { ...so, question: { ...so.question, filters: [...so.question.filters, filter] } };
    return { ...so, notes: [...so.notes, `Not filtered (${filterText(labelOf(filter.member), filter)}): ${reason}`] };
  }, start);
};

export const isNamedRange = (name: string): name is NamedRange => Object.hasOwn(NAMED_RANGES, name);
