import { type Tx } from '../../db/scope/tx.ts';
import { lookBackOf, pastEligibility } from '../periods/period-calendar.ts';
import { loadOwnerDay, type OwnerDay } from '../periods/period-facts.ts';
import { LOOK_BACK_DAYS } from '../days/eligible-days.ts';
import { listPauses } from '../periods/period.queries.ts';
import { type Day, dayOf, daysOf, isBefore } from '../periods/periods.ts';
import { sumHistorical } from './cohort-lists.ts';
import { sumMature } from './mature-lists.ts';
import { openDaysOf } from './open-days.ts';
import {
  addOpenDays,
  type DueRow,
  listDays,
  listDue,
  listOpenDays,
  listOwners,
  listStoredPast,
  lockPast,
  type OpenDays,
  type StoredPast,
  upsertPast,
} from './stored-days.queries.ts';

/** Small enough that a concurrent fold waits less than a second. */
const PAGE = 500;

const NOTHING: readonly number[] = [];
/** Removes trailing zeros, as the latest day comes first. */
const trimmed = (list: number[]): number[] => list.slice(0, list.findLastIndex((value) => value !== 0) + 1);

/** Sums of these campaigns through their last complete day, from the current days and months. */
const addUp = async (
  tx: Tx,
  ownerKey: number,
  { throughs }: OwnerDay,
  campaigns: readonly Pick<DueRow, 'campaignKey' | 'accountKey'>[],
): Promise<StoredPast[]> => {
  const only = { campaignKeys: campaigns.map(({ campaignKey }) => campaignKey) };
  const question = { ownerKey, by: 'campaign', only } as const;
  const historical = await sumHistorical(tx, question, throughs);
  const mature = await sumMature(tx, question, throughs);
  const throughOf = (accountKey: number | null): Day =>
    (accountKey === null ? undefined : throughs.late.get(accountKey)) ?? throughs.usual;
  const oldest = [...throughs.late.values()].reduce((a, b) => (isBefore(b, a) ? b : a), throughs.usual);
  const range = { from: lookBackOf(oldest, LOOK_BACK_DAYS), to: throughs.usual };
  const days = Map.groupBy(await listDays(tx, ownerKey, only.campaignKeys, range), (row) => row.campaignKey);
  const knownBacks = new Map<Day, string[]>();
  const backFrom = (through: Day): readonly string[] => {
    const back =
      knownBacks.get(through) ??
      daysOf({ from: lookBackOf(through, LOOK_BACK_DAYS), to: through })
        .map(String)
        .toReversed();
    knownBacks.set(through, back);
    return back;
  };
  return campaigns.map(({ campaignKey, accountKey }): StoredPast => {
    const through = throughOf(accountKey);
    const back = backFrom(through);
    const ofDay = new Map(days.get(campaignKey)?.map((row) => [row.day, row]));
    const list = (what: 'clientCost' | 'mediaCost' | 'valid'): number[] =>
      trimmed(back.map((day) => ofDay.get(day)?.[what] ?? 0));
    return {
      campaignKey,
      through: through.toString(),
      leadsThrough: throughs.usual.toString(),
      clientCost: list('clientCost'),
      mediaCost: list('mediaCost'),
      valid: list('valid'),
      historical: [...(historical.get(campaignKey) ?? NOTHING)],
      mature: [...(mature.get(campaignKey) ?? NOTHING)],
    };
  });
};

