import { type Alert, LEAD_STATUS_CODES } from '@paceline/contract';
import { expect, test } from 'vitest';
import { capLines, reasonHref, type Refusals, refusedText, trendText } from './prepare-home.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const write = (instant: string): string => instant.slice(5, 16);
const cap = (over: Partial<Alert>): Alert =>
  ({
    alertKey: 1,
    ownerKey: 4,
    ownerName: 'Northfield',
    kind: 'cap',
    span: 'day',
    level: 100,
    campaignKey: 12,
    campaignCode: 'NU-1',
    campaignName: 'Nursing',
    used: 50,
    limit: 50,
    since: '2026-11-20T10:00:00Z',
    endsAt: '2026-11-21T06:00:00Z',
    resolvedAt: null,
    resolution: null,
    ...over,
  }) as Alert;

test('full caps say when they open; nearly full ones and those that opened stand apart', () => {
  const alerts = [
    cap({}),
    cap({ alertKey: 2, level: 90, used: 45 }),
    cap({ alertKey: 3, resolvedAt: '2026-11-20T06:00:00Z', resolution: 'RESET' }),
    cap({ alertKey: 4, resolvedAt: '2026-11-18T06:00:00Z', resolution: 'RESET' }),
    cap({ alertKey: 5, resolvedAt: '2026-11-20T06:00:00Z', resolution: 'REMOVED' }),
    cap({ alertKey: 6, level: 80, resolvedAt: '2026-11-20T06:00:00Z', resolution: 'RESET' }),
  ];
  const { full, near, reopened } = capLines(alerts, write, NOW);
  expect(full).toEqual([
    {
      alertKey: 1,
      title: 'Daily cap of NU-1 is reached: 50 of 50',
      detail: 'Nursing. Opens 11-21T06:00',
      ownerName: 'Northfield',
      href: '#/s/mp/allocations/campaigns/summary/12',
    },
  ]);
  expect(near.map(({ alertKey }) => alertKey)).toEqual([2]);
  expect(reopened.map(({ alertKey }) => alertKey)).toEqual([3]);
});

const refusals = (over: Partial<Refusals> = {}): Refusals => ({
  days: { from: '2026-11-13', to: '2026-11-19' },
  posted: { leads: 200, before: 100 },
  refused: { leads: 25, before: 8 },
  refusals: [],
  ...over,
});

test('the share of refused leads stands beside that of the days before', () => {
  expect(refusedText(refusals())).toBe('25 of 200 posted leads refused (12.5%); the 7 days before 8.0%.');
  expect(refusedText(refusals({ posted: { leads: 200, before: 0 } }))).toBe('25 of 200 posted leads refused (12.5%).');
  expect(refusedText(refusals({ posted: { leads: 0, before: 0 } }))).toBe('No leads posted in these days.');
});

test('a reason has its trend in words and leads to its leads', () => {
  const words = ([leads, before]: [number, number]) => trendText({ reason: 'DUP_EMAIL', leads, before });
  expect(
    (
      [
        [12, 5],
        [5, 12],
        [3, 3],
      ] as [number, number][]
    ).map(words),
  ).toEqual(['7 more', '7 fewer', 'as many']);
  const { searchParams } = new URL(
    reasonHref({ reason: 'DUP_EMAIL', leads: 1, before: 0 }, refusals().days!).replace('#', 'http://a'),
  );
  expect(Object.fromEntries(searchParams)).toEqual({
    status: 'INV,DUP,SCR,CAP,CLS,REJ',
    reason: 'DUP_EMAIL',
    from: '2026-11-13',
    to: '2026-11-19',
  });
  expect(LEAD_STATUS_CODES).toEqual(expect.arrayContaining(searchParams.get('status')!.split(',')));
});
