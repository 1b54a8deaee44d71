import {
  fillPath,
  type Permission,
  type QuestionAnswer,
  reportData,
  reportDimensions,
  reportExport,
  reportQuestion,
  type ReportMember,
  type ReportQuestion,
  type UserGroup,
} from '@paceline/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFacts } from '../../db/facts/facts.ts';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makeCampaign, makeLead, makeOwner, makePartner, makeUser } from '../../testing/factories/factories.ts';

const harness = useApp();
let owner: number;
let foreign: number;
let partners: readonly [number, number];
let campaigns: readonly [number, number];

/** Two owners, two partners: leads of February and March, at prices that differ on each side. */
beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    [owner, foreign] = [(await makeOwner(tx)).ownerKey, (await makeOwner(tx)).ownerKey];
    partners = [await makePartner(tx), await makePartner(tx)];
    const pair = [
      await makeCampaign(tx, { ownerKey: owner, partnerKey: partners[0] }),
      await makeCampaign(tx, { ownerKey: owner, partnerKey: partners[1] }),
    ] as const;
    campaigns = [pair[0].campaignKey, pair[1].campaignKey];
    for (const [index, name] of ['First', '=2+3'].entries())
      await sql`update campaign set name = ${name} where campaign_key = ${pair[index]?.campaignKey}`.execute(tx);
    const lead = async (index: 0 | 1, day: string, state: string) => {
      const prices = { clientPrice: 100 + index, mediaPrice: 10 + index };
      const about = { ownerKey: owner, campaignKey: campaigns[index], partnerKey: partners[index] };
      const leadKey = await makeLead(tx, { ...about, day, ...prices });
      await sql`update lead set state = ${state} where lead_key = ${leadKey}`.execute(tx);
    };
    for (const day of ['2026-02-03', '2026-02-10', '2026-03-03']) await lead(0, day, 'TX');
    await lead(0, '2026-03-09', 'OH');
    await lead(1, '2026-03-04', 'TX');
    const other = await makeCampaign(tx, { ownerKey: foreign, partnerKey: partners[0] });
    await makeLead(tx, { ...other, day: '2026-03-03', clientPrice: 777, mediaPrice: 70 });
  });
  const facts = openFacts(harness.ownerUrl);
  await facts.fold();
  await facts.close();
  harness.clock.set(new Date('2026-04-02T15:00:00Z'));
});

const signedIn = async (
  group: UserGroup,
  more: { partnerKey?: number; permissions?: Permission[] } = {},
): Promise<SignedIn> => {
  const { userKey } = await harness.asMigrator((tx) =>
    makeUser(tx, { group, ownerKeys: [owner], ...more, permissions: ['reports:Build', ...(more.permissions ?? [])] }),
  );
  return harness.sessionOf(group, userKey);
};

const questionWith = (more: Partial<ReportQuestion> = {}): ReportQuestion => ({
  channel: 'all',
  vertical: 'all',
  dimensions: ['campaign'],
  measures: ['spend', 'validLeads', 'cpl'],
  filters: [],
  period: { range: 'lastMonth' },
  granularity: null,
  compare: null,
  pivot: null,
  formulas: [],
  order: [],
  top: null,
  chart: 'table',
  ...more,
});
const ask = (as: SignedIn, question: Partial<ReportQuestion> = {}) =>
  harness.call(reportQuestion, as, { body: { ownerKey: owner, question: questionWith(question) } });
const answer = async (as: SignedIn, question: Partial<ReportQuestion> = {}): Promise<QuestionAnswer> => {
  const { status, body } = await ask(as, question);
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  return body.data as QuestionAnswer;
};

