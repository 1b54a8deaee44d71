import { type Database } from '../../../db/scope/tx.ts';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Clock } from '../../../lib/clock.ts';
import { statusClock } from '../../../shared/campaign-status/status-clock.rules.ts';
import {
  listBudgetUses,
  listCampaignUses,
  listDataGaps,
  listOpenBreakers,
  listReachedAt,
  listStuckLeads,
} from './causes.queries.ts';
import {
  breakerCause,
  budgetCounter,
  campaignCounters,
  counterCauses,
  endOf,
  gapCause,
  stuckCause,
} from './scan.rules.ts';
import { holdAlertsOf, listOpenAlerts, updateEnded, upsertAlerts } from './store.queries.ts';

export interface Scanned {
  changed: number;
  ended: number;
}

/** Scans one owner: inserts or updates an alert for each cause, ends those whose cause is gone. A second scan changes nothing. */
export const scanOwner = (
  { db, clock }: { db: Database; clock: Clock },
  scope: Scope,
  { ownerKey, zone }: { ownerKey: number; zone: string },
): Promise<Scanned> =>
  db.withScope(scope, async (tx) => {
    await holdAlertsOf(tx, ownerKey);
    const now = clock.now();
    const at = statusClock(now, zone);
    const open = await listOpenAlerts(tx, ownerKey);
    const uses = await listCampaignUses(tx, ownerKey, at);
    const budgets = await listBudgetUses(tx, ownerKey, at.month);
    const counted = [
      ...uses.map((use) => campaignCounters(use, at)),
      ...budgets.map((budget) => [budgetCounter(budget, at)]),
    ];
    const openPeriods = new Map(open.map(({ cause, period }) => [cause, period]));
    const causes = [
      ...counted.flatMap(counterCauses),
      ...(await listStuckLeads(tx, ownerKey, now)).map(stuckCause),
      ...(await listOpenBreakers(tx, ownerKey)).map(breakerCause),
      ...(await listDataGaps(tx, ownerKey, now)).map(gapCause),
    ];
    const fresh = causes.filter(({ cause, period }) => period !== null && openPeriods.get(cause) !== period);
    const reachedAt = await listReachedAt(tx, ownerKey, fresh);
    const current = causes.map((cause) => ({
      ...cause,
      // A cause without a period of its own starts a new alert each time it comes up.
      period: cause.period ?? openPeriods.get(cause.cause) ?? now.toISOString(),
      since: cause.since ?? reachedAt.get(cause.cause) ?? now,
    }));

    const counters = new Map(counted.flat().map((counter) => [counter.cause, counter]));
    const present = new Map(current.map(({ cause, period }) => [cause, period]));
    const ended = open
      .filter(({ cause, period }) => present.get(cause) !== period)
      .map((alert) => ({ alertKey: alert.alertKey, resolution: endOf(alert, counters.get(alert.cause), now) }));
    // Before the inserts, as a cause has at most one open alert.
    await updateEnded(tx, ownerKey, ended, now);
    return { changed: await upsertAlerts(tx, ownerKey, current, now), ended: ended.length };
  });
