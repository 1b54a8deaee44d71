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
 * The same figure for the same owner, days, filter and viewer is equal on all screens. Figures from every widget, sheet, graphic and the
 * report compiler are compared by name and meaning.
 */
const harness = useApp({ filled: SMALL_DEMO });
let owners: number[];
const sweep = inject('sweep');
const VIEWERS = ['ag', 'cl'] as const;
/** The current month is the most telling; the others run in `npm run test:all`. */
const ASKED_MONTHS = (Object.keys(MONTHS) as Month[]).slice(0, sweep === 'few' ? 1 : undefined);

/**
 * Every user works on all owners, so that a sum over several cannot pass for that of one. A separate user per question, because of the rate
 * limit.
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

test.each(VIEWERS)('for %s, figures shown in two places are equal', async (group) => {
  const gaps: object[] = [];
  // In the short run, each viewer has a different owner.
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

test('for media partners, the sheet and the reports are equal, at each owner of two partners', async () => {
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

/** The option with the most inquiries and a unique name. */
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
  'filtered by %s, figures shown in two places are equal, and equal the filtered report',
  { tags: ['long'] },
  async (name) => {
    const gaps: object[] = [];
    let tried = 0;
    const turn = Object.keys(FILTERS).indexOf(name);
    for (const [place, group] of VIEWERS.entries()) {
      let left = sweep === 'all' ? owners.length : 1;
      // Each filter starts with another owner and uses the first one with something to filter by: all owners under every filter take longer
      // than all other tests together.
      for (const ownerKey of owners.map((_, index) => owners[(turn + place + index) % owners.length]!)) {
        if (left === 0) break;
        const as = await signIn(group);
        const narrowed = await narrow(as, ownerKey, name);
        if (narrowed === null) continue;
        left -= 1;
        tried += 1;
        const { figures, missed } = await gather(harness, { as, ownerKey, month: '2026-10', narrowed });
        // Figures not available at this grain are blank with a reason, and not a second value.
        const different = [...differences(figures.filter(({ value }) => value !== null)), ...missed];
        if (different.length > 0) gaps.push({ group, ownerKey, narrowed, different });
      }
    }
    expect(tried).toBeGreaterThan(1);
    expect(gaps).toEqual([]);
  },
);
