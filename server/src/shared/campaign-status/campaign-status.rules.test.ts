import { type DayParting, type MonthPlan, SUB_STATUSES, type SubStatus, WEEKDAYS } from '@paceline/contract';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test, vi } from 'vitest';
import { campaignStatus, type StatusInput, type StatusPause } from './campaign-status.rules.ts';
import { statusClock } from './status-clock.rules.ts';

const ZONE = 'America/Chicago';
/** A Tuesday, 10:00 in Chicago. */
const NOW = new Date('2026-03-10T15:00:00Z');
const clock = statusClock(NOW, ZONE);

const NO_CAPS: MonthPlan = {
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
};

type Change = Omit<Partial<StatusInput>, 'campaign' | 'plan'> & {
  campaign?: Partial<StatusInput['campaign']>;
  plan?: Partial<MonthPlan> | null;
};

/** A live campaign with these changes. */
const input = ({ campaign, plan, ...rest }: Change = {}): StatusInput => ({
  campaign: {
    isPpl: true,
    deletedAt: null,
    activatedAt: new Date('2026-01-01T00:00:00Z'),
    startDate: '2026-01-01',
    endDate: null,
    missing: [],
    ...campaign,
  },
  pauses: [],
  partnerActive: true,
  partnerClientStatus: 'ACTIVE',
  ioRequired: false,
  ioAccepted: false,
  plan: plan === null ? null : { ...NO_CAPS, monthlyAllocation: 100, ...plan },
  counts: { month: 10, week: 3, day: 1 },
  goal: { hardCap: false, spent: 9_000, spendGoal: 10_000 },
  dayParting: null,
  platformStatus: null,
  ...rest,
});

const pause = (startsOn: string, endsOn: string | null, reason = ''): StatusPause => ({
  startsOn,
  endsOn,
  reason,
  cancelledAt: null,
});
const hours = (start: string, end: string, timeZone = ZONE): DayParting => ({
  timeZone,
  outsideHours: 'REJECT',
  days: WEEKDAYS.map((day) => ({ day, intervals: [{ start, end, cap: null }] })),
});
const midnight = (day: string, offset = '-05:00'): Date => new Date(`${day}T00:00:00${offset}`);
const status = (change: Change, at = clock) => campaignStatus(input(change), at);
const codes = (change: Change, at = clock): SubStatus[] => status(change, at).statusReasons.map(({ code }) => code);

/** For each status: its cause, its message, and when the clock ends it. */
const CASES: Record<SubStatus, { change: Change; message: string; next: Date | null }> = {
  DELETED: {
    change: { campaign: { deletedAt: new Date('2026-03-03T15:00:00Z') } },
    message: 'Deleted Mar 3, 2026, 9:00 AM CST.',
    next: null,
  },
  DRAFT: {
    change: { campaign: { activatedAt: null, missing: ['price', 'tracking URL'] } },
    message: 'Draft: still missing price, tracking URL.',
    next: null,
  },
  ENDED: {
    change: { campaign: { endDate: '2026-03-09' } },
    message: 'Ended: its end date was Mar 9, 2026.',
    next: null,
  },
  PAUSED: {
    change: { pauses: [pause('2026-03-09', '2026-03-13', 'call center closed')] },
    message: 'Paused since Mar 9, 2026 (call center closed). Resumes Mar 14, 2026, 12:00 AM CDT.',
    next: midnight('2026-03-14'),
  },
  SCHEDULED: {
    change: { campaign: { startDate: '2026-03-11' } },
    message: 'Scheduled: starts Mar 11, 2026, 12:00 AM CDT.',
    next: midnight('2026-03-11'),
  },
  PARTNER_INACTIVE: {
    change: { partnerActive: false },
    message: 'Partner inactive: the media partner is deactivated.',
    next: null,
  },
  IO_PENDING: {
    change: { ioRequired: true },
    message: 'Awaiting IO: no insertion order is accepted for March 2026.',
    next: null,
  },
  NO_ALLOCATION: {
    change: { plan: null },
    message: 'No allocation for March 2026 yet.',
    next: null,
  },
  GOAL_CAP: {
    change: { goal: { hardCap: true, spent: 10_000.5, spendGoal: 10_000 } },
    message: 'Goal budget reached: $10,000.50/$10,000.00. Resets Apr 1, 2026, 12:00 AM CDT.',
    next: midnight('2026-04-01'),
  },
  CAP_MONTH: {
    change: { counts: { month: 100, week: 3, day: 1 } },
    message: 'Monthly cap reached: 100/100. Resets Apr 1, 2026, 12:00 AM CDT.',
    next: midnight('2026-04-01'),
  },
  CAP_WEEK: {
    change: { plan: { weeklyAllocation: 3 } },
    message: 'Weekly cap reached: 3/3. Resets Mar 16, 2026, 12:00 AM CDT.',
    next: midnight('2026-03-16'),
  },
  CAP_DAY: {
    change: { plan: { dailyAllocation: 25 }, counts: { month: 30, week: 25, day: 25 } },
    message: 'Daily cap reached: 25/25. Resets Mar 11, 2026, 12:00 AM CDT.',
    next: midnight('2026-03-11'),
  },
  OFF_HOURS: {
    change: { dayParting: hours('11:00', '20:00') },
    message: 'Outside hours. Opens Mar 10, 2026, 11:00 AM CDT.',
    next: new Date('2026-03-10T11:00:00-05:00'),
  },
  PLATFORM_PAUSED: {
    change: { campaign: { isPpl: false }, platformStatus: 'PAUSED' },
    message: 'Paused in platform: the linked campaign is paused there.',
    next: null,
  },
  SOFT_CAP: {
    change: { plan: { monthlySoftAllocation: 10 } },
    message: 'Monthly target reached: 10/10. Resets Apr 1, 2026, 12:00 AM CDT.',
    next: midnight('2026-04-01'),
  },
  PAUSE_SCHEDULED: {
    change: { pauses: [pause('2026-03-11', '2026-03-13')] },
    message: 'Pause set from Mar 11, 2026 to Mar 13, 2026.',
    next: midnight('2026-03-11'),
  },
  LIVE: { change: {}, message: 'Live', next: null },
};

