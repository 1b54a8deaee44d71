import { type Stage, STAGES } from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { DEFAULT_LAG_CURVES, type OwnerCurves, type Segment } from '../maturity/maturity.rules.ts';
import { listOwners } from '../stored-days/stored-days.queries.ts';
import { findOwnerZone } from '../periods/period.queries.ts';
import { dataThrough, type Day, dayOf, todayIn } from '../periods/periods.ts';
import {
  type DelayRow,
  findFittedThrough,
  insertFit,
  listDelays,
  listInquiriesByDay,
  listOnlineModels,
} from './curves.queries.ts';
import { type Delays, fitLagCurve, fitWeekdays, MAX_WEEKS } from './curves.rules.ts';

/** Covers the slowest outcomes of a year of inquiries. */
const LOOK_BACK_DAYS = 730;

const countsOf = (rows: readonly DelayRow[], by: 'delay' | 'age'): number[] => {
  const counts: number[] = [];
  for (const row of rows) {
    const days = row[by];
    if (days !== null) counts[days] = (counts[days] ?? 0) + row.outcomes;
  }
  return Array.from(counts, (count) => count ?? 0);
};

const delaysOf = (rows: readonly DelayRow[], segment: Segment, stage: Stage): Delays => {
  const own = rows.filter((row) => row.stage === stage && row.online === (segment === 'online'));
  return { byDelay: countsOf(own, 'delay'), byAge: countsOf(own, 'age') };
};

const bySegment = <T>(make: (segment: Segment, stage: Stage) => T): Record<Segment, Record<Stage, T>> => {
  const ofSegment = (segment: Segment) =>
    Object.fromEntries(STAGES.map((stage) => [stage, make(segment, stage)])) as Record<Stage, T>;
  return { career: ofSegment('career'), online: ofSegment('online') };
};

/** Once per calendar month of the owner. */
const isDue = (fitted: string | null, through: Day): boolean =>
  fitted === null ||
  dayOf(fitted)
    .with({ day: 1 })
    .until(through.with({ day: 1 })).sign > 0;

/** False if nothing is due or there is too little data: then the defaults apply. */
const fitOwner = async (tx: Tx, ownerKey: number, now: Date): Promise<boolean> => {
  const zone = await findOwnerZone(tx, ownerKey);
  if (zone === null) return false;
  const through = dataThrough(todayIn(now, zone));
  if (!isDue(await findFittedThrough(tx, ownerKey), through)) return false;
  const sunday = through.subtract({ days: through.dayOfWeek % 7 });
  const days = await listInquiriesByDay(tx, ownerKey, {
    from: sunday.subtract({ days: MAX_WEEKS * 7 - 1 }),
    to: sunday,
  });
  const week = fitWeekdays(days);
  if (week === null) return false;
  const range = { from: through.subtract({ days: LOOK_BACK_DAYS - 1 }), to: through };
  const rows = await listDelays(tx, ownerKey, range, await listOnlineModels(tx, [ownerKey]));
  const delays = bySegment((segment, stage) => delaysOf(rows, segment, stage));
  const curves: OwnerCurves = bySegment((segment, stage) =>
    fitLagCurve(DEFAULT_LAG_CURVES[segment][stage], delays[segment][stage]),
  );
  const outcomes = bySegment((segment, stage) => delays[segment][stage].byDelay.reduce((sum, count) => sum + count, 0));
  await insertFit(tx, ownerKey, { through, fittedAt: now, ...week, curves, outcomes });
  return true;
};

/** Fits owners with a new month, and those that have enough data for the first time; returns their number. */
export const fitOwners = async (run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>, now: Date): Promise<number> => {
  let fitted = 0;
  for (const ownerKey of await run(listOwners)) if (await run((tx) => fitOwner(tx, ownerKey, now))) fitted += 1;
  return fitted;
};