describe('a comparison', () => {
  test('adds the previous value and the change to each row, and keeps rows that no longer occur', async () => {
    const agency = await signedIn('ag');
    const { rows, total, compared } = await answer(agency, { compare: 'previous', dimensions: ['campaign', 'state'] });
    expect(compared).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(rows).toMatchObject([
      { campaign: '=2+3', state: 'TX', spend: 101, spendPrevious: 0, spendChange: null },
      { campaign: 'First', state: 'OH', spend: 100, spendPrevious: 0 },
      { campaign: 'First', state: 'TX', spend: 100, spendPrevious: 200, spendChange: -50, cpl: 100 },
    ]);
    expect(total).toMatchObject({ spend: 301, spendPrevious: 200, spendChange: 50.5, cpl: 301 / 3, cplPrevious: 100 });
    const before = await answer(agency, {
      period: { from: '2026-03-04', to: '2026-03-05' },
      compare: 'previous',
      dimensions: ['campaign'],
    });
    expect(before.rows).toMatchObject([
      { campaign: '=2+3', validLeads: 1, validLeadsPrevious: 0 },
      { campaign: 'First', validLeads: 0, validLeadsPrevious: 1, validLeadsChange: -100 },
    ]);
  });

  test('aligns times at any grain', async () => {
    const agency = await signedIn('ag');
    const days = { period: { from: '2026-03-01', to: '2026-03-31' }, compare: 'previous' as const, dimensions: [] };
    const weeks = await answer(agency, { ...days, granularity: 'day', measures: ['validLeads'] });
    expect(weeks.rows.find(({ date }) => date === '2026-03-03')).toMatchObject({
      validLeads: 1,
      validLeadsPrevious: 1,
    });
    const quarter = await answer(agency, {
      period: { from: '2026-01-01', to: '2026-03-31' },
      dimensions: [],
      granularity: 'quarter',
      compare: 'lastYear',
    });
    expect(quarter.rows).toMatchObject([{ date: '2026-01-01', validLeads: 5, validLeadsPrevious: null }]);
  });

  test('can be sorted by the change', async () => {
    const agency = await signedIn('ag');
    const order = [{ member: 'validLeadsChange', direction: 'asc' as const }];
    const { rows } = await answer(agency, { compare: 'previous', dimensions: ['state'], order });
    expect(rows.map(({ state }) => state)).toEqual(['TX', 'OH']);
    expect((await ask(agency, { order })).status).toBe(400);
  });
});

describe('a pivot', () => {
  test('has totals of each column and of all, none of which sums ratios', async () => {
    const agency = await signedIn('ag');
    const { columns, rows, total, pivot } = await answer(agency, {
      period: { from: '2026-02-01', to: '2026-03-31' },
      granularity: 'month',
      pivot: 'date',
      measures: ['cpl'],
    });
    expect(pivot.map(({ label }) => label)).toEqual(['Feb 2026', 'Mar 2026']);
    expect(columns.map(({ key, group }) => [key, group])).toEqual([
      ['campaign', undefined],
      ['cpl@0', 'Feb 2026'],
      ['cpl@1', 'Mar 2026'],
      ['cpl', 'All months'],
    ]);
    expect(rows).toMatchObject([
      { campaign: '=2+3', 'cpl@0': null, 'cpl@1': 101, cpl: 101 },
      { campaign: 'First', 'cpl@0': 100, 'cpl@1': 100, cpl: 100 },
    ]);
    expect(total).toMatchObject({ 'cpl@0': 100, 'cpl@1': 301 / 3, cpl: 501 / 5 });
  });

  test('selects columns before limiting rows, and the rows are the first of the whole', async () => {
    const agency = await signedIn('ag');
    const { rows, rowCount, pivot, total } = await answer(agency, {
      pivot: 'state',
      top: 1,
      measures: ['validLeads'],
      compare: 'previous',
    });
    expect(pivot.map(({ value }) => value)).toEqual(['TX', 'OH']);
    expect(rowCount).toBe(2);
    expect(rows).toMatchObject([
      { campaign: 'First', validLeads: 2, 'validLeads@0': 1, 'validLeadsPrevious@0': 2, 'validLeads@1': 1 },
    ]);
    expect(total).toMatchObject({ validLeads: 3, 'validLeads@0': 2, 'validLeads@1': 1 });
  });

  test('needs a grain for times, and allows at most six dimensions', async () => {
    const agency = await signedIn('ag');
    const wrong = await ask(agency, { pivot: 'date' });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'question.granularity' }] } });
  });
});

