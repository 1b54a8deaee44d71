import {
  ALL_PERMISSIONS,
  type DimensionKey,
  type FilterOptions,
  filterOptions,
  type ReportFilter,
  reportData,
  type UserGroup,
  type WidgetBody,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, inject, test } from 'vitest';
import { type SignedIn, useApp } from '../../src/testing/app.ts';
import { makeUser } from '../../src/testing/factories/factories.ts';
import { SMALL_DEMO, SMALL_DEMO_NOW } from '../small-demo.ts';
import { differences } from '../../src/testing/tie-out/figures.ts';
import { makeAccountsLate } from '../../src/testing/tie-out/late-accounts.ts';
import { gather, type Month, MONTHS, type Narrowed } from '../../src/testing/tie-out/gather.ts';

/**
 * One truth per word: whatever two screens show for the same owner, days, filter and viewer is equal. Figures are gathered from
 * every widget, the sheets, the graphics and the report compiler, and compared by what they are called and by what they are.
 */
const harness = useApp({ filled: SMALL_DEMO });
let owners: number[];
const sweep = inject('sweep');
const VIEWERS = ['ag', 'cl'] as const;
/** The month that is under way tells most; the others are left to `npm run test:all`. */
const ASKED_MONTHS = (Object.keys(MONTHS) as Month[]).slice(0, sweep === 'few' ? 1 : undefined);

/**
 * Everybody works on all owners, so that a sum over several is not mistaken for that of one. Each question is another user's:
 * one user may not ask so many in a minute.
 */
const signIn = async (group: UserGroup, partnerKey?: number): Promise<SignedIn> => {
  const { userKey } = await harness.asMigrator((tx) =>
    makeUser(tx, {
      group,
      ownerKeys: owners,
      permissions: ALL_PERMISSIONS,
      ...(partnerKey !== undefined && { partnerKey }),
    }),
  );
  return harness.sessionOf(group, userKey);
};

beforeAll(async () => {
  harness.clock.set(SMALL_DEMO_NOW);
  owners = await harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ key: number }>`select owner_key as key from owner order by 1`.execute(tx);
    return rows.map(({ key }) => key).slice(0, sweep === 'few' ? 2 : undefined);
  });
  await makeAccountsLate(harness, '2026-11-01');
});

test.each(VIEWERS)('for %s, what two places show is equal', async (group) => {
  const gaps: object[] = [];
  // In few, each of them another owner.
  const someOwners = sweep === 'few' ? [owners[VIEWERS.indexOf(group)]!] : owners;
  for (const ownerKey of someOwners)
    for (const month of ASKED_MONTHS) {
      const as = await signIn(group);
      const { figures, missed } = await gather(harness, { as, ownerKey, month });
      const different = [...differences(figures), ...missed];
      if (different.length > 0) gaps.push({ ownerKey, month, different });
    }
  expect(gaps).toEqual([]);
});

test('for media partners, the sheet and the reports are equal, of every owner that two of them work for', async () => {
  const partners = await harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ key: number }>`
      select partner_key as key from campaign where partner_key is not null group by 1 order by count(distinct owner_key) desc, 1 limit 2
    `.execute(tx);
    return rows.map(({ key }) => key);
  });
  const gaps: object[] = [];
  let figureCount = 0;
  for (const partner of partners)
    for (const ownerKey of owners)
      for (const month of ASKED_MONTHS) {
        const as = await signIn('mp', partner);
        const { figures, missed } = await gather(harness, { as, ownerKey, month });
        figureCount += figures.filter(({ value }) => (value ?? 0) > 0).length;
        const different = [...differences(figures), ...missed];
        if (different.length > 0) gaps.push({ partner, ownerKey, month, different });
      }
  expect(gaps).toEqual([]);
  expect(figureCount).toBeGreaterThan(sweep === 'few' ? 10 : 50);
});

type Option = { key: number | string; name: string };
const FILTERS = {
  brandKeys: { options: ({ brands }) => brands, member: 'brand' },
  clientKeys: { options: ({ clients }) => clients, member: 'client' },
  goalKeys: { options: ({ lineItems }) => lineItems, member: 'goal' },
  campusKeys: { options: ({ campuses }) => campuses, member: 'campus' },
  customChannelKeys: { options: ({ customChannels }) => customChannels, member: 'customChannel' },
  partnerKeys: { options: ({ partners }) => partners, member: 'mediaPartner' },
  channels: { options: ({ channels }) => channels, member: 'channel' },
} as const satisfies Partial<
  Record<keyof WidgetBody, { options: (all: FilterOptions) => readonly Option[]; member: DimensionKey }>
>;
type FilterName = keyof typeof FILTERS;

/** The choice with the most inquiries whose name nothing else has. */
const narrow = async (as: SignedIn, ownerKey: number, name: FilterName): Promise<Narrowed | null> => {
  const { options, member } = FILTERS[name];
  const { body } = await harness.call(filterOptions, as, { params: { owner: ownerKey } });
  const { body: report } = await harness.call(reportData, as, {
    params: { channel: 'all', vertical: 'all' },
    body: {
      ownerKey,
      dimensions: [member],
      measures: ['validLeads'],
      timeDimensions: { dimension: 'date', dateRange: ['2026-10-01', '2026-10-31'] },
      order: [{ member: 'validLeads', direction: 'desc' }],
    } as never,
  });
  const { rows } = report.data as { rows: Record<string, unknown>[] };
  const all = options(body.data as FilterOptions);
  for (const row of rows) {
    const named = all.filter((option) => option.name === row[member]);
    const [only] = named;
    if (only === undefined || named.length > 1) continue;
    const filter: ReportFilter = { member, operator: 'equals', values: [only.name] };
    return { body: { [name]: [only.key] }, filter };
  }
  return null;
};

test.each(Object.keys(FILTERS) as FilterName[])(
  'narrowed by %s, what two places show is equal, and is that of the report narrowed so',
  { tags: ['long'] },
  async (name) => {
    const gaps: object[] = [];
    let tried = 0;
    const turn = Object.keys(FILTERS).indexOf(name);
    for (const [place, group] of VIEWERS.entries()) {
      let left = sweep === 'all' ? owners.length : 1;
      // Each filter begins with another owner, and one that has something to narrow by will do: all of them under every filter
      // take longer than the rest of the tests together.
      for (const ownerKey of owners.map((_, index) => owners[(turn + place + index) % owners.length]!)) {
        if (left === 0) break;
        const as = await signIn(group);
        const narrowed = await narrow(as, ownerKey, name);
        if (narrowed === null) continue;
        left -= 1;
        tried += 1;
        const { figures, missed } = await gather(harness, { as, ownerKey, month: '2026-10', narrowed });
        // What has no such grain is blank with its reason, and no second value.
        const different = [...differences(figures.filter(({ value }) => value !== null)), ...missed];
        if (different.length > 0) gaps.push({ group, ownerKey, narrowed, different });
      }
    }
    expect(tried).toBeGreaterThan(1);
    expect(gaps).toEqual([]);
  },
);
