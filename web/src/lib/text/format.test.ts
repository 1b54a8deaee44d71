import { expect, it } from 'vitest';
import {
  formatCount,
  formatDay,
  formatDays,
  formatDollars,
  formatInstant,
  formatPercent,
  formatUtc,
  formatWholeDollars,
  zoneName,
} from './format.ts';

it.each([
  [formatCount(1234567), '1,234,567'],
  [formatDollars(1234.5), '$1,234.50'],
  [formatWholeDollars(1234.5), '$1,235'],
  [formatPercent(0.1254), '12.5%'],
  [formatDays(1), '1 day'],
  [formatDays(90), '90 days'],
  [formatDay('2026-03-09'), 'Mar 9, 2026'],
  [formatInstant('2026-03-09T03:30:00Z', 'America/Chicago').replace(/\s/g, ' '), 'Mar 8, 2026, 10:30 PM'],
  [formatUtc('2026-03-09T03:30:05.123Z'), '2026-03-09 03:30:05 UTC'],
  [zoneName('America/Chicago', new Date('2026-01-15T12:00:00Z')), 'Central Time'],
  [zoneName('Not/AZone', new Date()), 'Not/AZone'],
])('%s', (shown, expected) => {
  expect(shown).toBe(expected);
});

it.each([formatCount, formatDollars, formatPercent, formatDays])(
  'shows a dash for no value and a zero for zero',
  (format) => {
    expect(format(null)).toBe('–');
    expect(format(undefined)).toBe('–');
    expect(format(0)).toContain('0');
  },
);
