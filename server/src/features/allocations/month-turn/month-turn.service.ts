import { type FastifyBaseLogger } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database } from '../../../db/scope/tx.ts';
import { type Clock } from '../../../lib/clock.ts';
import { setVia } from '../../../shared/month-edits/month-edits.queries.ts';
import {
  findLastTurn,
  freezeMonth,
  insertPricesInForce,
  insertRolledOver,
  insertTurn,
  listOwners,
} from './month-turn.queries.ts';

/** Late enough that yesterday's last inquiries are in, early enough that nobody is working yet. */
const TURN_AT = Temporal.PlainTime.from('00:05');

/** The latest month that has begun in the owner's zone: it is at least five past midnight on its first day. */
export const begunMonth = (now: Date, zone: string): Temporal.PlainYearMonth => {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDateTime();
  const month = local.toPlainDate().toPlainYearMonth();
  const tooEarly = local.day === 1 && Temporal.PlainTime.compare(local.toPlainTime(), TURN_AT) < 0;
  return tooEarly ? month.subtract({ months: 1 }) : month;
};

/** The months to turn, oldest first: those missed while nothing ran, else the one that has begun. */
export const monthsToTurn = (last: string | null, begun: Temporal.PlainYearMonth): string[] => {
  const first = last === null ? begun : Temporal.PlainYearMonth.from(last.slice(0, 7)).add({ months: 1 });
  const months: string[] = [];
  for (let month = first; Temporal.PlainYearMonth.compare(month, begun) <= 0; month = month.add({ months: 1 }))
    months.push(month.toPlainDate({ day: 1 }).toString());
  return months;
};

interface TurnDeps {
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  /** A scheduled run has no session: the job runner gives the scope. */
  scopeOf: (...ownerKeys: readonly number[]) => Scope;
}

/** Turns one month of one owner in one transaction; a second run finds it done. */
const turnMonth = ({ db, scopeOf }: TurnDeps, ownerKey: number, month: string, at: Date): Promise<boolean> =>
  db.withScope(scopeOf(ownerKey), async (tx) => {
    if (!(await insertTurn(tx, ownerKey, month, at))) return false;
    await setVia(tx, 'job');
    await insertRolledOver(tx, ownerKey, month, at);
    await insertPricesInForce(tx, ownerKey, month);
    await freezeMonth(tx, ownerKey, month, at);
    return true;
  });

/** Turns the month of every owner whose month has begun. A failure of one owner does not stop the others. */
export const turnMonths = async (deps: TurnDeps): Promise<number> => {
  const { db, clock, log, scopeOf } = deps;
  const now = clock.now();
  const owners = await db.withScope(scopeOf(), listOwners);
  let turned = 0;
  for (const { ownerKey, timeZone } of owners) {
    try {
      const last = await db.withScope(scopeOf(ownerKey), (tx) => findLastTurn(tx, ownerKey));
      for (const month of monthsToTurn(last, begunMonth(now, timeZone)))
        turned += Number(await turnMonth(deps, ownerKey, month, now));
    } catch (error) {
      log.error({ err: error, ownerKey }, 'the month could not be turned');
    }
  }
  return turned;
};
