import {
  ALL_PERMISSIONS,
  campusGoalList,
  type Goal,
  goalCalendar,
  goalCriteriaList,
  type GoalForm,
  goalGet,
  goalProgramList,
  goalSave,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makeCampaign, makeCampus, makeClient, makeGoal, makeOwner } from '../../testing/factories/factories.ts';

const harness = useApp({ pool: 8 });

interface Place {
  ownerKey: number;
  clientKey: number;
  clientModelKey: number;
  campusKey: number;
  programKeys: number[];
}
let mine: Place;
let foreign: Place;
let agency: SignedIn;

const makePlace = (): Promise<Place> =>
  harness.asMigrator(async (tx) => {
    const { ownerKey } = await makeOwner(tx);
    const clientKey = await makeClient(tx, ownerKey);
    return { ownerKey, clientKey, ...(await makeCampus(tx, { ownerKey, clientKey, subjects: ['Trades', 'Health'] })) };
  });

beforeAll(async () => {
  mine = await makePlace();
  foreign = await makePlace();
  agency = await harness.signedIn('ag', { owner: mine.ownerKey, permissions: ALL_PERMISSIONS });
});

let counter = 0;
const form = (parts: Partial<GoalForm> = {}): GoalForm => ({
  goalKey: null,
  rowVersion: null,
  clientKey: mine.clientKey,
  clientModelKey: null,
  goalName: `Line item ${(counter += 1)}`,
  channel: 'ppl',
  startMonth: '2026-01-01',
  endMonth: null,
  kpi: 'inquiries',
  cpeGoal: 1250.5,
  hardCap: true,
  fallbackUrl: 'https://www.school.example/all-programs',
  pacingCurve: 'SEASONAL',
  criteria: [{ criterionKey: 'age', operator: 'between', values: [17, 65] }],
  campusKeys: [mine.campusKey],
  programKeys: mine.programKeys,
  active: true,
  months: [{ month: '2026-03-01', rowVersion: 0, changes: { monthlyDollarCap: 12_500.25, inquiryGoal: 250 } }],
  ...parts,
});
const save = (body: GoalForm, as = agency) => harness.call(goalSave, as, { params: { owner: mine.ownerKey }, body });
const saved = async (body: GoalForm): Promise<Goal> => {
  const answer = await save(body);
  expect(answer.body).toMatchObject({ status: 'success' });
  return answer.body.data as Goal;
};
const again = (goal: Goal, parts: Partial<GoalForm> = {}): GoalForm => {
  const { goalKey, rowVersion, clientKey, clientModelKey, goalName, channel, startMonth, endMonth, kpi } = goal;
  const { cpeGoal, hardCap, fallbackUrl, pacingCurve, criteria, campusKeys, programKeys, active } = goal;
  const same = {
    goalKey,
    rowVersion,
    clientKey,
    clientModelKey,
    goalName,
    channel,
    startMonth,
    endMonth,
    kpi,
    fallbackUrl,
  };
  return { ...same, cpeGoal, hardCap, pacingCurve, criteria, campusKeys, programKeys, active, months: [], ...parts };
};
const problemsOf = (body: { errors?: unknown[] }): string[] =>
  (body.errors as { field: string; code: string }[]).map(({ field, code }) => `${field}:${code}`);