describe('a formula', () => {
  const own = (expression: string) => [{ key: 'own1', label: 'Mine', expression, kind: 'number' as const }];

  test('computes the same from the measures of every row and of the total', async () => {
    const agency = await signedIn('ag');
    const name = fc.constantFrom('spend', 'validLeads', 'cpl', 'duplicates');
    const part: fc.Memo<string> = fc.memo((depth) =>
      depth <= 1
        ? fc.oneof(name, fc.integer({ min: 0, max: 9 }).map(String))
        : fc.tuple(part(), fc.constantFrom('+', '-', '*', '/'), part()).map(([a, sign, b]) => `(${a} ${sign} ${b})`),
    );
    const texts = fc
      .sample(part(3), { numRuns: 30, seed: 11 })
      .filter((text) => /[a-z]/.test(text))
      .slice(0, 10);
    const formulas = texts.map((expression, index) => ({
      key: `own${index + 1}`,
      label: expression,
      expression,
      kind: 'number' as const,
    }));
    const measures = ['spend', 'validLeads', 'cpl', 'duplicates'];
    const { rows, total } = await answer(agency, { measures, formulas, dimensions: ['campaign', 'state'] });
    expect(rows.length).toBe(3);
    const eight = (value: unknown): unknown => (typeof value === 'number' ? Number(value.toFixed(8)) : value);
    const figures = [...rows, total].flatMap((row) => formulas.map(({ key }) => eight(row[key])));
    const worked = [...rows, total].flatMap((row) =>
      formulas.map(({ expression }) =>
        eight(arithmetic(expression.replaceAll(/[a-z]\w*/gi, (word) => `(${Number(row[word])})`))),
      ),
    );
    expect(figures).toEqual(worked);
    expect(worked).toContain(null);
    expect(new Set(worked).size).toBeGreaterThan(10);
  });

  test('is null on division by zero, which sorts and filters as null', async () => {
    const agency = await signedIn('ag');
    const { rows, columns } = await answer(agency, {
      measures: ['own1', 'spend'],
      formulas: own('spend / (validLeads - 1)'),
      order: [{ member: 'own1', direction: 'desc' }],
    });
    expect(columns.map(({ key, label }) => [key, label])).toEqual([
      ['campaign', 'Campaign'],
      ['own1', 'Mine'],
      ['spend', 'Spend'],
    ]);
    expect(rows).toMatchObject([
      { campaign: 'First', own1: 200 },
      { campaign: '=2+3', own1: null },
    ]);
    const some = await answer(agency, {
      formulas: own('spend * 2'),
      filters: [{ member: 'own1', operator: 'gt', values: ['300'] }],
    });
    expect(some.rows).toMatchObject([{ campaign: 'First', own1: 400 }]);
    expect(some.total).toMatchObject({ own1: 400 });
  });

  test('uses only measures visible to its reader; the error gives the position', async () => {
    const [agency, margin, client] = [
      await signedIn('ag'),
      await signedIn('ag', { permissions: ['reports:Margin'] }),
      await signedIn('cl'),
    ];
    const partner = await signedIn('mp', { partnerKey: partners[0] });
    const formulas = own('spend - mediaCost');
    expect((await answer(margin, { formulas })).total).toMatchObject({ own1: 270 });
    for (const as of [agency, client, partner]) {
      const { status, body } = await ask(as, { formulas });
      expect([status, body.errors?.[0]]).toEqual([
        400,
        expect.objectContaining({
          field: 'formulas.0.expression',
          message: 'There is no measure mediaCost. (at character 9)',
        }),
      ]);
    }
    const data = await harness.call(reportData, client, {
      params: { channel: 'all', vertical: 'all' },
      body: {
        ownerKey: owner,
        dimensions: [],
        measures: ['spend'],
        filters: [],
        formulas,
        timeDimensions: { dimension: 'date', granularity: null, dateRange: ['2026-03-01', '2026-03-31'] },
        getTotal: true,
        order: [],
        limit: 10,
      },
    });
    expect(data.status).toBe(400);
  });
});

/** Evaluates digits, signs and brackets; null for a division by zero. */
const arithmetic = (text: string): number | null => {
  let at = 0;
  const skip = () => {
    while (text[at] === ' ') at += 1;
  };
  const value = (): number | null => {
    skip();
    if (text[at] === '(') {
      at += 1;
      const left = value();
      skip();
      const sign = text[at] ?? '';
      if (sign === ')') {
        at += 1;
        return left;
      }
      at += 1;
      const right = value();
      skip();
      at += 1;
      if (left === null || right === null || (sign === '/' && right === 0)) return null;
      return { '+': left + right, '-': left - right, '*': left * right, '/': left / right }[sign] ?? null;
    }
    const digits = /^-?[\d.]+(e-?\d+)?/.exec(text.slice(at))?.[0] ?? '';
    at += digits.length;
    return Number(digits);
  };
  return value();
};

