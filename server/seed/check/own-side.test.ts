import {
  ALL_PERMISSIONS,
  analyticsToken,
  type EmbeddedReport,
  EMBEDDED_REPORT_ID,
  fillPath,
  reportData,
  reportDimensions,
  reportDimensionValues,
  reportExport,
  reportFile,
  reportMeasures,
  reportQuestion,
  reportScheduleRun,
  reportScheduleSave,
  reportsFor,
  savedDashboardList,
  savedViewList,
  savedViewSave,
  type UserGroup,
  presetOf,
  WIDGET_CALLS,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { sendDeps } from '../../src/features/reports/schedules/schedules.jobs.ts';
import { sendRun } from '../../src/features/reports/schedules/send-run.ts';
import { type SignedIn, useApp } from '../../src/testing/app.ts';
import { makeUser } from '../../src/testing/factories/factories.ts';
import { A_QUESTION, A_VIEW } from '../../src/testing/writes/report-writes.ts';
import { SMALL_DEMO, SMALL_DEMO_NOW } from '../small-demo.ts';

/**
 * Each side sees only its own price and partner: all reports, views, files, mails and frames for a client or media partner are searched for
 * the other's values, and the other's names are refused in every input.
 */
const harness = useApp({ filled: SMALL_DEMO });
const [FROM, TO] = ['2026-08-01', '2026-10-31'];
const SIDES = {
  cl: { measures: ['mediaCost', 'margin', 'marginPercent', 'aggregatorBidPrice'], dimensions: ['publisher'] },
  mp: {
    measures: ['clientCost', 'totalClientCost', 'mediaCost', 'margin', 'marginPercent', 'clientBidPrice', 'budget'],
    dimensions: ['mediaPartner', 'tradingPlatform', 'account', 'keyword'],
  },
} as const;
type Side = keyof typeof SIDES;

interface OwnerRow {
  ownerKey: number;
  variant: string | null;
  partners: { key: number; name: string }[];
}
let owner: OwnerRow;
const others: Record<Side, { names: string[]; amounts: string[] }> = {
  cl: { names: [], amounts: [] },
  mp: { names: [], amounts: [] },
};

const signIn = async (group: UserGroup): Promise<SignedIn> => {
  const partnerKey = group === 'mp' ? owner.partners[0]?.key : undefined;
  const { userKey } = await harness.asMigrator((tx) =>
    makeUser(tx, {
      group,
      ownerKeys: [owner.ownerKey],
      permissions: ALL_PERMISSIONS,
      ...(partnerKey !== undefined && { partnerKey }),
    }),
  );
  return harness.sessionOf(group, userKey);
};

beforeAll(async () => {
  harness.clock.set(SMALL_DEMO_NOW);
  const { rows } = await harness.asMigrator((tx) =>
    sql<OwnerRow>`
      select o.owner_key as "ownerKey", o.variant,
             (select json_agg(json_build_object('key', p.partner_key, 'name', p.name) order by p.partner_key)
              from media_partner p where exists (select from campaign c where c.owner_key = o.owner_key and c.partner_key = p.partner_key)) as partners
      from owner o order by 1`.execute(tx),
  );
  const ownerRow = rows.find(
    ({ variant, partners }) => partners?.length > 1 && reportsFor('ag', presetOf(variant)).length > 0,
  );
  if (ownerRow === undefined) throw new Error('No owner with two partners and reports');
  owner = ownerRow;
  /** The other side's amounts for these days: total, by campaign and by state, unless they equal a sum of one's own. */
  const amounts = async (theirs: 'client_price' | 'media_price', partner: number | null): Promise<string[]> => {
    const own = theirs === 'client_price' ? 'media_price' : 'client_price';
    const { rows: sums } = await harness.asMigrator((tx) =>
      sql<{ theirs: string; own: string }>`
        select sum(${sql.ref(theirs)})::text as theirs, sum(${sql.ref(own)})::text as own from lead
        where owner_key = ${owner.ownerKey} and captured_date between ${FROM} and ${TO} and app.is_good(status) and not unpaid
          and (${partner}::int is null or partner_key = ${partner}::int)
        group by grouping sets ((), (campaign_key), (state))`.execute(tx),
    );
    const mine = new Set(sums.map((sum) => Number(sum.own)));
    return sums
      .map((sum) => Number(sum.theirs))
      .filter((sum) => sum > 1_000 && !mine.has(sum))
      .map(String);
  };
  const [mine, ...rest] = owner.partners;
  others.cl = { names: [], amounts: await amounts('media_price', null) };
  others.mp = { names: rest.map(({ name }) => name), amounts: await amounts('client_price', mine?.key ?? null) };
});

/** Values of the other side found in a text. */
const leaks = (side: Side, text: string): string[] => {
  const { names, amounts } = others[side];
  const numbers = new Set(text.match(/\d+(?:\.\d+)?/g));
  return [...names.filter((name) => text.includes(name)), ...amounts.filter((amount) => numbers.has(amount))];
};

const post = async (as: SignedIn, path: string, payload: object): Promise<{ status: number; text: string }> => {
  const { statusCode, body } = await harness.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: as.headers,
    payload,
  });
  return { status: statusCode, text: body };
};

