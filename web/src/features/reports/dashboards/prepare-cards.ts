import {
  CARD_GRID,
  CARD_SHOWS,
  type CardShows,
  type DashboardCard,
  type FigureCard,
  type SavedView,
  type TextCard,
  type ViewCard,
} from '@paceline/contract';

/** A card with the name that its tools say. */
export interface PlacedCard {
  card: DashboardCard;
  label: string;
}

export const UNKNOWN_VIEW = 'Deleted view';
const MAX_LABEL = 40;

const nameOf = (card: DashboardCard, views: readonly SavedView[], measureName: (key: string) => string): string => {
  if (card.kind === 'view') return views.find(({ viewKey }) => viewKey === card.viewKey)?.name ?? UNKNOWN_VIEW;
  if (card.kind === 'figure') return card.title || measureName(card.measure);
  if (card.kind === 'hidden') return 'Hidden figure';
  const [line = ''] = card.text.split('\n');
  return line.length > MAX_LABEL ? `${line.slice(0, MAX_LABEL)}…` : line;
};

/** Cards with names; equal names are numbered. */
export const placedCards = (
  cards: readonly DashboardCard[],
  views: readonly SavedView[],
  measureName: (key: string) => string,
): PlacedCard[] => {
  const seen = new Map<string, number>();
  return cards.map((card) => {
    const name = nameOf(card, views, measureName);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { card, label: count === 1 ? name : `${name} (${count})` };
  });
};

/** The card with this id moved to another position; positions outside the list are its ends. */
export const movedCard = (cards: readonly DashboardCard[], id: string, to: number): DashboardCard[] => {
  const moved = cards.find((card) => card.id === id);
  if (moved === undefined) return [...cards];
  const rest = cards.filter((card) => card.id !== id);
  const place = Math.max(0, Math.min(to, rest.length));
  return [...rest.slice(0, place), moved, ...rest.slice(place)];
};

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** A size that the grid allows. */
export const fittingSize = ({ width, height }: Pick<DashboardCard, 'width' | 'height'>) => ({
  width: within(Math.round(width), CARD_GRID.minWidth, CARD_GRID.columns),
  height: within(Math.round(height), 1, CARD_GRID.rows),
});

export const changedCard = (cards: readonly DashboardCard[], next: DashboardCard): DashboardCard[] =>
  cards.map((card) => (card.id === next.id ? next : card));

const freeId = (cards: readonly DashboardCard[]): string => {
  const used = new Set(cards.map(({ id }) => id));
  let number = cards.length + 1;
  while (used.has(`c${number}`)) number += 1;
  return `c${number}`;
};

/** A new card of half the width; a view with a chart shows the chart. */
export const viewCard = (cards: readonly DashboardCard[], { viewKey, question }: SavedView): ViewCard => ({
  kind: 'view',
  id: freeId(cards),
  viewKey,
  shows: question.chart === 'table' ? 'table' : 'chart',
  width: 6,
  height: 8,
});

export const newFigure = (cards: readonly DashboardCard[], measure: string): FigureCard => ({
  kind: 'figure',
  id: freeId(cards),
  title: '',
  measure,
  period: { range: 'thisMonth' },
  filters: [],
  goal: null,
  width: 3,
  height: 3,
});

export const newText = (cards: readonly DashboardCard[]): TextCard => ({
  kind: 'text',
  id: freeId(cards),
  text: '',
  width: 12,
  height: 2,
});

/** A goal takes a bar and a line more. */
export const GOAL_HEIGHT = 4;

/** Height of a card in pixels: rows with the gaps between them. */
const ROW = { height: 44, gap: 12 } as const;
export const cardPixels = (height: number): number => height * ROW.height + (height - 1) * ROW.gap;

/** The size after dragging a corner by this far, on a grid whose columns are this wide. */
export const draggedSize = (
  { width, height }: Pick<DashboardCard, 'width' | 'height'>,
  [across, down]: readonly [number, number],
  gridWidth: number,
) => {
  const column = (gridWidth + ROW.gap) / CARD_GRID.columns;
  return fittingSize({ width: width + across / column, height: height + down / (ROW.height + ROW.gap) });
};

export const sizeWords = ({ width, height }: Pick<DashboardCard, 'width' | 'height'>): string =>
  `${width} of ${CARD_GRID.columns} columns wide, ${height} ${height === 1 ? 'row' : 'rows'} high`;

export const SHOWS_OPTIONS = (Object.entries(CARD_SHOWS) as [CardShows, string][]).map(([value, label]) => ({
  value,
  label,
}));