/** Logs on which past days these campaigns were open, for days not logged yet. */
const logDays = async (tx: Tx, ownerKey: number, at: OwnerDay, campaigns: readonly DueRow[]): Promise<void> => {
  const { today, zone, throughs } = at;
  const yesterday = throughs.usual;
  const monthStart = yesterday.with({ day: 1 });
  const back = lookBackOf(yesterday, LOOK_BACK_DAYS);
  const first = isBefore(back, monthStart) ? back : monthStart;
  const only = { campaignKeys: campaigns.map(({ campaignKey }) => campaignKey) };
  const logged = Map.groupBy(
    await listOpenDays(tx, { ownerKey, only }, { from: first, to: yesterday }),
    (row) => row.campaignKey,
  );
  const pauses = Map.groupBy(
    await listPauses(tx, { ownerKey, only }, { from: first, to: yesterday }),
    (row) => row.campaignKey,
  );
  // Most campaigns have the same schedule and no pause, so their days are cached.
  const daysByCampaign = new Map<string, Omit<OpenDays, 'campaignKey'>[]>();
  const rows = campaigns.flatMap((row): OpenDays[] => {
    const { campaignKey, startDate, endDate, activatedAt, deletedAt, dayParting } = row;
    const last = logged.get(campaignKey)?.at(-1);
    const from = last === undefined ? first : dayOf(last.through).add({ days: 1 });
    const ownPauses = pauses.get(campaignKey) ?? [];
    const key = JSON.stringify([from.toString(), startDate, endDate, activatedAt, deletedAt, dayParting, ownPauses]);
    const days =
      daysByCampaign.get(key) ?? openDaysOf({ from, to: yesterday }, pastEligibility(row, ownPauses, zone, today));
    daysByCampaign.set(key, days);
    return days.map((day) => ({ campaignKey, ...day }));
  });
  await addOpenDays(tx, ownerKey, rows);
};

/** Runs each task in its own transaction, as the role that owns the tables. */
type RunAsOwner = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Closes past days: logs which campaigns were open, and stores the sums that the day's requests will need. Campaigns whose past has changed
 * since are recalculated. Returns their number; it is idempotent.
 */
export const closeDays = async (run: RunAsOwner, now: Date): Promise<number> => {
  let closed = 0;
  for (const ownerKey of await run(listOwners)) {
    const closePage = async (tx: Tx, after: number): Promise<number | undefined> => {
      const at = await loadOwnerDay(tx, ownerKey, now);
      if ((await listDue(tx, ownerKey, at.throughs, { after, limit: 1 })).length === 0) return undefined;
      await lockPast(tx);
      const due = await listDue(tx, ownerKey, at.throughs, { after, limit: PAGE });
      const withoutSums = due.filter(({ hasSums }) => !hasSums);
      if (withoutSums.length > 0) await upsertPast(tx, ownerKey, await addUp(tx, ownerKey, at, withoutSums));
      await logDays(tx, ownerKey, at, due);
      closed += due.length;
      return due.at(-1)?.campaignKey;
    };
    let after: number | undefined = 0;
    while (after !== undefined) after = await run((tx) => closePage(tx, after ?? 0));
  }
  return closed;
};

interface PastDifference {
  ownerKey: number;
  campaignKey: number;
  day: string;
  counter: string;
  rolled: string;
  recounted: string;
}

const LISTS = ['clientCost', 'mediaCost', 'valid', 'historical', 'mature'] as const;
const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, place) => place).every(
    (place) => (a[place] ?? 0) === (b[place] ?? 0),
  );

/** Differences between stored and recalculated sums. Sums that do not reach the last complete day are ignored, as nothing reads them. */
export const pastDifferences = async (run: RunAsOwner, now: Date): Promise<PastDifference[]> => {
  const differences: PastDifference[] = [];
  for (const ownerKey of await run(listOwners)) {
    const comparePage = async (tx: Tx, after: number): Promise<number | undefined> => {
      const at = await loadOwnerDay(tx, ownerKey, now);
      const stored = await listStoredPast(tx, ownerKey, after, PAGE);
      const recounted = new Map((await addUp(tx, ownerKey, at, stored)).map((row) => [row.campaignKey, row]));
      for (const row of stored) {
        const other = recounted.get(row.campaignKey);
        if (other === undefined || other.through !== row.through || other.leadsThrough !== row.leadsThrough) continue;
        for (const list of LISTS)
          if (!isSame(row[list], other[list]))
            differences.push({
              ownerKey,
              campaignKey: row.campaignKey,
              day: row.through,
              counter: `past ${list}`,
              rolled: row[list].join(' '),
              recounted: other[list].join(' '),
            });
      }
      return stored.length < PAGE ? undefined : stored.at(-1)?.campaignKey;
    };
    let after: number | undefined = 0;
    while (after !== undefined) after = await run((tx) => comparePage(tx, after ?? 0));
  }
  return differences;
};
