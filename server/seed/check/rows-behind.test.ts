import {
  ALL_PERMISSIONS,
  PACING_COLUMNS,
  REPORT_WIDGETS,
  ROW_KEY,
  rowsBehind,
  type RowsBehindAnswer,
  type UserGroup,
  WIDGET_CALLS,
  WIDGET_IDS,
  type WidgetAnswer,
  type WidgetId,
  type WidgetRow,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type SignedIn, useApp } from '../../src/testing/app.ts';
import { makeUser } from '../../src/testing/factories/factories.ts';
import { SMALL_DEMO, SMALL_DEMO_NOW } from '../small-demo.ts';

const harness = useApp({ filled: SMALL_DEMO });

interface Keys {
  ownerKey: number;
  brand: number;
  goal: number;
  campus: number;
  partner: number;
}
let owners: Keys[];
const extent = inject('sweep');

beforeAll(async () => {
  harness.clock.set(SMALL_DEMO_NOW);
  owners = await harness.asMigrator(async (tx) => {
    const { rows } = await sql<Keys>`
      select c.owner_key as "ownerKey", max(l.brand_key) as brand, min(g.goal_key) as goal, min(c.partner_key) as partner,
             (select k.campus_key from lead k where k.owner_key = c.owner_key and k.campus_key is not null
              group by 1 order by count(*) desc limit 1) as campus
      from campaign c join goal g using (owner_key, goal_key) join client l using (owner_key, client_key)
      group by 1 order by 1`.execute(tx);
    return rows;
  });
});

/** Reports are rate-limited per user, so several users are needed. */
const CALLS_OF_ONE = 50;
const viewerOf = (group: UserGroup) => {
  let callCount = 0;
  let now: SignedIn;
  return async (): Promise<SignedIn> => {
    if (callCount % CALLS_OF_ONE === 0) {
      const ownerKeys = owners.map(({ ownerKey }) => ownerKey);
      const { userKey } = await harness.asMigrator((tx) =>
        makeUser(tx, { group, ownerKeys, permissions: ALL_PERMISSIONS }),
      );
      now = await harness.sessionOf(group, userKey);
    }
    callCount += 1;
    return now;
  };
};
const viewers = { ag: viewerOf('ag'), cl: viewerOf('cl') };
type Group = keyof typeof viewers;

/** The figures of a row, of its own period or the compared one. */
interface Figure {
  name: string;
  shown: number | null;
  compared: boolean;
}

const measuresOf = (id: WidgetId): readonly string[] => {
  if (id === 'reportingFunnel') return ['count', 'rate', 'cost'];
  if (id in REPORT_WIDGETS) return Object.keys(REPORT_WIDGETS[id as keyof typeof REPORT_WIDGETS].measures);
  return PACING_COLUMNS;
};

const figuresOf = (id: WidgetId, row: WidgetRow): Figure[] =>
  measuresOf(id).flatMap((name): Figure[] => {
    const at = (field: string): number | null => (row[field] ?? null) as number | null;
    const own = name in row ? [{ name, shown: at(name), compared: false }] : [];
    const other = [`${name}Previous`, `${name}LastYear`].filter((field) => field in row);
    return [...own, ...other.map((field) => ({ name, shown: at(field), compared: true }))];
  });

const same = (a: number | null, b: number | null): boolean =>
  // Sums are rounded to millionths, each row of the drawer by itself: percentages differ in the fourth decimal, which no screen shows. Null
  // and 0 are told apart only where a row is there to tell it.
  (a ?? 0) === (b ?? 0) ||
  (a !== null && b !== null && Math.abs(a - b) <= 1e-5 * Math.max(Math.abs(a), Math.abs(b), 10));

const additiveSum = (rows: readonly WidgetRow[], name: string): number =>
  rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0);
const ADDITIVE = new Set([
  'validLeads',
  'inquiries',
  'leadVolume',
  'mtdInquiries',
  'mtdSpent',
  'sessions',
  'grossLeads',
]);

