import { type FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { type Scope } from '../../../db/scope.ts';
import { type Database, type Tx } from '../../../db/tx.ts';
import { type Clock } from '../../../lib/clock.ts';
import { audit } from '../../../shared/audit.ts';
import { closeMonth } from '../../../shared/billing/close-month.ts';
import { keepPlatformCosts, listCorrectableMonths } from '../../../shared/billing/platform-corrections.ts';

export interface CloseDeps {
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  /** By the clock there is no session: the runner of jobs says whose rows are worked on. */
  scopeOf: (...ownerKeys: readonly number[]) => Scope;
}

const ORIGIN = { route: 'billingMonths', ip: null, userAgent: 'clock', requestId: 'clock' };

/** Months that are over by the fifth, at the owner's, and have no lines yet, oldest first. One that was opened again waits for somebody. */
export const listDueMonths = async (tx: Tx, ownerKey: number, at: Date): Promise<string[]> => {
  const { rows } = await sql<{ month: string }>`
    select m.month::date::text as month
    from owner o
    cross join lateral (
      select date_trunc('month', min(d.day)) as first from campaign_day d where d.owner_key = o.owner_key
    ) f
    cross join lateral generate_series(f.first, date_trunc('month', ${at}::timestamptz at time zone o.time_zone), interval '1 month') m (month)
    left join billing_month b on b.owner_key = o.owner_key and b.month = m.month::date
    where o.owner_key = ${ownerKey} and app.is_month_closed(o.owner_key, m.month::date, ${at}) and coalesce(b.closing, 0) = 0
    order by 1
  `.execute(tx);
  return rows.map(({ month }) => month);
};

/** Closes one month, whole or not at all; a second run finds it closed. */
const closeOne = ({ db, clock, scopeOf }: CloseDeps, ownerKey: number, month: string): Promise<boolean> => {
  const scope = scopeOf(ownerKey);
  return db.withScope(scope, async (tx) => {
    const at = clock.now();
    const closed = await closeMonth(tx, ownerKey, month, { userKey: null, at, reason: '' });
    if (closed === null) return false;
    await audit(tx, scope, ORIGIN, at, {
      action: 'billingMonthClosed',
      ownerKey,
      entity: 'billingMonth',
      entityKey: month,
      before: { status: closed.from },
      after: { status: 'CLOSED', lines: closed.lines },
    });
    return true;
  });
};

/** Does the same for every owner and adds up what came of it. One that fails does not hold up the others. */
const forEveryOwner = async (
  { db, log, scopeOf }: CloseDeps,
  failure: string,
  work: (ownerKey: number) => Promise<number>,
): Promise<number> => {
  const owners = await db.readScope(scopeOf(), async (tx) => {
    const { rows } = await sql<{ ownerKey: number }>`
      select owner_key as "ownerKey" from app.owners_by_clock()
    `.execute(tx);
    return rows;
  });
  let done = 0;
  for (const { ownerKey } of owners) {
    try {
      done += await work(ownerKey);
    } catch (error) {
      log.error({ err: error, ownerKey }, failure);
    }
  }
  return done;
};

/** Closes every owner's months that are due by its own clock. */
export const closeDueMonths = (deps: CloseDeps): Promise<number> =>
  forEveryOwner(deps, 'the month could not be closed', async (ownerKey) => {
    const { db, clock, scopeOf } = deps;
    const due = await db.readScope(scopeOf(ownerKey), (tx) => listDueMonths(tx, ownerKey, clock.now()));
    let closed = 0;
    for (const month of due) closed += Number(await closeOne(deps, ownerKey, month));
    return closed;
  });

/** Lines for what platforms corrected after a month was closed, of all owners. */
export const keepAllPlatformCosts = (deps: CloseDeps): Promise<number> =>
  forEveryOwner(deps, 'corrected platform costs could not be kept', (ownerKey) =>
    deps.db.withScope(deps.scopeOf(ownerKey), async (tx) => {
      const at = deps.clock.now();
      let corrected = 0;
      for (const month of await listCorrectableMonths(tx, ownerKey, at))
        corrected += await keepPlatformCosts(tx, ownerKey, month, at);
      return corrected;
    }),
  );
