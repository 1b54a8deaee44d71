import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  allDays,
  type CampaignHistory,
  type CampaignSchedule,
  eligibility,
  eligibleDays,
  pauseOfDays,
  projectionDays,
} from './eligible-days.ts';
import { dataThrough, dayOf, monthBase } from '../periods/periods.ts';

const NEW_YORK = 'America/New_York';
const OPEN: CampaignSchedule = { startDate: null, endDate: null, pauses: [], openWeekdays: null };
const NOTHING: CampaignHistory = { closed: [], dayParting: [] };
const WEEKDAYS = new Set([1, 2, 3, 4, 5]);

interface Case {
  today: string;
  month?: string;
  zone?: string;
  schedule?: Partial<CampaignSchedule>;
  history?: Partial<CampaignHistory>;
  through?: string;
}
const ask = ({ today, zone = NEW_YORK, schedule = {}, history = {} }: Case) =>
  eligibility({
    schedule: { ...OPEN, ...schedule },
    history: { ...NOTHING, ...history },
    zone,
    today: dayOf(today),
  });
const count = (question: Case) => {
  const today = dayOf(question.today);
  const month = Temporal.PlainYearMonth.from(question.month ?? question.today.slice(0, 7));
  const base = monthBase(month, today, question.through === undefined ? undefined : dayOf(question.through));
  const { done, left, inAll, fromToday } = eligibleDays(base, today, ask(question));
  expect(inAll).toBe(done + left);
  return { done, left, fromToday };
};
const pause = (from: string, to: string, zone = NEW_YORK) => pauseOfDays({ from: dayOf(from), to: dayOf(to) }, zone);

test('if every day is eligible they are the days of the month', () => {
  expect(count({ today: '2025-06-12' })).toEqual({ done: 11, left: 19, fromToday: 19 });
  const base = monthBase(Temporal.PlainYearMonth.from('2025-06'), dayOf('2025-06-12'));
  expect(allDays(base, dayOf('2025-06-12'))).toMatchObject({ done: base.done, left: base.left, inAll: 30 });
});

test('case (d): starts 16 June, today 20 June', () => {
  expect(count({ today: '2025-06-20', schedule: { startDate: dayOf('2025-06-16') } })).toEqual({
    done: 4,
    left: 11,
    fromToday: 11,
  });
});

test('case (e): paused 5-10 June, today 12 June', () => {
  const paused = pause('2025-06-05', '2025-06-10');
  expect(count({ today: '2025-06-12', history: { closed: [paused] }, schedule: { pauses: [paused] } })).toMatchObject({
    done: 5,
    left: 19,
  });
});

test('case (i): open on weekdays, in a month that starts on a Saturday', () => {
  const question = {
    schedule: { openWeekdays: WEEKDAYS },
    history: { dayParting: [{ since: dayOf('2025-01-01'), openWeekdays: WEEKDAYS }] },
  };
  // Sunday and Monday have no eligible day before them, though one and two days of the month are complete.
  expect(count({ ...question, today: '2025-03-02' })).toMatchObject({ done: 0, left: 21 });
  expect(count({ ...question, today: '2025-03-03' })).toMatchObject({ done: 0, left: 21 });
  expect(count({ ...question, today: '2025-03-04' })).toMatchObject({ done: 1, left: 20 });
  expect(count({ ...question, today: '2025-04-01', month: '2025-03' })).toMatchObject({ done: 21, left: 0 });
});

describe('case (j): on the Sunday of the clock change', () => {
  test.each([
    [NEW_YORK, 8],
    ['America/Phoenix', 8],
  ])('%s counts it as one remaining day', (zone, done) => {
    expect(count({ today: '2025-03-09', zone })).toEqual({ done, left: 31 - done, fromToday: 31 - done });
    const paused = pause('2025-03-09', '2025-03-09', zone);
    expect(count({ today: '2025-03-09', zone, schedule: { pauses: [paused] } })).toMatchObject({ left: 30 - done });
  });

  test('a pause of 24 hours does not cover a Sunday of 25', () => {
    const from = new Date('2025-11-02T04:00:00Z');
    const short = { from, before: new Date(from.getTime() + 24 * 3_600_000) };
    const whole = { from, before: new Date(from.getTime() + 25 * 3_600_000) };
    const left = (span: typeof short) => count({ today: '2025-11-01', schedule: { pauses: [span] } }).left;
    expect([left(short), left(whole)]).toEqual([30, 29]);
  });
});

test('past days come from the log, future days from the schedule', () => {
  const lifted = pause('2025-06-01', '2025-06-30');
  expect(count({ today: '2025-06-12', schedule: { pauses: [lifted] } })).toMatchObject({ done: 11, left: 0 });
  expect(count({ today: '2025-06-12', history: { closed: [lifted] } })).toMatchObject({ done: 0, left: 19 });
  const changed = [
    { since: dayOf('2025-06-09'), openWeekdays: null },
    { since: dayOf('2025-06-02'), openWeekdays: WEEKDAYS },
  ];
  expect(count({ today: '2025-06-12', history: { dayParting: changed } })).toMatchObject({ done: 9, left: 19 });
});

test('a pause that began during a day leaves that day eligible; two adjoining pauses leave none', () => {
  const midday = { from: new Date('2025-06-05T16:00:00Z'), before: null };
  expect(count({ today: '2025-06-12', history: { closed: [midday] } }).done).toBe(5);
  const halves = [
    { from: new Date('2025-06-05T16:00:00Z'), before: new Date('2025-06-06T04:00:00Z') },
    { from: new Date('2025-06-05T04:00:00Z'), before: new Date('2025-06-05T16:00:00Z') },
  ];
  expect(count({ today: '2025-06-12', history: { closed: halves } }).done).toBe(10);
});

test('a late source moves days from done to remaining, but not the days from today', () => {
  expect(count({ today: '2025-06-12', through: '2025-06-09' })).toEqual({ done: 9, left: 21, fromToday: 19 });
});

test('a campaign that ended has no remaining days', () => {
  expect(count({ today: '2025-06-12', schedule: { endDate: dayOf('2025-06-05') } })).toMatchObject({
    done: 5,
    left: 0,
  });
});

test('the days of a projection span months, up to five weeks', () => {
  const june = { from: dayOf('2025-06-01'), to: dayOf('2025-06-30') };
  const days = (question: Case) => {
    const { before, ofMonth } = projectionDays(june, dataThrough(dayOf(question.today)), ask(question));
    return [...before, ...ofMonth].map((day) => day.toString());
  };
  const early = days({ today: '2025-06-03' });
  expect([early.length, early.at(0), early.at(-1)]).toEqual([14, '2025-05-20', '2025-06-02']);
  const away = pause('2025-05-05', '2025-06-10');
  expect(days({ today: '2025-06-12', history: { closed: [away] } })).toEqual(['2025-06-11']);
});
