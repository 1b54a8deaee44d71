import { sql } from 'kysely';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { type Clock } from '../../../lib/clock.ts';
import { audit } from '../../../shared/audit.ts';
import { closeMonth } from '../../../shared/billing/close-month.ts';
import { keepPlatformCosts, listCorrectableMonths } from '../../../shared/billing/platform-corrections.ts';

interface CloseDeps {
  db: Database;
  clock: Clock;
}

const ORIGIN = { route: 'billingMonths', ip: null, userAgent: 'clock', requestId: 'clock' };

/**
 * Months past their closing day (the fifth) in the owner's zone that have no lines yet, oldest first. A reopened month must be closed by
 * hand.
 */
const listDueMonths = async (tx: Tx, ownerKey: number, at: Date): Promise<string[]> => {
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

/** Closes one month in one transaction; a second run finds it closed. */
const closeOne = ({ db, clock }: CloseDeps, scope: Scope, ownerKey: number, month: string): Promise<boolean> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    const closed = await closeMonth(tx, ownerKey, month, { userKey: null, at, reason: '' });
    if (closed === null) return false;
    await audit(tx, scope, ORIGIN, at, {
      action: 'billingMonthClosed',
      ownerKey,
      entity: 'billingMonth',
      entityKey: month,
      before: { status: closed.from },
      after: { status: 'CLOSED', lines: closed.lines, statements: closed.statements },
    });
    return true;
  });

/** Closes an owner's months that are due in its time zone. A scheduled run has no session: the job runner gives the scope. */
export const closeDueMonths = async (deps: CloseDeps, scope: Scope, ownerKey: number): Promise<number> => {
  const { db, clock } = deps;
  const due = await db.readScope(scope, (tx) => listDueMonths(tx, ownerKey, clock.now()));
  let closed = 0;
  for (const month of due) closed += Number(await closeOne(deps, scope, ownerKey, month));
  return closed;
};

/** Writes lines for costs that platforms corrected after a month was closed. */
export const keepCorrectedCosts = ({ db, clock }: CloseDeps, scope: Scope, ownerKey: number): Promise<number> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    let corrected = 0;
    for (const month of await listCorrectableMonths(tx, ownerKey, at))
      corrected += await keepPlatformCosts(tx, ownerKey, month, at);
    return corrected;
  });
