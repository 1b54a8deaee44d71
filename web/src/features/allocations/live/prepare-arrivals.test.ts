import { expect, it } from 'vitest';
import { aCampaign } from '../../../testing/allocations.ts';
import type { Arrival } from '../sheet/sheet-arrivals.ts';
import { initialsOf } from '../../../ui/marks/initials.tsx';
import { arrivalWords, savedRemark } from './prepare-arrivals.ts';

const arrival: Arrival = {
  rowKey: 1,
  columnKey: 'userDefinedMonthlyAllocation',
  before: null,
  after: 75,
  rowVersion: 6,
  by: 'Dana Reyes',
  at: '2026-11-11T15:00:00.000Z',
  isOwn: false,
};

it('says who saved what and when, beside what else the cell says', () => {
  const row = aCampaign({ monthlyAllocation: 55 });
  const saved = 'Dana Reyes saved 75 on Nov 11, 2026, 9:00 AM. It was 55 (agreed).';
  expect(savedRemark(arrival, row, null, 'America/Chicago')).toEqual({ level: 'info', message: saved, initials: 'DR' });
  expect(savedRemark(arrival, row, { level: 'warning', message: 'Above capacity.' }, 'America/Chicago')).toEqual({
    level: 'warning',
    message: `${saved} · Above capacity.`,
    initials: 'DR',
  });
});

it('counts the cells and names up to two', () => {
  const by = (...names: string[]) =>
    arrivalWords(new Map(names.map((name, index) => [index, new Map([['cap', { ...arrival, by: name }]])])));
  expect(by('Dana Reyes')).toBe('Dana Reyes saved 1 cell here, marked in the table.');
  expect(by('Dana Reyes', 'Avery Stone', 'Dana Reyes')).toMatch(/^Dana Reyes and Avery Stone saved 3 cells here/);
  expect(by('A B', 'C D', 'E F')).toMatch(/^3 others saved/);
});

it('abbreviates names', () => {
  expect(['Dana Reyes', 'Anna Maria de la Cruz', 'Paceline'].map(initialsOf)).toEqual(['DR', 'AC', 'P']);
});
