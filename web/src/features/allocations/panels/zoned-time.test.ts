import { expect, it } from 'vitest';
import { localOf, momentOf } from './zoned-time.ts';

const at = (local: string, zone: string) => momentOf(local, zone)?.toISOString();

it('parses a time in the zone', () => {
  expect(at('2026-11-11T09:00', 'America/Chicago')).toBe('2026-11-11T15:00:00.000Z');
  expect(at('2026-07-11T09:00', 'America/Chicago')).toBe('2026-07-11T14:00:00.000Z');
  expect(at('2026-07-11T09:00', 'America/Phoenix')).toBe('2026-07-11T16:00:00.000Z');
  expect(localOf(new Date('2026-11-11T05:30:00Z'), 'America/New_York')).toBe('2026-11-11T00:30');
});

it('uses the first of a repeated hour, and skips a missing one', () => {
  expect(at('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
  expect(at('2026-03-08T02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z');
});

it('rejects invalid times', () => {
  expect(momentOf('', 'America/Chicago')).toBeNull();
  expect(momentOf('2026-13-40T09:00', 'America/Chicago')).toBeNull();
});
