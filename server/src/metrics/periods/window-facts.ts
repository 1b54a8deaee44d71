import {
  type CampaignDimensionKey,
  factOf,
  type MatureDetail,
  METRIC_KEYS,
  type MetricKey,
  METRICS,
  metricValue,
  type UserGroup,
} from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { addMatureParts, leanOf, matureCost, NO_MATURE_PARTS } from '../maturity/mature-cost.rules.ts';
import {
  addLists,
  type CostFact,
  historicalOf,
  type HistoricalSums,
  sumHistorical,
} from '../stored-days/cohort-lists.ts';
import { MATURE_KEYS, type MatureKey, matureOf, type MatureSums, sumMature } from '../stored-days/mature-lists.ts';
import { listChannels, listPast } from '../stored-days/stored-days.queries.ts';
import { loadOwnerDay, type OwnerDay } from './period-facts.ts';
import { type CampaignChoice } from './period.queries.ts';
import { type ByGroup } from './window-sums.ts';

export interface WindowQuestion {
  ownerKey: number;
  now: Date;
  group: UserGroup;
  /** One set of sums per key of the dimension, or a single total. */
  by: CampaignDimensionKey | null;
  only?: CampaignChoice;
  /** Preloaded owner day, for callers that run several queries about one owner. */
  at?: OwnerDay;
}

const SUMS = { historical: sumHistorical, mature: sumMature } as const;

/**
 * Lists of each group, from what the worker has stored for its campaigns. Campaigns whose days have changed since, or that are not stored
 * yet, are calculated now.
 */
const loadLists = async (
  tx: Tx,
  question: WindowQuestion,
  what: 'historical' | 'mature',
): Promise<ByGroup<readonly number[]>> => {
  const { ownerKey, by, only = null } = question;
  const { throughs } = question.at ?? (await loadOwnerDay(tx, ownerKey, question.now));
  const rows = await listPast(tx, { ownerKey, only }, throughs, by, what);
  const stored = rows.flatMap(({ key, sums }) => (sums === null ? [] : [[key, sums] as const]));
  const others = rows.filter(({ sums }) => sums === null).map(({ campaignKey }) => campaignKey);
  if (others.length === 0) return by === 'campaign' ? new Map(stored) : addLists(stored);
  const left = stored.length === 0 ? only : { campaignKeys: others };
  return addLists([...stored, ...(await SUMS[what](tx, { ownerKey, by, only: left }, throughs))]);
};

const costOf = (group: UserGroup): CostFact => (factOf('spend', group) === 'mediaCost' ? 'mediaCost' : 'clientCost');

const readLists = <Sums>(
  lists: ByGroup<readonly number[]>,
  read: (list: readonly number[], cost: CostFact) => Sums,
  cost: CostFact,
): ByGroup<Sums> => new Map(lists.entries().map(([key, list]) => [key, read(list, cost)]));

/** Sums for historical rates and costs, for each campaign or group that has any. */
export const loadHistorical = async (tx: Tx, question: WindowQuestion): Promise<ByGroup<HistoricalSums>> =>
  readLists(await loadLists(tx, question, 'historical'), historicalOf, costOf(question.group));

/** Historical metrics, each from the sums of its own stage; null with fewer than ten inquiries. */
export const historicalNumbers = (sums: HistoricalSums | undefined): Partial<Record<MetricKey, number | null>> =>
  Object.fromEntries(
    METRIC_KEYS.flatMap((key) => {
      const { window } = METRICS[key];
      return window.days === 'historical' ? [[key, sums ? metricValue(key, sums[window.stage]) : null]] : [];
    }),
  );

/** Costs mixed into a group's mature costs if it has too little data. */
type Parent = Readonly<Record<MatureKey, number | null>>;
const NO_PARENT: Parent = { matureCpa: null, matureCpe: null, matureCps: null };

/** Additive sums of a group, and its parent: the owner's campaigns in the same channels, else all of them. */
export interface MatureGroup {
  sums: MatureSums;
  parent: Parent;
  /** Costs of all of the owner's campaigns: the parent of combined groups. */
  owner: Parent;
}

const addSums = (all: readonly MatureSums[]): MatureSums =>
  Object.fromEntries(MATURE_KEYS.map((key) => [key, addMatureParts(all.map((sums) => sums[key]))])) as MatureSums;

const costsOf = (sums: MatureSums, parent: Parent): Parent =>
  Object.fromEntries(MATURE_KEYS.map((key) => [key, matureCost(sums[key], parent[key]).value])) as Parent;

/** An owner has no parent: with too little data it has no cost, and neither have its groups a parent cost. */
const ownerCosts = (sums: MatureSums): Parent => costsOf(sums, NO_PARENT);

const loadParents = async (tx: Tx, question: WindowQuestion) => {
  const { ownerKey, by, only = null } = question;
  const lists = await loadLists(tx, { ...question, by: 'channel', only: null }, 'mature');
  const channels = readLists(lists, matureOf, costOf(question.group));
  const owner = ownerCosts(addSums([...channels.values()]));
  const channelsOf =
    by === null || by === 'channel'
      ? new Map<string | number | null, string[]>()
      : await listChannels(tx, { ownerKey, only }, by);
  const cache = new Map<string, Parent>();
  const parentOf = (key: string | number | null): Parent => {
    const own = channelsOf.get(key);
    if (own === undefined) return owner;
    const name = own.join();
    const parent = cache.get(name) ?? costsOf(addSums(own.flatMap((channel) => channels.get(channel) ?? [])), owner);
    cache.set(name, parent);
    return parent;
  };
  return { owner, parentOf };
};

/** Sums for mature costs, for each campaign or group that has any. Parents are loaded only if needed. */
export const loadMature = async (tx: Tx, question: WindowQuestion): Promise<ByGroup<MatureGroup>> => {
  const groups = readLists(await loadLists(tx, question, 'mature'), matureOf, costOf(question.group));
  const thin = groups.values().some((sums) => MATURE_KEYS.some((key) => leanOf(sums[key]) > 0));
  const { owner, parentOf } = thin
    ? await loadParents(tx, question)
    : { owner: NO_PARENT, parentOf: (): Parent => NO_PARENT };
  return new Map(groups.entries().map(([key, sums]) => [key, { sums, parent: parentOf(key), owner }]));
};

/** Combines disjoint groups. */
export const addMature = (groups: Iterable<MatureGroup>): MatureGroup | undefined => {
  const all = [...groups];
  const [first] = all;
  if (first === undefined) return undefined;
  return { sums: addSums(all.map(({ sums }) => sums)), parent: first.owner, owner: first.owner };
};

/** Mature costs with their basis. */
export const matureNumbers = (group: MatureGroup | undefined): Record<MatureKey, MatureDetail> =>
  Object.fromEntries(
    MATURE_KEYS.map((key) => [key, matureCost(group?.sums[key] ?? NO_MATURE_PARTS, group?.parent[key] ?? null)]),
  ) as Record<MatureKey, MatureDetail>;
