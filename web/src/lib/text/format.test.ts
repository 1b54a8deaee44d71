import { afterEach, describe, expect, it } from 'vitest';
import { useSession } from '../session/session-store.ts';
import {
  formatCount,
  formatDay,
  formatDays,
  formatDollars,
  formatInstant,
  formatPercent,
  formatRowInstant,
  formatUtc,
  formatWholeDollars,
  hasSeveralZones,
  localZone,
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

describe('times of a media partner’s rows', () => {
  const owner = (ownerKey: number, timeZone: string) => ({
    ownerKey,
    name: `Owner ${ownerKey}`,
    variant: null,
    timeZone,
  });
  const AT = '2026-03-09T17:02:00Z';
  const textOf = (row: object, zone: string): string => formatRowInstant(AT, row, zone).replaceAll(/\s/g, ' ');
  afterEach(() => useSession.setState({ owners: null, activeOwner: null }));

  it('are in the zone of the row’s owner, which is named where there are several', () => {
    useSession.setState({ owners: [owner(1, 'America/Chicago'), owner(2, 'America/New_York')], activeOwner: null });
    expect(textOf({ ownerKey: 1 }, 'UTC')).toBe('Mar 9, 2026, 12:02 PM CDT');
    expect(textOf({ ownerKey: 2 }, 'UTC')).toBe('Mar 9, 2026, 1:02 PM EDT');
    expect(hasSeveralZones()).toBe(true);
    expect(localZone()).toBe('America/Chicago');
  });

  it('name no zone where all owners have one: the column does', () => {
    useSession.setState({ owners: [owner(1, 'America/Chicago'), owner(2, 'America/Chicago')], activeOwner: null });
    expect(textOf({ ownerKey: 2 }, localZone())).toBe('Mar 9, 2026, 12:02 PM');
    expect(hasSeveralZones()).toBe(false);
  });

  it('are in the zone of the chosen owner for everybody who has chosen one', () => {
    const owners = [owner(1, 'America/Chicago'), owner(2, 'America/New_York')];
    useSession.setState({ owners, activeOwner: owners[1]! });
    expect(textOf({}, localZone())).toBe('Mar 9, 2026, 1:02 PM');
  });
});
