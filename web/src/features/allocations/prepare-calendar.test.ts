import { expect, it } from 'vitest';
import { aCalendar, aCampaign } from '../../testing/allocations.ts';
import { calendarFacts, rowFacts } from './prepare-calendar.ts';

it('says which month it is, how far it is, through when its data is, and in which zone', () => {
  expect(calendarFacts(aCalendar(), 'current')).toEqual({
    month: 'November 2026',
    facts: ['10 of 30 days done, 20 to go', 'data through Nov 10, 2026', 'Central Standard Time'],
    mark: null,
  });
});

it('marks the first days', () => {
  expect(calendarFacts(aCalendar({ daysDone: 2, early: true }), 'current').mark).toBe('early');
  expect(calendarFacts(aCalendar({ daysDone: 0, early: false }), 'current').mark).toBe('partial');
});

it('says of the next month when it starts and whose numbers it shows', () => {
  const { facts, mark } = calendarFacts(aCalendar({ month: '2026-12-01', daysDone: 0, days: 31 }), 'next');
  expect(facts.slice(0, 2)).toEqual(['starts in 20 days', 'November to date, through Nov 10, 2026']);
  expect(mark).toBeNull();
});

it('tells a partner the oldest day that its owners have data through', () => {
  const rows = [aCampaign({ through: '2026-11-02' }), aCampaign({ through: '2026-11-01' })];
  expect(rowFacts(rows, 'current', null)).toEqual({
    month: 'November 2026',
    facts: ['data through Nov 1, 2026', 'each school group’s own time zone'],
    mark: 'early',
  });
  expect(rowFacts([aCampaign({ partial: true })], 'current', 'America/Chicago')?.mark).toBe('partial');
  expect(rowFacts([], 'current', null)).toBeNull();
});
