import { describe, expect, test } from 'vitest';
import { statusClock } from '../../../shared/campaign-status/status-clock.rules.ts';
import { campaignCounters, type CampaignUse, capLevel, counterCauses, endOf, stuckCause } from './scan.rules.ts';

test.each([
  [79, 100, null],
  [80, 100, 80],
  [89, 100, 80],
  [90, 100, 90],
  [99, 100, 90],
  [100, 100, 100],
  [140, 100, 100],
  // Whole units: 80 % of 7 is 5.6, so 5 is below the level.
  [5, 7, null],
  [6, 7, 80],
  [7, 7, 100],
  [1, 1, 100],
  // Money, where 0.1 has no exact double.
  [0.8, 1, 80],
  [7_999.99, 10_000, null],
  [2.7, 3, 90],
  // No cap, and closed.
  [5, null, null],
  [0, 0, null],
  [3, 0, null],
])('%d of %s is at level %s', (used, most, level) => {
  expect(capLevel(used, most)).toBe(level);
});

const use = (over: Partial<CampaignUse>): CampaignUse => ({
  campaignKey: 7,
  usedMonth: 0,
  usedWeek: 0,
  usedDay: 0,
  monthlyCapacity: null,
  incrementalCapacity: null,
  monthlyAllocation: null,
  monthlySoftAllocation: null,
  weeklySoftAllocation: null,
  weeklyAllocation: null,
  dailyAllocation: null,
  clientMonthlyAllocation: null,
  userDefinedMonthlyAllocation: null,
  userDefinedMonthlySoftAllocation: null,
  userDefinedWeeklySoftAllocation: null,
  userDefinedDailyAllocation: null,
  ...over,
});

describe('alerts of a campaign', () => {
  const clock = statusClock(new Date('2026-11-18T20:00:00Z'), 'America/Chicago');
  const causes = (over: Partial<CampaignUse>, at = clock) => counterCauses(campaignCounters(use(over), at));

  test('each cap by itself, the adjusted one before the agreed one, a target only when it is reached', () => {
    const openCauses = causes({
      usedMonth: 95,
      usedWeek: 20,
      usedDay: 8,
      monthlyAllocation: 50,
      userDefinedMonthlyAllocation: 100,
      monthlySoftAllocation: 96,
      weeklySoftAllocation: 20,
      dailyAllocation: 10,
    });
    expect(openCauses.map(({ cause, period, level }) => [cause, period, level])).toEqual([
      ['cap:month:7', '2026-11-01:100', 90],
      ['cap:day:7', '2026-11-18:10', 80],
      ['target:week:7', '2026-11-16:20', 100],
    ]);
  });

  test('a target does not alert once its cap is reached', () => {
    const plan = { usedMonth: 9, monthlySoftAllocation: 8, monthlyAllocation: 10 };
    expect(causes(plan).map(({ cause }) => cause)).toEqual(['cap:month:7', 'target:month:7']);
    expect(causes({ ...plan, usedMonth: 10 }).map(({ cause }) => cause)).toEqual(['cap:month:7']);
    expect(causes({ ...plan, usedMonth: 10, dailyAllocation: 0 }).map(({ cause }) => cause)).toEqual(['cap:month:7']);
  });

  test('a week split by the 1st has a cap for each part, and starts again on the 1st', () => {
    const last = statusClock(new Date('2026-10-31T20:00:00Z'), 'America/Chicago');
    // Monday to Saturday: 6 of 7 days, so 6/7 of 14.
    expect(causes({ usedWeek: 12, weeklyAllocation: 14 }, last)).toMatchObject([
      { period: '2026-10-26:12', level: 100, most: 12, endsAt: new Date('2026-11-01T05:00:00Z') },
    ]);
    const first = statusClock(new Date('2026-11-01T20:00:00Z'), 'America/Chicago');
    // Sunday alone: 1 of 7 days.
    expect(causes({ usedWeek: 2, weeklyAllocation: 14 }, first)).toMatchObject([
      { period: '2026-11-01:2', level: 100 },
    ]);
  });

  test('a 25-hour day ends at the owner’s midnight', () => {
    const morning = statusClock(new Date('2026-11-01T05:30:00Z'), 'America/Chicago');
    const evening = statusClock(new Date('2026-11-02T05:59:00Z'), 'America/Chicago');
    for (const at of [morning, evening])
      expect(causes({ usedDay: 9, dailyAllocation: 10 }, at)).toMatchObject([
        { period: '2026-11-01:10', endsAt: new Date('2026-11-02T06:00:00Z') },
      ]);
    const next = statusClock(new Date('2026-11-02T06:00:00Z'), 'America/Chicago');
    expect(causes({ usedDay: 9, dailyAllocation: 10 }, next)).toMatchObject([{ period: '2026-11-02:10' }]);
  });
});

const clockAt = (now: Date) => statusClock(now, 'America/Chicago');

test('reasons for the end of an alert', () => {
  const now = new Date('2026-11-18T20:00:00Z');
  const cap = {
    alertKey: 1,
    kind: 'cap',
    cause: 'cap:day:7',
    period: 'x',
    used: 9,
    most: 10,
    endsAt: new Date('2026-11-19T06:00:00Z'),
    isExpected: true,
  } as const;
  const counter = (used: number, most: number | null) => ({
    ...campaignCounters(use({}), clockAt(now))[2]!,
    used,
    most,
  });
  expect(endOf(cap, counter(7, 10), now)).toBe('BELOW');
  expect(endOf(cap, counter(9, 12), now)).toBe('LIMIT_CHANGED');
  expect(endOf(cap, counter(9, null), now)).toBe('LIMIT_CHANGED');
  expect(endOf(cap, undefined, now)).toBe('REMOVED');
  expect(endOf({ ...cap, kind: 'target' }, counter(10, 10), now)).toBe('CAP_REACHED');
  expect(endOf(cap, counter(7, 10), new Date('2026-11-19T06:00:00Z'))).toBe('RESET');
});

test('leads of one endpoint and reason are one cause; those without an endpoint are grouped by client', () => {
  const leads = { clientKey: 3, reason: 'TIMEOUT', leads: 5, old: 0, since: new Date() };
  expect(stuckCause({ ...leads, endpointKey: 9 })).toMatchObject({ cause: 'stuck:9:TIMEOUT', level: 1, used: 5 });
  expect(stuckCause({ ...leads, endpointKey: null, old: 1 })).toMatchObject({
    cause: 'stuck:none:3:TIMEOUT',
    level: 2,
  });
});
