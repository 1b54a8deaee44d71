import {
  CARD_SHOWS,
  CARD_WIDTHS,
  type CardShows,
  type CardWidth,
  type DashboardCard,
  type SavedView,
} from '@paceline/contract';

/** A card with a key: a view may occur twice, so the view alone does not identify it. */
interface PlacedCard extends DashboardCard {
  key: string;
  label: string;
}

export const UNKNOWN_VIEW = 'Deleted view';

export const placedCards = (cards: readonly DashboardCard[], views: readonly SavedView[]): PlacedCard[] => {
  const seen = new Map<number, number>();
  return cards.map((card) => {
    const count = (seen.get(card.viewKey) ?? 0) + 1;
    seen.set(card.viewKey, count);
    const name = views.find(({ viewKey }) => viewKey === card.viewKey)?.name ?? UNKNOWN_VIEW;
    return { ...card, key: `${card.viewKey} ${count}`, label: count === 1 ? name : `${name} (${count})` };
  });
};

/** Moves a card to another position. */
export const movedCard = <One>(cards: readonly One[], from: number, to: number): One[] => {
  const moved = cards[from];
  if (moved === undefined) return [...cards];
  const rest = cards.filter((_, index) => index !== from);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
};

/** A new card at half width; a view with a chart shows the chart. */
export const cardOf = ({ viewKey, question }: SavedView): DashboardCard => ({
  viewKey,
  shows: question.chart === 'table' ? 'table' : 'chart',
  width: 'half',
});

const options = <Name extends string>(words: Readonly<Record<Name, string>>) =>
  (Object.entries(words) as [Name, string][]).map(([value, label]) => ({ value, label }));
export const SHOWS_OPTIONS = options<CardShows>(CARD_SHOWS);
export const WIDTH_OPTIONS = options<CardWidth>(CARD_WIDTHS);
