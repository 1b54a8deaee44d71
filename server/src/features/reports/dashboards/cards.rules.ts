import {
  type DashboardCard,
  type FigureCard,
  figureCardQuestion,
  isDimensionKey,
  isMetricKey,
  type MetricViewer,
  whyNotCombined,
} from '@paceline/contract';
import { hiddenFields, isQuestionOffered } from '../../../shared/reports/question.rules.ts';

interface Problem {
  field: string;
  code: string;
  message: string;
}

const isOffered = (card: FigureCard, viewer: MetricViewer, isMine: boolean): boolean =>
  isQuestionOffered(figureCardQuestion(card), viewer, isMine);

/** Cards as the caller may see them: a figure with a field hidden from them keeps its place only. */
export const cardsFor = (cards: readonly DashboardCard[], viewer: MetricViewer, isMine: boolean): DashboardCard[] =>
  cards.map((card) => {
    if (card.kind !== 'figure' || isOffered(card, viewer, isMine)) return card;
    const { id, width, height } = card;
    return { kind: 'hidden', id, width, height };
  });

/** The cards to store: what the caller may not see stays as it was, at its new place and size. */
export const storedCards = (cards: readonly DashboardCard[], before: readonly DashboardCard[]): DashboardCard[] => {
  const byId = new Map(before.map((card) => [card.id, card]));
  return cards.map((card) => {
    const stored = byId.get(card.id);
    return card.kind === 'hidden' && stored ? { ...stored, width: card.width, height: card.height } : card;
  });
};

const isKept = (card: DashboardCard, before: readonly DashboardCard[]): boolean =>
  before.some((stored) => {
    if (stored.id !== card.id || stored.kind !== card.kind) return false;
    if (stored.kind === 'view' && card.kind === 'view') return stored.viewKey === card.viewKey;
    if (stored.kind !== 'figure' || card.kind !== 'figure') return true;
    return JSON.stringify(figureCardQuestion(stored)) === JSON.stringify(figureCardQuestion(card));
  });

const problemOf = (
  card: DashboardCard,
  viewKeys: ReadonlySet<number>,
  viewer: MetricViewer,
): Omit<Problem, 'code'> | null => {
  if (card.kind === 'hidden') return { field: 'id', message: 'There is no such card.' };
  if (card.kind === 'view')
    return viewKeys.has(card.viewKey) ? null : { field: 'viewKey', message: 'There is no such saved view.' };
  if (card.kind === 'text') return null;
  const members = card.filters.map(({ member }) => member);
  if (!members.every(isDimensionKey)) return { field: 'filters', message: 'A figure is filtered by dimensions only.' };
  if (!isMetricKey(card.measure) || hiddenFields(figureCardQuestion(card), viewer, 'default').length > 0)
    return { field: 'measure', message: 'There is no such measure, or you may not see it with these filters.' };
  const combined = { dimensions: members.filter(isDimensionKey), measures: [card.measure], granularity: null };
  const reason = whyNotCombined(combined, viewer.group);
  return reason === null ? null : { field: 'filters', message: reason };
};

/** New cards must be of views and fields that the caller may see; those that were there before may stay. */
export const cardProblems = (
  cards: readonly DashboardCard[],
  before: readonly DashboardCard[],
  viewKeys: ReadonlySet<number>,
  viewer: MetricViewer,
): Problem[] =>
  cards.flatMap((card, index) => {
    const problem = isKept(card, before) ? null : problemOf(card, viewKeys, viewer);
    return problem === null ? [] : [{ ...problem, field: `cards.${index}.${problem.field}`, code: 'unknown' }];
  });
