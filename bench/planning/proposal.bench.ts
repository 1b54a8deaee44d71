import { withMigrator } from '@paceline/server/src/db/migrate/loader.ts';
import { type Tx } from '@paceline/server/src/db/scope/tx.ts';
import {
  measureShares,
  piecesOf,
  usualDelivery,
} from '@paceline/server/src/features/allocations/proposal/model/delivery-curve.rules.ts';
import {
  groupCost,
  isDearer,
  type MovableCampaign,
  type MovableGroup,
} from '@paceline/server/src/features/allocations/proposal/model/program.rules.ts';
import { solveGroups } from '@paceline/server/src/features/allocations/proposal/model/solve-groups.ts';
import { listDelivered } from '@paceline/server/src/features/allocations/proposal/proposal.queries.ts';
import { NO_MATURE_PARTS } from '@paceline/server/src/metrics/maturity/mature-cost.rules.ts';
import { matureRates } from '@paceline/server/src/metrics/maturity/mature-rate.rules.ts';
import { dayOf, monthDays } from '@paceline/server/src/metrics/periods/periods.ts';
import { sql } from 'kysely';
import { listCampaigns, maturePartsAt, type PastCampaign, trueRates } from './proposal-history.ts';
import { NOW, openScaleStore } from '../scale-store.ts';

/**
 * Does the reallocation proposal find more enrollments? For every past month of the demo that has matured since, a proposal is
 * made from what was known on its first day, starting from last month's allocations. It is held against those, and against the
 * same dollars in equal parts, by what the inquiries of these campaigns really came to later. `npm run bench -- proposal`.
 */
const FIRST_MONTHS = 6;
/** The month, and two after it: one month of one campaign has too few enrollments to tell its rate from. */
const JUDGED_MONTHS = 3;
const MATURED_DAYS = 90;
/** Percent of the units that may be moved: what the screen begins with. */
const SHARE = 20;
/** Nobody waits for it: no month is cut short. */
const SECONDS = 600;

const today = dayOf(NOW.toISOString().slice(0, 10));
type Split = ReadonlyMap<number, number>;
interface Result {
  enrollments: number;
  spend: number;
}

/** The dollars in equal parts, in whole units, within capacities; what a full campaign leaves goes to the others. */
const equalSplit = (campaigns: readonly PastCampaign[]): Split => {
  const units = new Map<number, number>();
  let dollars = campaigns.reduce((sum, { price, before }) => sum + price * before, 0);
  let open = [...campaigns];
  while (open.length > 0) {
    const part = dollars / open.length;
    const full = open.filter(({ capacity, price }) => capacity !== null && capacity * price <= part);
    if (full.length === 0) {
      for (const { campaignKey, price } of open) units.set(campaignKey, Math.round(part / price));
      break;
    }
    for (const { campaignKey, capacity, price } of full) {
      units.set(campaignKey, capacity ?? 0);
      dollars -= (capacity ?? 0) * price;
    }
    open = open.filter((campaign) => !full.includes(campaign));
  }
  return units;
};

const lastMonths = (campaigns: readonly PastCampaign[]): Split =>
  new Map(campaigns.map(({ campaignKey, before }) => [campaignKey, before]));

/** What a split would have come to: of each campaign's units as many came in as did of what it really had. */
const judge = (campaigns: readonly PastCampaign[], split: Split, rateOf: (one: PastCampaign) => number): Result => {
  const result = { enrollments: 0, spend: 0 };
  for (const campaign of campaigns) {
    const share = Math.min(1, campaign.delivered / campaign.allocated);
    const inquiries = (split.get(campaign.campaignKey) ?? 0) * share;
    result.enrollments += inquiries * rateOf(campaign);
    result.spend += inquiries * campaign.price;
  }
  return result;
};

/** A past month with what a proposal for it is made from, and what its inquiries became. */
interface PastMonth {
  campaigns: readonly PastCampaign[];
  groups: MovableGroup[];
  rateOf: (one: PastCampaign) => number;
}

const groupsOf = async (tx: Tx, ownerKey: number, month: string, campaigns: readonly PastCampaign[]) => {
  const delivered = await listDelivered(tx, ownerKey, month);
  const { shares } = measureShares(delivered.values());
  const eve = dayOf(month).subtract({ days: 1 }).toString();
  const parts = await maturePartsAt(tx, ownerKey, campaigns, eve);
  const rates = matureRates(campaigns.map((one) => ({ ...one, parts: parts.get(one.campaignKey) ?? NO_MATURE_PARTS })));
  const byClient = Map.groupBy(campaigns, ({ clientKey }) => clientKey);
  const movable = (own: readonly PastCampaign[]): MovableCampaign[] =>
    own.map(({ campaignKey, goalKey, before, capacity, price }) => {
      const most = Math.max(before, capacity ?? before);
      const usual = usualDelivery(delivered.get(campaignKey) ?? []) ?? before * shares[0];
      const pieces = piecesOf(0, most, usual, shares);
      const rate = rates.of(campaignKey)?.rate ?? 0;
      return { campaignKey, goalKey, before, least: 0, most, delivered: 0, pieces, price, rate };
    });
  const toBetterOnly = (own: readonly MovableCampaign[]): MovableCampaign[] => {
    const cost = groupCost(own, 'enrollments');
    return own.map((one) => (isDearer(one, cost, 'enrollments') ? { ...one, most: one.before } : one));
  };
  return [...byClient.values()].map((own): MovableGroup => ({
    dollarsOf: new Map(),
    mostMoved: Math.max(1, Math.floor((own.reduce((sum, { before }) => sum + before, 0) * SHARE) / 100)),
    campaigns: toBetterOnly(movable(own)),
  }));
};

