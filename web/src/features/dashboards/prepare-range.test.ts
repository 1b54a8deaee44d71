import { describe, expect, it } from 'vitest';
import { FILTER_NAMES } from '../../shared/filter-bar/prepare-filters.ts';
import type { FilterSearch } from '../../shared/filter-bar/filter-search.ts';
import { filtersFor } from './catalogue/prepare-report.ts';
import { DASHBOARD_FILTERS, readDashboardSearch } from './dashboard-search.ts';
import { todayIn } from '../../lib/text/format.ts';
import { bodyFor, bodyOf, chosenRange, comparedText, grainOf, isRange } from './prepare-range.ts';
import { writtenDays } from '../../lib/text/days-text.ts';

const TODAY = '2026-03-15';
const days = (range: string, today = TODAY) => {
  const chosenDays = chosenRange({ range }, today);
  return chosenDays.kind === 'days' ? `${chosenDays.days.from} ${chosenDays.days.to}` : chosenDays.kind;
};

describe('the days of a named range', () => {
  it.each([
    ['thisMonth', '2026-03-01 2026-03-14'],
    ['lastMonth', '2026-02-01 2026-02-28'],
    ['last7', '2026-03-08 2026-03-14'],
    ['last28', '2026-02-15 2026-03-14'],
    ['last3Months', '2025-12-01 2026-02-28'],
    ['last6Months', '2025-09-01 2026-02-28'],
    ['last12Months', '2025-03-01 2026-02-28'],
    ['yesterday', '2026-03-14 2026-03-14'],
    ['2026-01', '2026-01-01 2026-01-31'],
    ['2026-03', '2026-03-01 2026-03-14'],
  ])('%s is %s: ranges end with the last complete day', (range, expected) => {
    expect(days(range)).toBe(expected);
  });

  it('is the day itself on the first of a month', () => {
    expect(days('thisMonth', '2026-03-01')).toBe('2026-03-01 2026-03-01');
    expect(days('lastMonth', '2026-03-01')).toBe('2026-02-01 2026-02-28');
    expect(days('last7', '2026-01-01')).toBe('2025-12-25 2025-12-31');
  });

  it('handles leap days and year ends', () => {
    expect(days('lastMonth', '2028-03-31')).toBe('2028-02-01 2028-02-29');
    expect(days('lastMonth', '2026-01-31')).toBe('2025-12-01 2025-12-31');
  });

  it('leaves the days to each widget for an unknown range', () => {
    expect(days('own')).toBe('default');
    expect(days('toString')).toBe('default');
    expect(days('2026-13')).toBe('default');
    expect(chosenRange({}, TODAY)).toEqual({ kind: 'default' });
  });

  it.each([
    [{ to: '2026-01-02' }, 'from', 'Enter a start date.'],
    [{ from: '2026-01-02' }, 'to', 'Enter an end date.'],
    [{ from: '2026-01-03', to: '2026-01-02' }, 'to', 'The end date is before the start date, Jan 3, 2026.'],
    [{ from: '2020-01-03', to: '2026-01-02' }, 'to', 'Choose at most 25 months.'],
  ])('reports the error of %o at its field', (dates, field, message) => {
    expect(chosenRange({ range: 'custom', ...dates }, TODAY)).toEqual({ kind: 'wrong', field, message });
  });

  it('takes one day as a range of its own', () => {
    const day = '2026-01-02';
    expect(chosenRange({ range: 'custom', from: day, to: day }, TODAY)).toMatchObject({
      days: { from: day, to: day },
    });
  });

  it('accepts only its own names', () => {
    expect([isRange('last7'), isRange('constructor'), isRange(undefined)]).toEqual([true, false, false]);
  });
});

it('uses the owner’s current day', () => {
  const now = new Date('2026-03-01T04:30:00Z');
  expect(todayIn('America/Chicago', now)).toBe('2026-02-28');
  expect(todayIn('Pacific/Auckland', now)).toBe('2026-03-01');
});