/** Requests the rows behind every figure of the answer; returns those that differ, and the number of requests. */
const differences = async (group: Group, id: WidgetId, body: { ownerKey: number }, most: number) => {
  const call = WIDGET_CALLS[id];
  const answer = (await harness.call(call, await viewers[group](), { body })).body.data as WidgetAnswer;
  const rows = [
    // "Not attributed to leads" opens nothing.
    ...answer.data.filter((row) => row[ROW_KEY] != null).slice(0, most),
    ...(id === 'reportingFunnel' || answer.data.length === 0 ? [] : [answer.totals]),
  ];
  const wrong: string[] = [];
  let figures = 0;
  for (const row of rows) {
    const all = figuresOf(id, row);
    for (const compared of new Set(all.map((figure) => figure.compared))) {
      const rowKey = (row[ROW_KEY] ?? null) as string | null;
      const behindBody = { ...body, widget: id, rowKey, compared };
      const behindAnswer = await harness.call(rowsBehind, await viewers[group](), { body: behindBody });
      if (behindAnswer.status !== 200) {
        wrong.push(`${id} ${rowKey ?? 'total'}: ${behindAnswer.status} ${behindAnswer.body.message ?? ''}`);
        continue;
      }
      const behind = behindAnswer.body.data as RowsBehindAnswer;
      for (const { name, shown } of all.filter((figure) => figure.compared === compared)) {
        figures += 1;
        const total = (behind.totals[name] ?? null) as number | null;
        if (!same(shown, total)) wrong.push(`${id} ${rowKey ?? 'total'} ${name}: shown ${shown}, behind ${total}`);
        if (ADDITIVE.has(name) && !same(total, additiveSum(behind.data, name)))
          wrong.push(`${id} ${rowKey ?? 'total'} ${name}: total ${total}, rows ${additiveSum(behind.data, name)}`);
      }
    }
  }
  return { wrong, figures };
};

const sweep = async (group: Group, bodies: readonly { ownerKey: number }[], most = Infinity) => {
  const wrong: string[] = [];
  let figures = 0;
  for (const body of bodies)
    for (const id of WIDGET_IDS) {
      const gaps = await differences(group, id, body, most);
      wrong.push(...gaps.wrong.map((text) => `${JSON.stringify(body)} ${text}`));
      figures += gaps.figures;
    }
  return { wrong, figures };
};

/** Rows of a widget are alike: a sample takes the first rows and the total. */
const ROWS_OF_EACH = { few: 1, sample: 2, all: Infinity }[extent];
const isWhole = extent === 'all';
/** The client's viewer has a different owner. */
const OWNERS_OF_AGENCY = { few: 1, sample: 2, all: undefined }[extent];

describe('the rows behind every figure of every widget sum to the figure', () => {
  test('for the agency', async () => {
    const { wrong, figures } = await sweep(
      'ag',
      owners.slice(0, OWNERS_OF_AGENCY).map(({ ownerKey }) => ({ ownerKey })),
      ROWS_OF_EACH,
    );
    expect(wrong).toEqual([]);
    expect(figures).toBeGreaterThan(extent === 'few' ? 400 : 1300);
  });

  test('for a client, whose costs include the fee', async () => {
    const { wrong, figures } = await sweep(
      'cl',
      (isWhole ? owners : owners.slice(2, 3)).map(({ ownerKey }) => ({ ownerKey })),
      ROWS_OF_EACH,
    );
    expect(wrong).toEqual([]);
    expect(figures).toBeGreaterThan(250);
  });

  test.each([
    ['a brand', ({ brand }: Keys) => ({ brandKeys: [brand] })],
    ['a line item', ({ goal }: Keys) => ({ goalKeys: [goal] })],
    ['a campus', ({ campus }: Keys) => ({ campusKeys: [campus] })],
    ['a partner', ({ partner }: Keys) => ({ partnerKeys: [partner] })],
    ['a channel', () => ({ channels: ['ppc'] })],
    ['last month, against the year before', () => ({ month: '2026-10', compare: 'lastYear' })],
  ])('under the filter of %s', { tags: ['long'] }, async (_name, filterOf) => {
    const bodies = owners
      .slice(0, isWhole ? undefined : 1)
      .map((keys) => ({ ownerKey: keys.ownerKey, ...filterOf(keys) }));
    const { wrong, figures } = await sweep('ag', bodies, isWhole ? ROWS_OF_EACH : 1);
    expect(wrong).toEqual([]);
    expect(figures).toBeGreaterThan(150);
  });
});

test('a row that the widget does not have is refused, and another owner’s rows are not found', async () => {
  const [first, second] = owners;
  const ask = async (body: object, as?: SignedIn) =>
    harness.call(rowsBehind, as ?? (await viewers.ag()), {
      body: { ownerKey: first?.ownerKey, compared: false, ...body } as never,
    });
  for (const rowKey of ['', '{}', '[]', '["x"]', '[null,null,null]', '[["TX"],null]', '["TX","yesterday"]'])
    expect({ rowKey, status: (await ask({ widget: 'topPerformingStates', rowKey })).status }).toEqual({
      rowKey,
      status: 422,
    });
  expect((await ask({ widget: 'reportingFunnel', rowKey: '["none",null]' })).status).toBe(404);
  const { userKey } = await harness.asMigrator((tx) =>
    makeUser(tx, { group: 'ag', ownerKeys: [second?.ownerKey ?? 0], permissions: ALL_PERMISSIONS }),
  );
  const stranger = await harness.sessionOf('ag', userKey);
  expect((await ask({ widget: 'topChannels', rowKey: null }, stranger)).status).toBe(404);
});