describe('a new line item', () => {
  test('is stored with its places, criteria and targets, and returned as saved', async () => {
    const body = form();
    const goal = await saved(body);
    expect(goal).toMatchObject({ goalName: body.goalName, active: true, currentMonth: '2026-03-01', rowVersion: 1 });
    expect(goal).toMatchObject({ cpeGoal: 1250.5, campusKeys: [mine.campusKey], criteria: body.criteria });
    expect(goal.months).toMatchObject([
      { month: '2026-03-01', monthlyDollarCap: 12_500.25, revisedSpendGoal: null, inquiryGoal: 250, rowVersion: 1 },
    ]);
    expect(goal.months[0]?.updatedBy).toBe('Test User');
    const read = await harness.call(goalGet, agency, { params: { goal: goal.goalKey } });
    expect(read.body.data).toEqual(goal);
    const log = await harness.asMigrator(async (tx) => {
      const { rows } = await sql<{ action: string; owner_key: number; after: object }>`
        select action, owner_key, after from audit_log where entity = 'goal' and entity_key = ${String(goal.goalKey)} order by audit_key
      `.execute(tx);
      return rows;
    });
    expect(log).toMatchObject([
      { action: 'saveGoalTargets', owner_key: mine.ownerKey, after: { month: '2026-03-01', inquiryGoal: 250 } },
      { action: 'createGoal', owner_key: mine.ownerKey, after: { goalName: body.goalName } },
    ]);
  });

  test('is not stored at all if one of its targets is invalid', async () => {
    const goalBody = form({ months: [{ month: '2026-02-01', changes: { inquiryGoal: 5 } }] });
    const { status, body } = await save(goalBody);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'MONTH_CLOSED' });
    expect(problemsOf(body)).toEqual(['months.0.changes.inquiryGoal:closed']);
    expect((await save({ ...goalBody, months: [] })).status).toBe(200);
  });

  test('needs a name that is unique within its client, ignoring case', async () => {
    const { goalName } = await saved(form());
    const { status, body } = await save(form({ goalName: ` ${goalName.toUpperCase()} ` }));
    expect({ status, problems: problemsOf(body) }).toEqual({ status: 422, problems: ['goalName:taken'] });
    const clientKey = await harness.asMigrator((tx) => makeClient(tx, mine.ownerKey));
    const elsewhere = await saved(form({ goalName, clientKey, campusKeys: [], programKeys: [] }));
    expect(elsewhere.goalName).toBe(goalName);
  });

  test('created concurrently under one name exists once', async () => {
    const body = form();
    const answers = await Promise.all(Array.from({ length: 8 }, () => save(body)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array<number>(7).fill(422)]);
  });

  test('with several errors gets all of them', async () => {
    const other = await harness.asMigrator((tx) =>
      makeClient(tx, mine.ownerKey).then((clientKey) => makeCampus(tx, { ownerKey: mine.ownerKey, clientKey })),
    );
    const { body } = await save(
      form({
        endMonth: '2025-12-01',
        channel: 'radio',
        clientModelKey: other.clientModelKey,
        campusKeys: [other.campusKey],
        criteria: [{ criterionKey: 'rnLicence', operator: 'is', values: ['yes'] }],
        months: [],
      }),
    );
    expect(problemsOf(body)).toEqual([
      'clientModelKey:otherClient',
      'channel:unknown',
      'endMonth:order',
      'campusKeys:otherClient',
      'programKeys:otherCampus',
      'criteria.0:value',
    ]);
  });

  test.each(['-1', '1e309', '"1,234"', '" 5 "', '"0x10"', '0.00001', '1234567890123456', 'true'])(
    'with a target of %s is refused and not created',
    async (value) => {
      const json = JSON.stringify(form({ months: [{ month: '2026-04-01', changes: { inquiryGoal: 7 } }] }));
      const { statusCode, payload } = await harness.app.inject({
        method: 'POST',
        url: `/api/ag/${mine.ownerKey}/client/goal/save`,
        headers: { ...agency.headers, 'content-type': 'application/json' },
        payload: json.replace('"inquiryGoal":7', `"inquiryGoal":${value}`),
      });
      expect([400, 422]).toContain(statusCode);
      expect((JSON.parse(payload) as { errors: { field: string }[] }).errors[0]?.field).toBe(
        'months.0.changes.inquiryGoal',
      );
    },
  );
});

describe('changing a line item', () => {
  test('is refused on an old version; of two concurrent saves one wins', async () => {
    const goal = await saved(form());
    const answers = await Promise.all([1, 2].map((n) => save(again(goal, { goalName: `${goal.goalName} by ${n}` }))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409)!;
    expect(lost.body).toMatchObject({ code: 'STALE_ROW', errors: [{ message: 'Test User changed this line item.' }] });
    expect((await save(again(goal, { rowVersion: null }))).status).toBe(400);
  });

  test('changing its targets keeps its version, and changing itself the targets’ versions', async () => {
    const goal = await saved(form());
    const months = [{ month: '2026-03-01', rowVersion: 1, changes: { revisedSpendGoal: 13_000 } }];
    const revised = await saved(again(goal, { months }));
    expect(revised).toMatchObject({ rowVersion: 1, months: [{ rowVersion: 2, revisedSpendGoal: 13_000 }] });
    const renamed = await saved(again(goal, { goalName: `${goal.goalName} B`, campusKeys: [], programKeys: [] }));
    expect(renamed).toMatchObject({ rowVersion: 2, campusKeys: [], programKeys: [], months: [{ rowVersion: 2 }] });
    expect(await saved(again(renamed))).toEqual(renamed);
  });

  test('cannot move it to another client', async () => {
    const goal = await saved(form({ campusKeys: [], programKeys: [] }));
    const clientKey = await harness.asMigrator((tx) => makeClient(tx, mine.ownerKey));
    expect(problemsOf((await save(again(goal, { clientKey }))).body)).toEqual(['clientKey:fixed']);
  });

  test('cannot deactivate it while a campaign runs, which is named', async () => {
    const { goalKey, campaignKey } = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: mine.ownerKey }));
    const { body } = await harness.call(goalGet, agency, { params: { goal: goalKey } });
    const goal = body.data as Goal;
    const refused = await save(again(goal, { active: false }));
    expect(problemsOf(refused.body)).toEqual(['active:inUse']);
    expect((refused.body.errors as { message: string }[])[0]?.message).toMatch(
      /^Campaign \d+ is still running on this line item\./,
    );
    await harness.asMigrator((tx) =>
      sql`update campaign set end_date = '2026-03-09' where campaign_key = ${campaignKey}`.execute(tx),
    );
    expect(await saved(again(goal, { active: false }))).toMatchObject({ active: false });
  });
});