describe('each status', () => {
  test.each(SUB_STATUSES)('%s has its reason and its next change by the clock', (code) => {
    const { change, message, next } = CASES[code];
    expect(status(change)).toEqual({ subStatus: code, statusReasons: [{ code, message }], nextChangeAt: next });
  });
});

/** Two changes combined; pauses and plans are merged, as both can hold. */
const both = (a: Change, b: Change): Change => ({
  ...a,
  ...b,
  campaign: { ...a.campaign, ...b.campaign },
  plan: a.plan === null || b.plan === null ? null : { ...a.plan, ...b.plan },
  pauses: [...(a.pauses ?? []), ...(b.pauses ?? [])],
  counts: {
    month: Math.max(a.counts?.month ?? 10, b.counts?.month ?? 10),
    week: Math.max(a.counts?.week ?? 3, b.counts?.week ?? 3),
    day: Math.max(a.counts?.day ?? 1, b.counts?.day ?? 1),
  },
});

/** Without a row for the month there is no cap to reach; only PPL campaigns need one. */
const EXCLUDE_EACH_OTHER = new Set(
  ['CAP_MONTH', 'CAP_WEEK', 'CAP_DAY', 'PLATFORM_PAUSED', 'SOFT_CAP'].map((code) => `NO_ALLOCATION ${code}`),
);
const PAIRS = SUB_STATUSES.flatMap((first, index) =>
  SUB_STATUSES.slice(index + 1)
    .filter((second) => second !== 'LIVE' && !EXCLUDE_EACH_OTHER.has(`${first} ${second}`))
    .map((second) => [first, second] as const),
);

test.each(PAIRS)('%s precedes %s, and both are listed', (first, second) => {
  const matchedCodes = codes(both(CASES[second].change, CASES[first].change));
  expect(matchedCodes[0]).toBe(first);
  expect(matchedCodes).toContain(second);
});