const question = (over: object) => ({
  ...A_QUESTION,
  dimensions: ['campaign'],
  measures: ['validLeads', 'spend'],
  period: { from: FROM, to: TO },
  ...over,
});
const query = (over: object) => ({
  ownerKey: owner.ownerKey,
  dimensions: ['campaign'],
  measures: ['validLeads', 'spend'],
  timeDimensions: { dimension: 'date', dateRange: [FROM, TO] },
  getTotal: true,
  ...over,
});

describe.each(['cl', 'mp'] as const)('for %s', (side) => {
  const hidden = SIDES[side];
  const channel = { channel: 'all', vertical: 'all' } as const;

  test('the field lists contain nothing of the other side', async () => {
    const as = await signIn(side);
    for (const [call, names] of [
      [reportMeasures, hidden.measures],
      [reportDimensions, hidden.dimensions],
    ] as const) {
      const { body } = await harness.call(call, as, { params: channel });
      const offered = (body.data as { key: string }[]).map(({ key }) => key);
      expect(offered.length).toBeGreaterThan(3);
      expect(offered.filter((key) => (names as readonly string[]).includes(key))).toEqual([]);
    }
  });

  test.each([...hidden.measures])('the metric %s is refused by name in every call that takes one', async (name) => {
    const as = await signIn(side);
    const queries = [
      ['shown', query({ measures: [name] })],
      ['sorted by', query({ order: [{ member: name, direction: 'desc' }] })],
      ['filtered by', query({ filters: [{ member: name, operator: 'gt', values: ['1'] }] })],
      ['in a formula', query({ formulas: [{ key: 'own1', label: 'Own', expression: `${name} * 1`, kind: 'dollar' }] })],
    ] as const;
    for (const [how, body] of queries) {
      const { status } = await harness.call(reportData, as, { params: channel, body: body as never });
      expect({ name, how, status }).toEqual({ name, how, status: 400 });
    }
    const questions = [
      question({ measures: [name] }),
      question({ order: [{ member: name, direction: 'desc' }] }),
      question({ filters: [{ member: name, operator: 'gt', values: ['1'] }] }),
      question({ formulas: [{ key: 'own1', label: 'Own', expression: `${name} * 1`, kind: 'dollar' }] }),
    ];
    for (const one of questions) {
      const { ownerKey } = owner;
      const answer = await harness.call(reportQuestion, as, { body: { ownerKey, question: one } });
      const file = await post(as, fillPath(reportExport.path, {}, side), { ownerKey, question: one, format: 'csv' });
      const view = await harness.call(savedViewSave, as, {
        params: { owner: ownerKey },
        body: { ...A_VIEW, name: `With ${name}`, question: one },
      });
      expect({ name, one, status: [answer.status, file.status, view.status] }).toEqual({
        name,
        one,
        status: [400, 400, 400],
      });
    }
  });

  test.each([...hidden.dimensions])('the field %s and its values are refused by name', async (name) => {
    const as = await signIn(side);
    for (const body of [
      query({ dimensions: [name] }),
      query({ filters: [{ member: name, operator: 'equals', values: ['x'] }] }),
    ])
      expect((await harness.call(reportData, as, { params: channel, body: body as never })).status).toBe(400);
    const values = query({ dimensions: [name], measures: undefined, getTotal: undefined, filters: [], limit: 50 });
    const { status } = await harness.call(reportDimensionValues, as, {
      params: channel,
      body: JSON.parse(JSON.stringify(values)) as never,
    });
    expect(status).toBe(400);
    const pivot = question({ pivot: name });
    const pivotAnswer = await harness.call(reportQuestion, as, {
      body: { ownerKey: owner.ownerKey, question: pivot },
    });
    expect(pivotAnswer.status).toBe(400);
  });

  test('no report, value list or file contains the other side’s price or another partner', async () => {
    const as = await signIn(side);
    const body = { ownerKey: owner.ownerKey, startDate: FROM, endDate: TO };
    const answers: Record<string, string> = {};
    for (const { name, report } of reportsFor(side, presetOf(owner.variant)))
      for (const { widget } of report.parts) {
        const { body: widgetAnswer } = await harness.call(WIDGET_CALLS[widget], as, { body });
        answers[`${name} ${widget}`] = JSON.stringify(widgetAnswer.data);
        if (report.file === null) continue;
        const file = await post(as, fillPath(reportFile.path, { report: name }, side), {
          ...body,
          widget,
          columns: ['validLeads'],
          format: 'csv',
        });
        answers[`${name} ${widget} file`] = file.text;
      }
    for (const dimension of ['campaign', 'program', 'state'])
      answers[`values of ${dimension}`] = JSON.stringify(
        (
          await harness.call(reportDimensionValues, as, {
            params: channel,
            body: {
              ownerKey: owner.ownerKey,
              dimensions: [dimension],
              filters: [],
              timeDimensions: { dimension: 'date', granularity: null, dateRange: [FROM, TO] },
              limit: 500,
            } as never,
          })
        ).body.data,
      );
    for (const dimension of ['campaign', 'state'])
      answers[`question by ${dimension}`] = JSON.stringify(
        (
          await harness.call(reportQuestion, as, {
            body: { ownerKey: owner.ownerKey, question: question({ dimensions: [dimension] }) },
          })
        ).body.data,
      );
    expect(Object.values(answers).filter((text) => text === undefined || text === 'null')).toEqual([]);
    expect(Object.keys(answers).length).toBeGreaterThan(8);
    expect(Object.entries(answers).flatMap(([what, text]) => leaks(side, text).map((leak) => [what, leak]))).toEqual(
      [],
    );
  });

  test('no saved view, mail or frame does', async () => {
    const [agency, as] = [await signIn('ag'), await signIn(side)];
    const params = { owner: owner.ownerKey };
    const save = async (name: string, over: object): Promise<number> => {
      const { status, body } = await harness.call(savedViewSave, agency, {
        params,
        body: { ...A_VIEW, name: `${side} ${name}`, sharing: 'owner', question: question(over) } as never,
      });
      expect({ name, status }).toEqual({ name, status: 200 });
      return (body.data as { viewKey: number }).viewKey;
    };
    const plain = await save('by campaign', {});
    const secret = await save('what media cost', { measures: ['mediaCost', 'margin'] });
    await save('by partner', { dimensions: ['mediaPartner'], measures: ['mediaCost'] });
    const { views } = (await harness.call(savedViewList, as, { params })).body.data as { views: { viewKey: number }[] };
    expect(views.map(({ viewKey }) => viewKey)).toContain(plain);
    expect(views.map(({ viewKey }) => viewKey)).not.toContain(secret);
    const dashboards = await harness.call(savedDashboardList, as, { params });
    expect(leaks(side, JSON.stringify([views, dashboards.body.data]))).toEqual([]);

    for (const [viewKey, mails] of [
      [plain, 1],
      [secret, 0],
    ] as const) {
      const schedule = await harness.call(reportScheduleSave, agency, {
        params,
        body: {
          scheduleKey: null,
          rowVersion: null,
          viewKey,
          every: 'day',
          weekday: null,
          monthDay: null,
          hour: 7,
          readerKeys: [agency.userKey, as.userKey],
          fileKind: 'csv',
        },
      });
      expect(schedule.status).toBe(200);
      const { scheduleKey } = schedule.body.data as { scheduleKey: number };
      const run = await harness.call(reportScheduleRun, agency, { params, body: { scheduleKey, cause: 'now' } });
      const { runKey } = run.body.data as { runKey: number };
      await sendRun(sendDeps(harness, { publicUrl: 'https://paceline.example' }), { ownerKey: owner.ownerKey, runKey });
      const { rows } = await harness.asMigrator((tx) =>
        sql<{ text: string }>`
          select m.subject || ' ' || m.body || ' ' || coalesce(m.html, '') || ' ' ||
                 coalesce((select string_agg(convert_from(f.content, 'UTF8'), ' ') from mail_file f
                           where f.mail_key = m.mail_key and f.content_type like 'text/csv%'), '') as text
          from mail m join user_account u on u.email = m.to_address where u.user_key = ${as.userKey}`.execute(tx),
      );
      expect(rows).toHaveLength(mails);
      expect(rows.flatMap(({ text }) => leaks(side, text.replaceAll(/(?<=\d),(?=\d{3})/g, '')))).toEqual([]);
      await harness.asMigrator((tx) => sql`delete from mail`.execute(tx));
    }

    for (const { name } of reportsFor(side, presetOf(owner.variant))) {
      const token = ((await harness.call(analyticsToken, as, { body: {} })).body.data as { token: string }).token;
      const frame = await harness.app.inject({ url: `/t/${owner.ownerKey}/views/${name}?token=${token}` });
      const data = new RegExp(`id="${EMBEDDED_REPORT_ID}" type="application/json">(.*?)</script>`, 's').exec(
        frame.body,
      );
      const report = JSON.parse(data?.[1] ?? 'null') as EmbeddedReport | null;
      expect(report?.answers.length).toBeGreaterThan(0);
      expect({ name, leaks: leaks(side, frame.body) }).toEqual({ name, leaks: [] });
    }
  });
});
