import { expect, it } from 'vitest';
import { aCalendar, aCampaign } from '../../../testing/allocations.ts';
import { calendarFacts, rowFacts } from './prepare-calendar.ts';

it('shows the month, its progress, and the last day of its data', () => {
  expect(calendarFacts(aCalendar(), 'current')).toEqual({
    month: 'November 2026',
    facts: ['10 of 30 days done, 20 to go', 'data through Nov 10'],
    mark: null,
  });
});

it('shows the last days of spend and inquiries separately if an account is late', () => {
  const late = aCalendar({ through: '2026-11-08', leadsThrough: '2026-11-10' });
  expect(calendarFacts(late, 'current').facts[1]).toBe('spend through Nov 8, inquiries through Nov 10');
});

it('marks the first days of a month', () => {
  expect(calendarFacts(aCalendar({ daysDone: 2, early: true }), 'current').mark).toBe('early');
  expect(calendarFacts(aCalendar({ daysDone: 0, early: false }), 'current').mark).toBe('partial');
});

it('for the next month, shows its start and the month of its figures', () => {
  const { facts, mark } = calendarFacts(aCalendar({ month: '2026-12-01', daysDone: 0, days: 31 }), 'next');
  expect(facts).toEqual(['starts in 20 days', 'November to date, through Nov 10']);
  expect(mark).toBeNull();
});

it('shows a partner the earliest last day among its owners', () => {
  const rows = [aCampaign({ through: '2026-11-02' }), aCampaign({ through: '2026-11-01' })];
  expect(rowFacts(rows, 'current', null)).toEqual({
    month: 'November 2026',
    facts: ['data through Nov 1', 'each school group’s own time zone'],
    mark: 'early',
  });
  expect(rowFacts([aCampaign({ partial: true })], 'current', 'America/Chicago')?.mark).toBe('partial');
  expect(rowFacts([], 'current', null)).toBeNull();
});
