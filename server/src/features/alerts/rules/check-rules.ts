import { type AlertCondition, type Days, isMetricKey, type UserGroup, windowOn } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { dayOf, todayIn } from '../../../metrics/periods/periods.ts';
import { runReport } from '../../../metrics/report/report.ts';
import { listReaders, viewerOf } from '../../../shared/readers.ts';
import { findLabels } from '../../../shared/owner-variant.queries.ts';
import { hiddenFields } from '../../../shared/reports/question.rules.ts';
import { NOTHING } from '../scan/scan.rules.ts';
import { holdAlertsOf, updateEnded, upsertAlerts } from '../scan/store.queries.ts';
import { isMet, ruleValue, valueOfNothing } from './condition.rules.ts';
import { questionOf } from './rule-question.rules.ts';
import { type DueRule, listDueRules, listTold, type ToldAlert, updateChecked, updatePaused } from './rules.queries.ts';

/** Minimum time between two checks of a rule: at a busy owner the numbers change every second. */
const LOOK_MINUTES = 10;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

interface RuleDeps {
  db: Database;
  clock: Clock;
  systemScope: (ownerKey: number) => Scope;
  makerScope: (maker: { userKey: number; group: UserGroup; ownerKey: number; partnerKey: number | null }) => Scope;
}
interface RuledOwner {
  ownerKey: number;
  zone: string;
}

interface MetGroup {
  name: string | null;
  value: number;
}

/** The groups that meet a condition today, by the same numbers as in a report of the rule's maker. */
export const metToday = async (
  tx: Tx,
  { ownerKey, zone }: RuledOwner,
  viewer: NonNullable<ReturnType<typeof viewerOf>>,
  condition: AlertCondition,
  now: Date,
): Promise<MetGroup[]> => {
  const { measure, dimension, channel, vertical } = condition;
  const { days, compared, knownDays } = windowOn(condition, todayIn(now, zone).toString());
  const ask = async ({ from, to }: Days, against?: Days) => {
    const { rows } = await runReport(
      tx,
      [ownerKey],
      questionOf(condition, [measure], from, to),
      {
        ...viewer,
        channel,
        vertical,
        ...(against && { comparedWith: { from: dayOf(against.from), to: dayOf(against.to) } }),
      },
      now,
    );
    return new Map(
      rows.map((row) => [
        dimension === null ? null : ((row[dimension] ?? null) as string | null),
        row[measure] as number | null,
      ]),
    );
  };
  const current = await ask(days);
  // Late data of an ad account must not look like a fall in delivery.
  const before = await ask(knownDays, compared ? days : undefined);
  const nothing = isMetricKey(measure) ? valueOfNothing(measure) : null;
  return [...new Set([...current.keys(), ...before.keys()])].flatMap((name) => {
    const value = current.has(name) ? (current.get(name) ?? null) : nothing;
    const currentValue = ruleValue(condition, value, compared && (before.get(name) ?? null));
    return isMet(condition, currentValue) ? [{ name, value: currentValue }] : [];
  });
};

/** Why a rule can no longer be checked for its maker; null while it can. */
const whyNot = async (tx: Tx, ownerKey: number, { makerKey, group, condition }: DueRule) => {
  const [maker] = await listReaders(tx, makerKey);
  const viewer = maker && viewerOf(maker);
  if (!maker || !viewer || viewer.group !== group) return { reason: 'Its maker has no active account any more.' };
  if (!maker.ownerKeys.includes(ownerKey)) return { reason: 'Its maker has no access to this owner any more.' };
  if (!viewer.permissions.has('reports:Build')) return { reason: 'Its maker may no longer build reports.' };
  const hidden = hiddenFields(
    {
      ...condition,
      dimensions: condition.dimension === null ? [] : [condition.dimension],
      measures: [condition.measure],
      pivot: null,
      formulas: [],
    },
    viewer,
    (await findLabels(tx, [ownerKey])) ?? 'default',
  );
  return hidden.length > 0 ? { reason: `Its maker may no longer see ${hidden.join(', ')}.` } : { viewer };
};

