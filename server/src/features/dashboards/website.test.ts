import { WIDGET_CALLS, type WidgetAnswer } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makeOwner } from '../../testing/factories/factories.ts';

const harness = useApp();
let late: number;
let other: number;
let agency: SignedIn;

/** Ten sessions on each day through the last one loaded. */
const writeSessions = (ownerKey: number, through: string) =>
  harness.asMigrator((tx) =>
    sql`insert into website_day (owner_key, day, host, path, source, medium, sessions, engaged_sessions, views, new_users)
        select ${ownerKey}, d::date, 'www.example', '/', 'google', 'organic', 10, 5, 20, 7
        from generate_series('2026-01-01'::date, ${through}::date, interval '1 day') d`.execute(tx),
  );

beforeAll(async () => {
  harness.clock.set(new Date('2026-03-10T15:00:00Z'));
  [late, other] = await harness.asMigrator(async (tx) => [
    (await makeOwner(tx)).ownerKey,
    (await makeOwner(tx)).ownerKey,
  ]);
  await writeSessions(late, '2026-03-06');
  await writeSessions(other, '2026-03-09');
  agency = await harness.signedIn('ag', { owners: [late, other], permissions: ['reports:View'] });
});

const ask = async (ownerKey: number, body: object = {}): Promise<WidgetAnswer> => {
  const answer = await harness.call(WIDGET_CALLS.seoWebsitePerformance, agency, { body: { ownerKey, ...body } });
  expect(answer.status).toBe(200);
  return answer.body.data as WidgetAnswer;
};

test('late website data is compared over the available days, which are named', async () => {
  const answer = await ask(late);
  expect(answer).toMatchObject({
    range: { from: '2026-02-10', to: '2026-03-06' },
    compared: { from: '2026-01-13', to: '2026-02-06' },
    asOf: '2026-03-06',
    notes: ['Website data is through Mar 6, 2026: 25 days are compared with the same number of days before.'],
    totals: { currentSessions: 250, currentSessionsPrevious: 250, currentSessionsChange: 0 },
  });
});

test('up-to-date data is compared over all days, without a note', async () => {
  expect(await ask(other)).toMatchObject({
    range: { from: '2026-02-10', to: '2026-03-09' },
    compared: { from: '2026-01-13', to: '2026-02-09' },
    notes: [],
    totals: { currentSessions: 280, currentSessionsPrevious: 280, currentSessionsChange: 0 },
  });
});

test('a young month is compared with as many first days of the previous month', async () => {
  expect(await ask(late, { month: '2026-03-01' })).toMatchObject({
    range: { from: '2026-03-01', to: '2026-03-06' },
    compared: { from: '2026-02-01', to: '2026-02-06' },
    totals: { currentSessions: 60, currentSessionsPrevious: 60, currentSessionsChange: 0 },
  });
});

test('missing days have no numbers, and the reason is given', async () => {
  const answer = await ask(late, { startDate: '2026-03-07', endDate: '2026-03-09' });
  expect(answer.totals).toMatchObject({ currentSessions: null, currentSessionsChange: null });
  expect(answer.blank?.['currentSessions']).toBe('Website data is through Mar 6, 2026: no data for these days yet.');
});

test('a filter that website data does not support is reported, and changes no number', async () => {
  const whole = await ask(other);
  const filtered = await ask(other, { brandKeys: [1] });
  expect(filtered.totals).toEqual(whole.totals);
  expect(filtered.notes).toEqual([
    'Filters do not apply here: website data is not split by brand, campaign or campus.',
  ]);
});