describe('the cause of a status', () => {
  test.each([
    ['a draft without gaps is not active yet', { campaign: { activatedAt: null } }, 'DRAFT'],
    ['its last day still runs', { campaign: { endDate: '2026-03-10' } }, 'LIVE'],
    ['a pause has its last day', { pauses: [pause('2026-03-02', '2026-03-10')] }, 'PAUSED'],
    ['a pause without an end', { pauses: [pause('2026-03-10', null)] }, 'PAUSED'],
    ['a pause that is over', { pauses: [pause('2026-03-02', '2026-03-09')] }, 'LIVE'],
    ['a pause that was cancelled', { pauses: [{ ...pause('2026-03-02', null), cancelledAt: NOW }] }, 'LIVE'],
    ['it starts today', { campaign: { startDate: '2026-03-10' } }, 'LIVE'],
    ['the mapping is terminated', { partnerClientStatus: 'TERMINATED' }, 'PARTNER_INACTIVE'],
    ['the mapping is pending', { partnerClientStatus: 'PENDING' }, 'PARTNER_INACTIVE'],
    ['no mapping stops nothing', { partnerClientStatus: null }, 'LIVE'],
    ['an accepted order', { ioRequired: true, ioAccepted: true }, 'LIVE'],
    ['an allocation of 0 is closed, and says so once', { plan: { monthlyAllocation: 0 } }, 'NO_ALLOCATION'],
    ['a change to 0 in the month', { plan: { userDefinedMonthlyAllocation: 0 } }, 'NO_ALLOCATION'],
    [
      'a month of 0 says nothing of its other caps and targets',
      {
        plan: {
          userDefinedMonthlyAllocation: 0,
          userDefinedDailyAllocation: 0,
          weeklyAllocation: 0,
          userDefinedMonthlySoftAllocation: 0,
          userDefinedWeeklySoftAllocation: 0,
        },
      },
      'NO_ALLOCATION',
    ],
    ['a blank allocation is no cap', { plan: { monthlyAllocation: null } }, 'LIVE'],
    ['a platform campaign needs no allocation', { campaign: { isPpl: false }, plan: null }, 'LIVE'],
    ['the changed cap holds, not the one before', { plan: { userDefinedMonthlyAllocation: 10 } }, 'CAP_MONTH'],
    ['a raised cap opens again', { plan: { monthlyAllocation: 10, userDefinedMonthlyAllocation: 11 } }, 'LIVE'],
    ['a daily cap of 0 is closed', { plan: { userDefinedDailyAllocation: 0 } }, 'CAP_DAY'],
    ['a goal without a hard cap', { goal: { hardCap: false, spent: 11_000, spendGoal: 10_000 } }, 'LIVE'],
    ['a goal without a budget', { goal: { hardCap: true, spent: 11_000, spendGoal: null } }, 'LIVE'],
    [
      'no hours in the whole week',
      { dayParting: { ...hours('08:00', '20:00'), days: [{ day: 'MON', intervals: [] }] } },
      'OFF_HOURS',
    ],
    ['hours of no days are always open', { dayParting: { ...hours('08:00', '20:00'), days: [] } }, 'LIVE'],
    ['a removed platform campaign', { platformStatus: 'REMOVED' }, 'PLATFORM_PAUSED'],
    ['a weekly target', { plan: { userDefinedWeeklySoftAllocation: 3 } }, 'SOFT_CAP'],
  ] satisfies [string, Change, SubStatus][])('%s', (_, change, expected) => {
    expect(codes(change)).toEqual([expected]);
  });

  test('a media partner sees that a goal is capped, without amounts', () => {
    const partner = statusClock(NOW, ZONE, { hidesBudget: true });
    const { change } = CASES.GOAL_CAP;
    expect(status(change, partner).statusReasons[0]?.message).toBe(
      'Goal budget reached. Resets Apr 1, 2026, 12:00 AM CDT.',
    );
  });
});

describe('the next change by the clock', () => {
  test.each([
    ['an end date', { campaign: { endDate: '2026-03-31' } }, midnight('2026-04-01')],
    [
      'an end before the cap resets',
      { ...CASES.CAP_MONTH.change, campaign: { endDate: '2026-03-20' } },
      midnight('2026-03-21'),
    ],
    [
      'a pause before the cap resets',
      { ...CASES.CAP_MONTH.change, pauses: [pause('2026-03-12', null)] },
      midnight('2026-03-12'),
    ],
    [
      'a pause that outlasts the daily cap',
      { ...CASES.CAP_DAY.change, pauses: [pause('2026-03-10', '2026-03-13')] },
      midnight('2026-03-14'),
    ],
    [
      'the end inside a pause',
      { pauses: [pause('2026-03-10', '2026-03-20')], campaign: { endDate: '2026-03-12' } },
      midnight('2026-03-13'),
    ],
    ['a pause without an end', { pauses: [pause('2026-03-10', null)] }, null],
    ['hours that close', { dayParting: hours('08:00', '20:00') }, new Date('2026-03-10T20:00:00-05:00')],
    [
      'hours that close while a daily cap is reached',
      { ...CASES.CAP_DAY.change, dayParting: hours('08:00', '20:00') },
      midnight('2026-03-11'),
    ],
    ['hours round the clock never change', { dayParting: hours('00:00', '24:00') }, null],
    [
      'hours of another zone',
      { dayParting: hours('08:00', '20:00', 'America/New_York') },
      new Date('2026-03-10T20:00:00-04:00'),
    ],
    ['a weekly target alone', { plan: { weeklySoftAllocation: 3 } }, midnight('2026-03-16')],
    [
      'a monthly target outlasts a weekly one',
      { plan: { weeklySoftAllocation: 3, monthlySoftAllocation: 10 } },
      midnight('2026-04-01'),
    ],
  ] satisfies [string, Change, Date | null][])('%s', (_, change, next) => {
    expect(status(change).nextChangeAt).toEqual(next);
  });
});

