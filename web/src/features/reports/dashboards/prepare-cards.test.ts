import type { SavedView } from '@paceline/contract';
import { expect, it } from 'vitest';
import { cardOf, movedCard, placedCards } from './prepare-cards.ts';
import { sitesOf, sitesProblem } from './prepare-sites.ts';

const view = (viewKey: number, name: string, chart = 'bar') => ({ viewKey, name, question: { chart } }) as SavedView;

it('names cards by their views, distinguishes two of one view and marks deleted ones', () => {
  const card = { shows: 'chart', width: 'half' } as const;
  const cards = [
    { viewKey: 1, ...card },
    { viewKey: 2, ...card },
    { viewKey: 1, ...card },
  ];
  expect(placedCards(cards, [view(1, 'Spend')]).map(({ key, label }) => [key, label])).toEqual([
    ['1 1', 'Spend'],
    ['2 1', 'Deleted view'],
    ['1 2', 'Spend (2)'],
  ]);
});

it('moves a card up and down, and keeps the order of the rest', () => {
  expect(movedCard(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(movedCard(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});

it('shows a chart view as a chart, and a table view as a table', () => {
  expect(cardOf(view(1, 'Spend')).shows).toBe('chart');
  expect(cardOf(view(1, 'Spend', 'table')).shows).toBe('table');
});

it('reads sites from lines and names the first invalid one', () => {
  expect(sitesOf(' https://A.example/ \n\nhttps://b.example:8443\nhttps://a.example')).toEqual([
    'https://a.example',
    'https://b.example:8443',
  ]);
  expect(sitesProblem(['https://a.example'])).toBeNull();
  expect(sitesProblem(['https://a.example', 'http://b.example'])).toMatch(/^http:\/\/b\.example: Write the site/);
});
