import { expect, it } from 'vitest';
import { aCalendar, aCampaign } from '../../../testing/allocations.ts';
import { calendarFacts, rowFacts } from './prepare-calendar.ts';

it('says which month it is, how far it is, and through when its data is', () => {
  expect(calendarFacts(aCalendar(), 'current')).toEqual({
    month: 'November 2026',
    facts: ['10 of 30 days done, 20 to go', 'data through Nov 10'],
    mark: null,
  });
});

it('tells apart how far spend and inquiries reach where an ad account is late', () => {
  const late = aCalendar({ through: '2026-11-08', leadsThrough: '2026-11-10' });
  expect(calendarFacts(late, 'current').facts[1]).toBe('spend through Nov 8, inquiries through Nov 10');
});

it('marks the first days', () => {
  expect(calendarFacts(aCalendar({ daysDone: 2, early: true }), 'current').mark).toBe('early');
  expect(calendarFacts(aCalendar({ daysDone: 0, early: false }), 'current').mark).toBe('partial');
});

it('says of the next month when it starts and whose numbers it shows', () => {
  const { facts, mark } = calendarFacts(aCalendar({ month: '2026-12-01', daysDone: 0, days: 31 }), 'next');
  expect(facts).toEqual(['starts in 20 days', 'November to date, through Nov 10']);
  expect(mark).toBeNull();
});

it('tells a partner the oldest day that its owners have data through', () => {
  const rows = [aCampaign({ through: '2026-11-02' }), aCampaign({ through: '2026-11-01' })];
  expect(rowFacts(rows, 'current', null)).toEqual({
    month: 'November 2026',
    facts: ['data through Nov 1', 'each school group’s own time zone'],
    mark: 'early',
  });
  expect(rowFacts([aCampaign({ partial: true })], 'current', 'America/Chicago')?.mark).toBe('partial');
  expect(rowFacts([], 'current', null)).toBeNull();
});