const NAMES = ['last month', 'equal split', 'proposal'] as const;
const add = (sums: Result[], results: readonly Result[]): void => {
  for (const [index, { enrollments, spend }] of results.entries()) {
    const sum = (sums[index] ??= { enrollments: 0, spend: 0 });
    sum.enrollments += enrollments;
    sum.spend += spend;
  }
};
/** Enrollments at the spend of last month's split. */
const atEqualSpend = (sums: readonly Result[]): number[] =>
  sums.map(({ enrollments, spend }) => (spend > 0 ? (enrollments * (sums[0]?.spend ?? 0)) / spend : 0));
const line = (name: string, values: readonly number[]): string => {
  const [last = 0] = values;
  const cells = values.map(
    (value) => `${value.toFixed(1).padStart(9)} ${(last > 0 ? value / last : 1).toFixed(3).padStart(6)}`,
  );
  return `${name.padEnd(12)}${cells.join('')}`;
};

const store = await openScaleStore('demo');
const past = new Map<number, PastMonth[]>();
await withMigrator(store.ownerUrl, async (tx) => {
  const { rows } = await sql<{ ownerKey: number; first: string }>`
    select owner_key as "ownerKey", date_trunc('month', min(captured_date))::date::text as first from lead group by 1 order by 1
  `.execute(tx);
  for (const { ownerKey, first } of rows) {
    const months: PastMonth[] = [];
    for (let at = dayOf(first).add({ months: FIRST_MONTHS }); ; at = at.add({ months: 1 })) {
      const { to } = monthDays(at.toPlainYearMonth().add({ months: JUDGED_MONTHS - 1 }));
      if (to.until(today).days < MATURED_DAYS) break;
      const month = at.toString();
      const campaigns = await listCampaigns(tx, ownerKey, month);
      if (campaigns.length === 0) continue;
      const days = { from: month, to: to.toString(), by: today.toString() };
      months.push({
        campaigns,
        groups: await groupsOf(tx, ownerKey, month, campaigns),
        rateOf: await trueRates(tx, ownerKey, campaigns, days),
      });
    }
    past.set(ownerKey, months);
  }
});
await store.close();

const all = [...past.values()].flat();
const groups = all.flatMap((month) => month.groups);
const answers = await solveGroups(groups, 'enrollments', SECONDS);
const proposed = new Map(groups.map((group, index) => [group, answers[index]?.units ?? []]));
const proposalOf = (month: PastMonth): Split =>
  new Map(
    month.groups.flatMap((group) =>
      group.campaigns.map(
        ({ campaignKey, before }, place) => [campaignKey, proposed.get(group)?.[place] ?? before] as const,
      ),
    ),
  );

const total: Result[] = [];
let won = 0;
console.log(`${''.padEnd(12)}${NAMES.map((name) => name.padStart(16)).join('')}`);
for (const [ownerKey, months] of past) {
  const ofOwner: Result[] = [];
  for (const month of months) {
    const byClient = Map.groupBy(month.campaigns, ({ clientKey }) => clientKey);
    const equal = new Map([...byClient.values()].flatMap((own) => [...equalSplit(own)]));
    const splits = [lastMonths(month.campaigns), equal, proposalOf(month)];
    const results = splits.map((split) => judge(month.campaigns, split, month.rateOf));
    add(ofOwner, results);
    const [last = 0, parts = 0, own = 0] = atEqualSpend(results);
    if (own > Math.max(last, parts)) won += 1;
  }
  console.log(line(`owner ${ownerKey}`, atEqualSpend(ofOwner)));
  add(total, ofOwner);
}
const sums = atEqualSpend(total);
console.log(line('all', sums));
console.log('Matured enrollments at equal spend, and as a ratio to last month’s split.');
const units = groups.reduce((sum, { campaigns }) => sum + campaigns.reduce((own, { before }) => own + before, 0), 0);
const moved = groups.reduce(
  (sum, group) =>
    sum +
    group.campaigns.reduce(
      (own, { before }, place) => own + Math.max(0, before - (proposed.get(group)?.[place] ?? before)),
      0,
    ),
  0,
);
console.log(
  `${((moved / units) * 100).toFixed(1)}% of the units moved; better than both in ${won} of ${all.length} owner months.`,
);
const [last = 0, equal = 0, own = 0] = sums;
if (own <= Math.max(last, equal)) {
  console.error('The proposal does not beat both splits.');
  process.exitCode = 1;
}
