import { expect, test } from 'vitest';
import { KINDS } from './fact-columns.rules.ts';
import {
  createStatement,
  factStatement,
  type FactQuestion,
  factTable,
  markLine,
  SENT_COLUMNS,
} from './statements.rules.ts';
import { weightKey } from './weights.rules.ts';

const question: FactQuestion = {
  owners: [3, 8],
  range: ['2026-01-01', '2026-01-31'],
  rows: 'inquiries',
  facts: ['gross', 'lead_client_cost'],
  labels: ['state'],
  byCampaign: false,
  standIns: null,
  grain: 'month',
  campaigns: null,
  only: [],
  weights: null,
  most: 100,
};

test('a query is one statement over one table, filtered by its owners first', () => {
  expect(factStatement('abcd', question)).toBe(
    'select owner_key, month, state, sum(sign) as sum_rows, sum(sign * gross) as sum_gross, sum(sign * lead_client_cost) as sum_lead_client_cost ' +
      'from paceline_fact_abcd where owner_key in (3, 8) and day between 20454 and 20484 and kind between 0 and 0 ' +
      'group by owner_key, month, state having sum(sign) != 0 or sum(sign * gross) != 0 or sum(sign * lead_client_cost) != 0 ' +
      'limit 101 format JSONEachRow',
  );
});

test('without owners, or with an empty list of campaigns, nothing is read', () => {
  expect(factStatement('abcd', { ...question, owners: [] })).toContain(' where 1 = 0 and ');
  expect(factStatement('abcd', { ...question, campaigns: [] })).toContain(' where owner_key in (3, 8) and ');
  expect(factStatement('abcd', { ...question, campaigns: [] })).toContain(' and 1 = 0 ');
});

test('exclusion filters keep rows without a value', () => {
  const only = [
    { label: 'state', values: ['TX', "'"], isNot: false },
    { label: 'education', values: ['GED'], isNot: true },
  ] as const;
  const text = factStatement('abcd', {
    ...question,
    only,
    campaigns: [4],
    byCampaign: true,
    grain: 'day',
    rows: 'leads',
  });
  expect(text).toContain('select owner_key, campaign_key, day, state, ');
  expect(text).toContain(
    String.raw` and kind between 0 and 7 and campaign_key in (4) and state in ('TX', '\'') and (education is null or not education in ('GED')) group by`,
  );
});

test('a campaign’s figures include everything but keywords, which are parts of ad groups', () => {
  const kindsOf = (rows: FactQuestion['rows']) => {
    const text = factStatement('abcd', { ...question, rows });
    expect(text).toContain(' where owner_key in (3, 8) and day between 20454 and 20484 and kind between ');
    return / and kind between (\d+ and \d+)/.exec(text)?.[1];
  };
  const kindsByRows = Object.fromEntries(
    (Object.keys(KINDS) as (keyof typeof KINDS)[]).map((rows) => [rows, kindsOf(rows)]),
  );
  expect(kindsByRows).toEqual({
    inquiries: '0 and 0',
    leads: '0 and 7',
    all: '0 and 16',
    platform: '12 and 14',
    keyword: '20 and 20',
  });
});

test('weights are looked up by campaign and month; excluded ones have none', () => {
  const weights = {
    keys: [weightKey(7, 24_310), weightKey(8, 24_311)],
    columns: [
      [0.25, 3],
      [0, 1e-9],
      [0, 0],
    ],
  };
  const text = factStatement('abcd', { ...question, weights });
  expect(text).toContain(
    ', sum(sign * valid * transform(campaign_key * 100000 + month, [724310, 824311], [0.25, 3.0], 0.0)) as weighed_0' +
      ', sum(sign * valid * transform(campaign_key * 100000 + month, [824311], [1e-9], 0.0)) as weighed_1' +
      ', sum(sign * valid * 0.0) as weighed_2 from paceline_fact_abcd where owner_key in (3, 8) and ',
  );
  const broken = { ...weights, columns: [[Number.NaN, 1]] };
  expect(() => factStatement('abcd', { ...question, weights: broken })).toThrow('Not a number');
});

test('campaigns with equal attributes are grouped, and a campaign without attributes stays itself', () => {
  const standIns = { campaigns: [12, 15], firsts: [11, 11] };
  const statement = factStatement('abcd', { ...question, byCampaign: true, standIns });
  expect(statement).toContain(
    'select owner_key, transform(campaign_key, [12, 15], [11, 11], campaign_key) as stand_in, ',
  );
  expect(statement).toContain(' group by owner_key, stand_in, month, state ');
});

test('a single server has a plain table; replicated tables name shard and replica', () => {
  const alone = createStatement('abcd', { shard: 0, replica: 0, isReplicated: false });
  expect(alone).toContain(
    ' engine = CollapsingMergeTree(sign) order by (owner_key, day, campaign_key, kind, source_key)',
  );
  expect(alone).toContain(
    '(owner_key Int32, day Int32, month Int32, campaign_key Int32, kind Int16, source_key Int64, sign Int8, ',
  );
  expect(alone).toContain(' state Nullable(String), ');
  expect(createStatement('abcd', { shard: 1, replica: 2, isReplicated: true })).toContain(
    `engine = ReplicatedCollapsingMergeTree('/paceline/abcd/1', 'replica-2', sign)`,
  );
});

test('a block marker is a row without an owner that counts for nothing', () => {
  const fields = markLine(-4).trimEnd().split('\t');
  const mark = Object.fromEntries(SENT_COLUMNS.map((column, index) => [column, fields[index]]));
  expect(fields).toHaveLength(SENT_COLUMNS.length);
  expect(mark).toMatchObject({
    owner_key: '0',
    kind: '99',
    source_key: '-4',
    sign: '1',
    gross: '0',
    state: String.raw`\N`,
  });
});

test('a table name is built from a valid epoch only', () => {
  for (const epoch of ['', 'a', 'abcd; drop table x', 'ABCD', 'a b c d'])
    expect(() => factTable(epoch)).toThrow('Not an epoch');
});