/** One alert per period of the rule's hours, whether the condition lasts or comes back within them. */
const periodOf = (lastAlert: ToldAlert | undefined, hours: number, now: Date): string =>
  lastAlert !== undefined && now.getTime() - Date.parse(lastAlert.period) < hours * HOUR_MS
    ? lastAlert.period
    : now.toISOString();

const checkRule = async (
  { db, clock, systemScope, makerScope }: RuleDeps,
  owner: RuledOwner,
  rule: DueRule,
  version: number,
): Promise<void> => {
  const { ownerKey } = owner;
  const now = clock.now();
  const refusal = await db.readScope(systemScope(ownerKey), (tx) => whyNot(tx, ownerKey, rule));
  const pause = (reason: string) =>
    db.withScope(systemScope(ownerKey), (tx) => updatePaused(tx, ownerKey, rule.ruleKey, { at: now, reason }));
  const { viewer } = refusal;
  if (viewer === undefined || !isMetricKey(rule.condition.measure)) {
    await pause(refusal.reason ?? 'Its measure is no longer there.');
    return;
  }
  const scope = makerScope({ userKey: rule.makerKey, group: rule.group, ownerKey, partnerKey: null });
  let met: MetGroup[];
  try {
    met = await db.readScope(scope, (tx) => metToday(tx, owner, viewer, rule.condition, now));
  } catch (error) {
    // A question that the report engine refuses is refused at every check.
    if (!(error instanceof AppError)) throw error;
    await pause(error.message);
    return;
  }
  await db.withScope(systemScope(ownerKey), async (tx) => {
    await holdAlertsOf(tx, ownerKey);
    const lastAlerts = new Map((await listTold(tx, ownerKey)).map((one) => [one.cause, one]));
    const causes = met.map(({ name, value }) => {
      const cause = `rule:${rule.ruleKey}:${name ?? ''}`;
      const { ruleKey, condition } = rule;
      const period = periodOf(lastAlerts.get(cause), rule.hours, now);
      return {
        ...NOTHING,
        kind: 'rule' as const,
        cause,
        period,
        level: 1,
        ruleKey,
        reason: name,
        used: value,
        most: condition.threshold,
        since: now,
      };
    });
    const periods = new Map(causes.map(({ cause, period }) => [cause, period]));
    const ended = [...lastAlerts.values()]
      .filter(
        ({ ruleKey, isOpen, cause, period }) => ruleKey === rule.ruleKey && isOpen && periods.get(cause) !== period,
      )
      .map(({ alertKey, cause }) => ({
        alertKey,
        resolution: periods.has(cause) ? ('TOLD_AGAIN' as const) : ('NOT_MET' as const),
      }));
    // Before the inserts, as a cause has at most one open alert.
    await updateEnded(tx, ownerKey, ended, now);
    await upsertAlerts(tx, ownerKey, causes, now);
    await updateChecked(tx, ownerKey, rule.ruleKey, { at: now, version });
  });
};

/** Checks the rules of an owner whose numbers have changed, and ends alerts of rules that are paused or removed. */
export const checkRules = async (deps: RuleDeps, owner: RuledOwner): Promise<number> => {
  const { ownerKey, zone } = owner;
  const now = deps.clock.now();
  const before = new Date(now.getTime() - LOOK_MINUTES * MINUTE_MS);
  const { rules, version } = await deps.db.readScope(deps.systemScope(ownerKey), (tx) =>
    listDueRules(tx, { ownerKey, zone, now, before }),
  );
  for (const rule of rules) await checkRule(deps, owner, rule, version);
  await deps.db.withScope(deps.systemScope(ownerKey), async (tx) => {
    const gone = (await listTold(tx, ownerKey)).filter(({ isOpen, isLive }) => isOpen && !isLive);
    const ended = gone.map(({ alertKey }) => ({ alertKey, resolution: 'REMOVED' as const }));
    await updateEnded(tx, ownerKey, ended, now);
  });
  return rules.length;
};