it('formats days without repeating month or year', () => {
  expect(writtenDays({ from: '2026-11-01', to: '2026-11-14' })).toBe('Nov 1 – 14, 2026');
  expect(writtenDays({ from: '2026-08-01', to: '2026-10-31' })).toBe('Aug 1 – Oct 31, 2026');
  expect(writtenDays({ from: '2025-12-01', to: '2026-02-28' })).toBe('Dec 1, 2025 – Feb 28, 2026');
});

it('names the compared dates', () => {
  const chosen = chosenRange({ range: 'thisMonth' }, TODAY);
  expect(comparedText(chosen, 'previous', TODAY)).toBe('Feb 1 – 14, 2026');
  expect(comparedText(chosen, 'lastYear', TODAY)).toBe('Mar 1 – 14, 2025');
  expect(comparedText({ kind: 'default' }, 'previous', TODAY)).toBeNull();
});

it('adapts the grain to the range until a suitable one is chosen', () => {
  const year = { from: '2025-03-01', to: '2026-02-28' };
  expect(grainOf({}, year)).toBe('month');
  expect(grainOf({ grain: 'week' }, year)).toBe('week');
  expect(grainOf({ grain: 'day' }, year)).toBe('month');
});

describe('the query of a widget', () => {
  it('uses the month in which the days end for pacing, because budgets are monthly', () => {
    const body = { ownerKey: 7, startDate: '2026-02-20', endDate: '2026-03-14', brandKeys: [1] };
    expect(bodyFor('pacingBrand', body)).toEqual({ ownerKey: 7, month: '2026-03', brandKeys: [1] });
    expect(bodyFor('overpacingCampaigns', body)).toEqual({ ownerKey: 7, month: '2026-03', brandKeys: [1] });
    expect(bodyFor('topChannels', body)).toEqual(body);
    expect(bodyFor('pacingBrand', { ownerKey: 7 })).toEqual({ ownerKey: 7 });
  });

  it('has only the owner if nothing is chosen', () => {
    expect(bodyOf({}, 7, TODAY)).toEqual({ ownerKey: 7 });
  });

  it('has every filter of the address under the call’s name', () => {
    const search = {
      range: 'last7',
      compare: 'lastYear',
      brand: [1],
      client: [2],
      campus: [3],
      program: [8],
      state: ['OH'],
      lineItem: [4],
      customChannel: [5],
      partner: [6],
      channel: ['ppl'],
    };
    expect(bodyOf(search, 7, TODAY)).toEqual({
      ownerKey: 7,
      startDate: '2026-03-08',
      endDate: '2026-03-14',
      grain: 'day',
      compare: 'lastYear',
      brandKeys: [1],
      clientKeys: [2],
      campusKeys: [3],
      programNameKeys: [8],
      states: ['OH'],
      goalKeys: [4],
      customChannelKeys: [5],
      partnerKeys: [6],
      channels: ['ppl'],
    });
  });

  it('drops an unknown comparison', () => {
    expect(bodyOf({ compare: 'century' }, 7, TODAY)).toEqual({ ownerKey: 7 });
  });
});

it('every filter that is applied is offered, as a choice is kept from page to page', () => {
  const words: FilterSearch = { channel: ['ppl'], state: ['OH'] };
  const applied = FILTER_NAMES.filter((name) => {
    const search = { [name]: words[name] ?? [1] };
    return Object.keys(bodyOf(search, 7, TODAY)).length > Object.keys(bodyOf({}, 7, TODAY)).length;
  });
  expect(applied.toSorted()).toEqual(DASHBOARD_FILTERS.toSorted());
  expect(filtersFor('ag')).toEqual(DASHBOARD_FILTERS);
});

it('reads valid values from the address', () => {
  expect(
    readDashboardSearch({ range: 'last7', from: '2026-01-01', to: 'tomorrow', compare: 'previous' }),
  ).toMatchObject({
    range: 'last7',
    from: '2026-01-01',
    to: undefined,
    compare: 'previous',
  });
  expect(readDashboardSearch({ from: '2026-1-1', to: ['2026-01-01'] })).toMatchObject({
    from: undefined,
    to: undefined,
  });
});
