import type { WidgetAnswer, WidgetRow } from '@paceline/contract';
import { expect, it } from 'vitest';
import { dayColumns, daysOfGroups, figureColumns, groupsDaysText, totalOfGroups } from './prepare-all-groups.ts';

const answer = (data: WidgetRow[], totals: WidgetRow, to = '2026-11-18'): WidgetAnswer => ({
  data,
  totals,
  range: { from: '2026-11-01', to },
  compared: { from: '2026-10-01', to: '2026-10-18' },
  asOf: to,
  notes: ['Of one school group'],
});
const FIRST = answer(
  [
    { date: '2026-11-01', spend: 100, inquiries: 4 },
    { date: '2026-11-03', spend: 20, inquiries: null },
  ],
  { spend: 120, inquiries: 4, cpl: 30, applications: 1, enrollments: null, starts: null },
);
const SECOND = answer([{ date: '2026-11-01', spend: 60, inquiries: 1 }], {
  spend: 60,
  inquiries: 1,
  cpl: 60,
  applications: null,
  enrollments: null,
  starts: 2,
});

it('sums the school groups, and works out the cost of an inquiry from the sums', () => {
  expect(totalOfGroups([FIRST, SECOND])).toEqual({
    spend: 180,
    inquiries: 5,
    cpl: 36,
    applications: 1,
    enrollments: null,
    starts: 2,
  });
  expect(totalOfGroups([]).cpl).toBeNull();
});

it('has each day of any school group once', () => {
  const days = daysOfGroups([FIRST, SECOND]);
  expect(days?.data.map(({ date, spend, inquiries, cpl }) => [date, spend, inquiries, cpl])).toEqual([
    ['2026-11-01', 160, 5, 32],
    ['2026-11-03', 20, null, null],
  ]);
  expect(days?.compared).toBeNull();
  expect(days?.notes).toEqual([]);
  expect(daysOfGroups([])).toBeNull();
});

it('shows the media partner’s columns, and says whose calendar the days are of', () => {
  expect(figureColumns().map(({ key }) => key)).toEqual(
    ['spend', 'inquiries', 'cpl', 'applications', 'enrollments', 'starts'].filter((key) =>
      figureColumns().some((column) => column.key === key),
    ),
  );
  expect(dayColumns()[0]?.key).toBe('date');
  expect(groupsDaysText([FIRST, SECOND])).not.toContain('calendar');
  expect(groupsDaysText([FIRST, answer([], {}, '2026-11-19')])).toContain('each school group by its own calendar');
});