describe('permissions', () => {
  test('users get their own price, leads and owner; a repeated query is answered from the cache', async () => {
    const viewers = {
      agency: await signedIn('ag'),
      client: await signedIn('cl'),
      first: await signedIn('mp', { partnerKey: partners[0] }),
      second: await signedIn('mp', { partnerKey: partners[1] }),
    };
    for (const round of [1, 2]) {
      const entry: Record<string, unknown> = { round };
      for (const [name, as] of Object.entries(viewers)) entry[name] = (await answer(as)).total['spend'];
      expect(entry).toEqual({ round, agency: 301, client: 301, first: 20, second: 11 });
    }
  });

  test.each([
    { measures: ['mediaCost'] },
    { measures: ['spend'], filters: [{ member: 'margin', operator: 'gt' as const, values: ['1'] }] },
    { order: [{ member: 'mediaCost', direction: 'asc' as const }] },
    { pivot: 'publisher' },
  ])('for a client %o does not exist', async (question) => {
    expect((await ask(await signedIn('cl'), question)).status).toBe(400);
  });

  test('a partner is offered its own dimensions, and cannot use another partner’s name', async () => {
    const partner = await signedIn('mp', { partnerKey: partners[0] });
    const { body } = await harness.call(reportDimensions, partner, { params: { channel: 'all', vertical: 'all' } });
    expect((body.data as ReportMember[]).map(({ key }) => key).toSorted()).toEqual(
      ['campaign', 'campaignCode', 'campus', 'program', 'publisherSource', 'state'].toSorted(),
    );
    expect((await ask(partner, { dimensions: ['mediaPartner'] })).status).toBe(400);
  });

  test('another owner is refused', async () => {
    const agency = await signedIn('ag');
    const { status } = await harness.call(reportQuestion, agency, {
      body: { ownerKey: foreign, question: questionWith() },
    });
    expect(status).toBe(404);
  });
});

describe('the exported file', () => {
  const file = async (as: SignedIn, question: Partial<ReportQuestion>, format: 'csv' | 'xlsx' = 'csv') => {
    const { statusCode, headers, payload } = await harness.app.inject({
      method: 'POST',
      url: `/api${fillPath(reportExport.path, {}, as.group)}`,
      headers: as.headers,
      payload: { ownerKey: owner, question: questionWith(question), format },
    });
    return { status: statusCode, name: headers['content-disposition'], text: payload };
  };

  test('is the table on the screen with its total, and runs no query', async () => {
    const { status, name, text } = await file(await signedIn('ag'), {
      period: { from: '2026-02-01', to: '2026-03-31' },
      granularity: 'month',
      pivot: 'date',
      measures: ['cpl'],
    });
    expect(status).toBe(200);
    expect(name).toContain('media-analysis-2026-02-01-2026-03-31.csv');
    expect(text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'Campaign,Feb 2026: CPL,Mar 2026: CPL,All months: CPL',
      "'=2+3,,101,101",
      'First,100,100,100',
      'Total,100,100.33,100.2',
    ]);
  });

  test('contains no media cost for a client and only the own leads for a partner', async () => {
    const client = await signedIn('cl');
    expect((await file(client, { measures: ['mediaCost'] })).status).toBe(400);
    expect((await file(client, {})).text).not.toContain('777');
    const partner = await file(await signedIn('mp', { partnerKey: partners[1] }), { measures: ['spend'] });
    expect(partner.text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'Campaign,Earnings',
      "'=2+3,11",
      'Total,11',
    ]);
    expect((await file(client, {}, 'xlsx')).text.slice(0, 2)).toBe('PK');
  });
});

describe('maturity', () => {
  test('is told of each row whose outcomes count on the day of their inquiry, to those who see it', async () => {
    const agency = await signedIn('ag');
    const dated = { measures: ['spend', 'enrollments', 'cpe'], compare: 'previous' as const };
    const { rows, total, matured, columns, maturity, notes } = await answer(agency, dated);
    expect(matured).toEqual({ enrollments: 'enrollPercentMatured', cpe: 'enrollPercentMatured' });
    expect(columns.map(({ key }) => key)).not.toContain('enrollPercentMatured');
    for (const row of [...rows, total])
      expect(row).toMatchObject({ enrollPercentMatured: expect.any(Number) as number });
    // The total is that of all inquiries, as the note says.
    expect(maturity[0]?.percent).toBe(total['enrollPercentMatured']);
    expect(maturity[0]?.compared).toBe(total['enrollPercentMaturedPrevious']);
    expect(notes).toContain('Changes compare both periods as if fully matured.');
    const plain = await answer(agency);
    expect(plain.matured).toBeUndefined();
    expect(Object.keys(plain.rows[0] ?? {})).not.toContain('enrollPercentMatured');
  });

  test('stands beside each value of a pivot, and clients are told too', async () => {
    const agency = await signedIn('ag');
    const months = { period: { from: '2026-02-01', to: '2026-03-31' }, granularity: 'month' as const };
    const { rows } = await answer(agency, { ...months, pivot: 'date', measures: ['cpe'] });
    expect(rows.find(({ campaign }) => campaign === 'First')).toMatchObject({
      'enrollPercentMatured@0': expect.any(Number) as number,
      'enrollPercentMatured@1': expect.any(Number) as number,
    });
    const client = await answer(await signedIn('cl'), { measures: ['cpe'] });
    expect(client.matured).toEqual({ cpe: 'enrollPercentMatured' });
  });
});
