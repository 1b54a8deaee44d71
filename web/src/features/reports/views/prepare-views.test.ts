import { reportQuestionSchema, type SavedView } from '@paceline/contract';
import { describe, expect, test } from 'vitest';
import { currentView, isChanged, searchViews, sharedText } from './prepare-views.ts';

const plain = { channel: 'all', vertical: 'all', period: { range: 'last28' } } as const;
const [first, second] = ['spend', 'validLeads'].map((measure) =>
  reportQuestionSchema.parse({ ...plain, measures: [measure], dimensions: ['client'] }),
);
const view = (over: Partial<SavedView>): SavedView => ({
  viewKey: 1,
  rowVersion: 1,
  name: 'Weekly',
  description: 'For the Monday call',
  sharing: 'private',
  question: first!,
  by: 'Ada Quinn',
  isMine: true,
  mayChange: true,
  updatedAt: '2026-11-16T12:00:00.000Z',
  ...over,
});

describe('the current view', () => {
  const views = [view({}), view({ viewKey: 2, name: 'Daily', question: second! })];
  test('is the opened one, changed or not; otherwise one with the same query in any field order', () => {
    expect(currentView(views, 2, first!)?.name).toBe('Daily');
    const reordered = Object.fromEntries(Object.entries(first!).toReversed()) as typeof first;
    expect(currentView(views, null, reordered!)?.name).toBe('Weekly');
    expect(currentView(views, null, { ...first!, measures: ['clicks'] })).toBeUndefined();
    expect(isChanged(views[1], first!)).toBe(true);
    expect(isChanged(views[0], reordered!)).toBe(false);
    expect(isChanged(undefined, first!)).toBe(false);
  });
});

test('search covers name, description and maker; a shared view shows its maker', () => {
  const views = [view({}), view({ viewKey: 2, name: 'Daily', isMine: false, by: 'Max Ode', description: '' })];
  expect(searchViews(views, 'monday WEEK').map(({ viewKey }) => viewKey)).toEqual([1]);
  expect(searchViews(views, 'ode').map(({ viewKey }) => viewKey)).toEqual([2]);
  expect(searchViews(views, '')).toHaveLength(2);
  expect(views.map(sharedText)).toEqual(['Only you', 'Shared by Max Ode']);
});
