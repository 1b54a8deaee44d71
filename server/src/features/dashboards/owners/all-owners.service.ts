import { type AllOwners, type AllOwnersRow } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type WorkOptions } from '../../../db/scope/tx.ts';
import { type Clock } from '../../../lib/clock.ts';
import { todayIn } from '../../../metrics/periods/periods.ts';
import { holds } from '../../../shared/answers/answer-cache.ts';
import { listOwnerMonths, type MadeMonth, type OwnerRow, upsertOwnerMonths } from './all-owners.queries.ts';
import { makeOwnerMonth } from './owner-month.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

/** Owners made anew in one call, which is to take about a second at most; and how many at a time. */
const MAX_MADE = 12;
const AT_A_TIME = 3;
/** Figures of an owner that gets leads all day are never of its very latest version: these count as new. */
const NEW_FOR_MS = 60_000;

const isCurrent = ({ version, made }: OwnerRow, now: Date): boolean =>
  made !== null && holds({ basis: made, answer: null }, version, now);

const isOfToday = ({ zone, made }: OwnerRow, now: Date): boolean =>
  made !== null && made.day === todayIn(now, zone).toString();

/** Those without figures of today first, then the oldest. */
const inTurn = (rows: readonly OwnerRow[], now: Date): OwnerRow[] => {
  const madeAt = (row: OwnerRow): number => (isOfToday(row, now) ? (row.made?.madeAt.getTime() ?? 0) : 0);
  return rows.filter((row) => !isCurrent(row, now)).toSorted((a, b) => madeAt(a) - madeAt(b));
};

const makeMonths = async (
  { db }: Pick<Deps, 'db'>,
  scope: Scope,
  owners: readonly number[],
  now: Date,
  options: WorkOptions,
): Promise<MadeMonth[]> => {
  const months: MadeMonth[] = [];
  const left = [...owners];
  const work = async (): Promise<void> => {
    for (let ownerKey = left.shift(); ownerKey !== undefined; ownerKey = left.shift()) {
      const key = ownerKey;
      months.push(await db.readScope(scope, (tx) => makeOwnerMonth(tx, key, now), options));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  if (months.length > 0) await db.withScope(scope, (tx) => upsertOwnerMonths(tx, months));
  return months;
};

const toRow = ({ ownerKey, name, vertical, manager, brands, made }: OwnerRow, isShown: boolean): AllOwnersRow => ({
  ownerKey,
  name,
  vertical,
  manager,
  brands,
  madeAt: isShown ? (made?.madeAt.toISOString() ?? null) : null,
  figures: isShown ? (made?.figures ?? null) : null,
});

interface OwnersRead {
  rows: AllOwnersRow[];
  /** Owners whose figures are missing, or have been out of date for more than a minute. */
  dueOwners: ReadonlySet<number>;
}

/** The stored months of all owners; some of those that are out of date are made anew first. */
export const readAllOwners = async (
  { db, clock }: Deps,
  scope: Scope,
  options: WorkOptions = {},
): Promise<OwnersRead> => {
  const now = clock.now();
  const stored = await db.readScope(scope, (tx) => listOwnerMonths(tx, scope.ownerKeys), options);
  const due = inTurn(stored, now).slice(0, MAX_MADE);
  const newMonths = new Map(
    (
      await makeMonths(
        { db },
        scope,
        due.map(({ ownerKey }) => ownerKey),
        now,
        options,
      )
    ).map((month) => [month.ownerKey, month]),
  );
  const rows = stored.map((row): OwnerRow => {
    const month = newMonths.get(row.ownerKey);
    return month === undefined ? row : { ...row, version: month.version, made: month };
  });
  const isDue = (row: OwnerRow): boolean =>
    !isOfToday(row, now) || (!isCurrent(row, now) && now.getTime() - (row.made?.madeAt.getTime() ?? 0) > NEW_FOR_MS);
  return {
    rows: rows.map((row) => toRow(row, isOfToday(row, now))),
    dueOwners: new Set(rows.filter(isDue).map(({ ownerKey }) => ownerKey)),
  };
};

export const getAllOwners = async (deps: Deps, scope: Scope, options: WorkOptions = {}): Promise<AllOwners> => {
  const { rows, dueOwners } = await readAllOwners(deps, scope, options);
  return { rows, due: dueOwners.size };
};

/** Makes the month of the scope's owners where it is out of date. Returns their number. */
export const refreshOwnerMonths = async ({ db, clock }: Deps, scope: Scope): Promise<number> => {
  const now = clock.now();
  const stored = await db.readScope(scope, (tx) => listOwnerMonths(tx, scope.ownerKeys));
  const owners = inTurn(stored, now).map(({ ownerKey }) => ownerKey);
  return (await makeMonths({ db }, scope, owners, now, {})).length;
};