describe('a week that straddles two months', () => {
  // Monday 30 March to Sunday 5 April: two days in March, five in April. A weekly cap of 20 is 6 and 15.
  const plan = { weeklyAllocation: 20 };
  const march = statusClock(new Date('2026-03-31T15:00:00Z'), ZONE);
  const april = statusClock(new Date('2026-04-01T15:00:00Z'), ZONE);

  test('is counted from the start of its month', () => {
    expect([march.week, april.week]).toEqual([
      { from: '2026-03-30', days: 2 },
      { from: '2026-04-01', days: 5 },
    ]);
  });

  test('has a cap for each part, rounded up', () => {
    expect(codes({ plan, counts: { month: 10, week: 5, day: 1 } }, march)).toEqual(['LIVE']);
    expect(status({ plan, counts: { month: 10, week: 6, day: 1 } }, march)).toEqual({
      subStatus: 'CAP_WEEK',
      statusReasons: [
        {
          code: 'CAP_WEEK',
          message:
            'Weekly cap reached: 6/6 for the 2 days of this week in March 2026. Resets Apr 1, 2026, 12:00 AM CDT.',
        },
      ],
      nextChangeAt: midnight('2026-04-01'),
    });
    expect(codes({ plan, counts: { month: 14, week: 14, day: 1 } }, april)).toEqual(['LIVE']);
    expect(codes({ plan, counts: { month: 15, week: 15, day: 1 } }, april)).toEqual(['CAP_WEEK']);
  });

  test('splits a weekly target the same way', () => {
    const soft = { weeklySoftAllocation: 20 };
    expect(codes({ plan: soft, counts: { month: 6, week: 6, day: 1 } }, march)).toEqual(['SOFT_CAP']);
    expect(codes({ plan: soft, counts: { month: 6, week: 6, day: 1 } }, april)).toEqual(['LIVE']);
  });
});

describe('when clocks change', () => {
  // Sunday, 8 March 2026: 2:00 CST becomes 3:00 CDT. Sunday, 1 November 2026: 2:00 CDT becomes 1:00 CST.
  test('a day of 23 hours ends at its midnight', () => {
    const spring = statusClock(new Date('2026-03-08T01:00:00-06:00'), ZONE);
    expect(spring.nextDay).toEqual(midnight('2026-03-09'));
    expect(spring.nextDay.getTime() - spring.startOf('2026-03-08').getTime()).toBe(23 * 3_600_000);
  });

  test('hours that begin in the skipped hour begin after it', () => {
    const before = statusClock(new Date('2026-03-08T01:00:00-06:00'), ZONE);
    expect(status({ dayParting: hours('02:30', '05:00') }, before)).toMatchObject({
      subStatus: 'OFF_HOURS',
      nextChangeAt: new Date('2026-03-08T03:00:00-05:00'),
    });
    const after = statusClock(new Date('2026-03-08T03:00:00-05:00'), ZONE);
    expect(codes({ dayParting: hours('02:30', '05:00') }, after)).toEqual(['LIVE']);
  });

  test('hours in the repeated hour are open both times', () => {
    const twice = hours('01:00', '02:00');
    for (const now of ['2026-11-01T01:30:00-05:00', '2026-11-01T01:30:00-06:00']) {
      const at = statusClock(new Date(now), ZONE);
      expect(status({ dayParting: twice }, at)).toMatchObject({
        subStatus: 'LIVE',
        nextChangeAt: new Date('2026-11-01T02:00:00-06:00'),
      });
    }
  });

  test('a pause until the day before the change ends at that day’s own midnight', () => {
    const { nextChangeAt } = status({ pauses: [pause('2026-03-10', '2026-11-01')] });
    expect(nextChangeAt).toEqual(midnight('2026-11-02', '-06:00'));
  });
});

test('a thousand campaigns use the calendar once a day', () => {
  const live = input({ campaign: { endDate: '2026-12-31' } });
  const days = vi.spyOn(Temporal.PlainDate, 'from');
  const instants = vi.spyOn(Temporal.Instant, 'fromEpochMilliseconds');
  const looks = (campaigns: number, zone: string): number => {
    vi.clearAllMocks();
    const today = statusClock(NOW, zone);
    for (let index = 0; index < campaigns; index += 1) campaignStatus(live, today);
    return days.mock.calls.length + instants.mock.calls.length;
  };
  const once = looks(1, 'Asia/Tokyo');
  expect(once).toBeGreaterThan(0);
  expect(looks(1_000, 'Asia/Seoul')).toBe(once);
  expect(looks(1_000, 'Asia/Seoul')).toBe(0);
  vi.restoreAllMocks();
});
