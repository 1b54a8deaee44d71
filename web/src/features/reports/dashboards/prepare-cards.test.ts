import type { DashboardCard, SavedView } from '@paceline/contract';
import { expect, it } from 'vitest';
import {
  changedCard,
  draggedSize,
  fittingSize,
  movedCard,
  newFigure,
  newText,
  placedCards,
  sizeWords,
  viewCard,
} from './prepare-cards.ts';

const view = (viewKey: number, name: string, chart = 'bar') => ({ viewKey, name, question: { chart } }) as SavedView;
const card = (id: string, viewKey = 1): DashboardCard => ({ ...viewCard([], view(viewKey, 'Spend')), id });
const ids = (cards: readonly DashboardCard[]) => cards.map(({ id }) => id);

it('names cards by view, title, measure or first line, numbers equal names and marks deleted views', () => {
  const figure = newFigure([], 'validLeads');
  const cards: DashboardCard[] = [
    card('a'),
    card('b', 2),
    card('c'),
    { ...figure, id: 'd' },
    { ...figure, id: 'e', title: 'Inquiries of the term' },
    { ...newText([]), id: 'f', text: `${'Long '.repeat(20)}\nSecond line` },
    { id: 'g', kind: 'hidden', width: 3, height: 2 },
  ];
  expect(placedCards(cards, [view(1, 'Spend')], () => 'Valid Leads').map(({ label }) => label)).toEqual([
    'Spend',
    'Deleted view',
    'Spend (2)',
    'Valid Leads',
    'Inquiries of the term',
    `${'Long '.repeat(8)}…`,
    'Hidden figure',
  ]);
});

it('moves a card, keeps the order of the rest and stays within the list', () => {
  const cards = ['a', 'b', 'c'].map((id) => card(id));
  expect(ids(movedCard(cards, 'c', 0))).toEqual(['c', 'a', 'b']);
  expect(ids(movedCard(cards, 'a', 1))).toEqual(['b', 'a', 'c']);
  expect(ids(movedCard(cards, 'a', 9))).toEqual(['b', 'c', 'a']);
  expect(ids(movedCard(cards, 'b', -1))).toEqual(['b', 'a', 'c']);
  expect(ids(movedCard(cards, 'gone', 1))).toEqual(['a', 'b', 'c']);
});

it('sizes a card by columns and rows of the grid, within its limits', () => {
  const small = { width: 6, height: 5 };
  // A grid of 1,188 px has columns of 100 px with their gap; rows are 56 px.
  expect(draggedSize(small, [199, 60], 1188)).toEqual({ width: 8, height: 6 });
  expect(draggedSize(small, [-900, -900], 1188)).toEqual({ width: 2, height: 1 });
  expect(draggedSize(small, [5000, 5000], 1188)).toEqual({ width: 12, height: 24 });
  expect(fittingSize({ width: 13, height: 0 })).toEqual({ width: 12, height: 1 });
  expect(sizeWords({ width: 3, height: 1 })).toBe('3 of 12 columns wide, 1 row high');
});

it('gives new cards an id of their own; a view with a chart is shown as one', () => {
  const cards = [card('c2'), card('c3')];
  expect(viewCard(cards, view(1, 'Spend'))).toMatchObject({ id: 'c4', shows: 'chart' });
  expect(viewCard([card('c2')], view(1, 'Spend', 'table'))).toMatchObject({ id: 'c3', shows: 'table' });
  expect(ids(changedCard(cards, { ...newText(cards), id: 'c3', text: 'New' }))).toEqual(['c2', 'c3']);
});