describe('another owner', () => {
  test('has no access to these line items', async () => {
    const goalKey = await harness.asMigrator((tx) => makeGoal(tx, foreign.ownerKey));
    for (const goal of [goalKey, 999_999_999])
      expect((await harness.call(goalGet, agency, { params: { goal } })).status).toBe(404);
    expect((await save({ ...form(), goalKey, rowVersion: 1 })).status).toBe(404);
    // Even a user who works on both owners cannot save one's line item for the other.
    const both = await harness.signedIn('ag', {
      owners: [mine.ownerKey, foreign.ownerKey],
      permissions: ALL_PERMISSIONS,
    });
    expect((await save({ ...form(), goalKey, rowVersion: 1 }, both)).status).toBe(404);
  });

  test('has clients, campuses and programs that are refused as a whole', async () => {
    for (const parts of [
      { clientKey: foreign.clientKey },
      { campusKeys: [mine.campusKey, foreign.campusKey] },
      { programKeys: [...mine.programKeys, foreign.programKeys[0]!] },
      { criteria: [{ criterionKey: 'programOfInterest', operator: 'in' as const, values: [foreign.programKeys[0]!] }] },
    ])
      expect((await save(form(parts))).status).toBe(404);
    const list = (body: { clientKey: number; campusKeys: number[] }) => harness.call(goalProgramList, agency, { body });
    expect((await list({ clientKey: foreign.clientKey, campusKeys: [] })).status).toBe(404);
    expect((await list({ clientKey: mine.clientKey, campusKeys: [mine.campusKey, foreign.campusKey] })).status).toBe(
      404,
    );
    expect((await list({ clientKey: mine.clientKey, campusKeys: [mine.campusKey] })).body.data).toHaveLength(2);
    expect((await harness.call(campusGoalList, agency, { params: { client: foreign.clientKey } })).status).toBe(404);
  });

  test('is also excluded by the database', async () => {
    const goalKey = await harness.asMigrator((tx) => makeGoal(tx, mine.ownerKey));
    const insert = harness.asMigrator((tx) =>
      sql`insert into goal_campus (owner_key, goal_key, campus_key) values (${mine.ownerKey}, ${goalKey}, ${foreign.campusKey})`.execute(
        tx,
      ),
    );
    await expect(insert).rejects.toMatchObject({ code: '23503' });
  });
});

describe('related lists', () => {
  test('the catalogue of criteria, and the current month of the owner', async () => {
    const { body } = await harness.call(goalCriteriaList, agency);
    expect(body.data).toHaveLength(17);
    expect(body.data).toContainEqual(
      expect.objectContaining({ criterionKey: 'age', operators: ['between'], range: [16, 99], values: null }),
    );
    // Still March in Chicago, when it is April in London already.
    harness.clock.set(new Date('2026-04-01T03:00:00Z'));
    const late = await harness.signedIn('ag', { owner: mine.ownerKey, permissions: ['goals:View'] });
    const calendar = await harness.call(goalCalendar, late, { params: { owner: mine.ownerKey } });
    expect(calendar.body.data).toEqual({ currentMonth: '2026-03-01', timeZone: 'America/Chicago' });
    harness.clock.set(new Date('2026-03-10T15:00:00Z'));
  });

  test('line items by campus; one without campuses applies to all', async () => {
    const here = await saved(form());
    const everywhere = await saved(form({ campusKeys: [], programKeys: [] }));
    const client = await harness.signedIn('cl', { owner: mine.ownerKey, permissions: ['goals:View'] });
    const { body } = await harness.call(campusGoalList, client, { params: { client: mine.clientKey } });
    const [campus] = body.data as { campusKey: number; goals: { goalKey: number }[] }[];
    expect(campus?.campusKey).toBe(mine.campusKey);
    expect(campus?.goals.map(({ goalKey }) => goalKey)).toEqual(
      expect.arrayContaining([here.goalKey, everywhere.goalKey]),
    );
  });
});
