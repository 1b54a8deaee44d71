import {
  type AlertCondition,
  type AlertRule,
  type AlertRuleForm,
  conditionWords,
  immatureDays,
  isMetricKey,
  isWatchable,
  type Labels,
  type MetricKey,
  plusDays,
  RULE_LIMITS,
  type RulePreview,
  windowOn,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { type Session } from '../../../http/guard/session.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { todayIn } from '../../../metrics/periods/periods.ts';
import { checkReport } from '../../../metrics/report/report-check.ts';
import { partColumn, runReport } from '../../../metrics/report/report.ts';
import { audit } from '../../../shared/audit.ts';
import { findLabels } from '../../../shared/owner-variant.queries.ts';
import { findZone } from '../../../shared/reports/owner-zone.queries.ts';
import { previewOf, previewRange } from './condition.rules.ts';
import { questionOf } from './rule-question.rules.ts';
import {
  countTeam,
  findRule,
  insertRule,
  listRules,
  type RulePlace,
  updatePaused,
  updateRemoved,
  updateRule,
} from './rules.queries.ts';

export interface RuleServiceDeps {
  db: Database;
  clock: Clock;
}
export interface RuleCaller {
  scope: Scope;
  session: Session;
  origin: Origin;
  ownerKey: number;
}

const placeOf = ({ ownerKey, session }: RuleCaller): RulePlace => {
  if (session.group === 'mp') throw new AppError('FORBIDDEN');
  return {
    ownerKey,
    userKey: session.userKey,
    group: session.group,
    isAdmin: session.permissions.has('admin:Settings'),
  };
};

const refuse = (field: string, message: string): AppError =>
  new AppError('VALIDATION', { errors: [{ field, code: 'value', message }] });

const viewerOf = ({ session }: RuleCaller, { channel, vertical }: AlertCondition) => ({
  group: session.group,
  permissions: session.permissions,
  channel,
  vertical,
});

/** The measure, if the caller may ask for it and a rule can watch it; otherwise a refusal at its field. */
const assertWatchable = (caller: RuleCaller, condition: AlertCondition, today: string): MetricKey => {
  const { measure } = condition;
  const { days } = windowOn(condition, today);
  checkReport([caller.ownerKey], questionOf(condition, [measure], days.from, days.to), viewerOf(caller, condition));
  if (!isMetricKey(measure) || !isWatchable(measure))
    throw refuse('condition.measure', 'This measure is of whole months: a rule cannot watch it by days.');
  return measure;
};

export const getRules = ({ db }: RuleServiceDeps, caller: RuleCaller): Promise<AlertRule[]> =>
  db.readScope(caller.scope, (tx) => listRules(tx, placeOf(caller)));

const changeable = async (tx: Tx, caller: RuleCaller, ruleKey: number): Promise<AlertRule> => {
  const rule = await findRule(tx, placeOf(caller), ruleKey);
  if (rule === undefined) throw new AppError('NOT_FOUND');
  if (!rule.mayChange)
    throw new AppError('FORBIDDEN', { message: `Only ${rule.by} or an administrator can change this rule.` });
  return rule;
};

const stale = (theirs: AlertRule, mine: AlertRuleForm, group: RulePlace['group'], labels: Labels): AppError => {
  const words = ({ name, condition }: Pick<AlertRule, 'name' | 'condition'>) =>
    `${name}, ${conditionWords(condition, group, labels)}`;
  return new AppError('STALE_ROW', {
    message: 'Someone else changed this rule. Nothing of yours is saved.',
    errors: [
      {
        field: 'condition',
        code: 'conflict',
        message: `Saved: ${words(theirs)}. Yours: ${words(mine)}.`,
      },
    ],
  });
};

export const saveRule = (
  { db, clock }: RuleServiceDeps,
  caller: RuleCaller,
  input: AlertRuleForm,
): Promise<AlertRule> => {
  const form = { ...input, readerKeys: [...new Set(input.readerKeys)] };
  const place = placeOf(caller);
  const { scope, origin, ownerKey } = caller;
  return db.withScope(scope, async (tx) => {
    const now = clock.now();
    assertWatchable(caller, form.condition, todayIn(now, await findZone(tx, ownerKey)).toString());
    const before = form.ruleKey === null ? null : await changeable(tx, caller, form.ruleKey);
    if (before !== null && before.rowVersion !== form.rowVersion)
      throw stale(before, form, place.group, (await findLabels(tx, [ownerKey])) ?? 'default');
    if ((await countTeam(tx, place, form.readerKeys)) < form.readerKeys.length)
      throw refuse('readerKeys', 'Readers of a rule are people of your own company who work on this owner.');
    const ruleKey = before?.ruleKey ?? (await insertRule(tx, place, form, now));
    if (before !== null) await updateRule(tx, place, ruleKey, form);
    const auditFields = ({ name, condition, hours, readerKeys }: Omit<AlertRuleForm, 'ruleKey' | 'rowVersion'>) => ({
      name,
      condition,
      hours,
      readerKeys,
    });
    await audit(tx, scope, origin, now, {
      action: 'alertRuleSaved',
      ownerKey,
      entity: 'alert_rule',
      entityKey: ruleKey,
      ...(before && { before: auditFields(before) }),
      after: auditFields(form),
    });
    return changeable(tx, caller, ruleKey);
  });
};

/** Changes a rule and records it in the audit log. */
const change = <T>(
  { db, clock }: RuleServiceDeps,
  caller: RuleCaller,
  ruleKey: number,
  action: string,
  work: (tx: Tx, now: Date) => Promise<T>,
): Promise<T> =>
  db.withScope(caller.scope, async (tx) => {
    const now = clock.now();
    const { name } = await changeable(tx, caller, ruleKey);
    const answer = await work(tx, now);
    await audit(tx, caller.scope, caller.origin, now, {
      action,
      ownerKey: caller.ownerKey,
      entity: 'alert_rule',
      entityKey: ruleKey,
      after: { name },
    });
    return answer;
  });

export const pauseRule = (
  deps: RuleServiceDeps,
  caller: RuleCaller,
  { ruleKey, isPaused }: { ruleKey: number; isPaused: boolean },
): Promise<AlertRule> =>
  change(deps, caller, ruleKey, isPaused ? 'alertRulePaused' : 'alertRuleResumed', async (tx, now) => {
    await updatePaused(tx, caller.ownerKey, ruleKey, isPaused ? { at: now, reason: null } : null);
    return changeable(tx, caller, ruleKey);
  });

export const removeRule = (
  deps: RuleServiceDeps,
  caller: RuleCaller,
  { ruleKey, isRemoved }: { ruleKey: number; isRemoved: boolean },
): Promise<null> =>
  change(deps, caller, ruleKey, isRemoved ? 'alertRuleRemoved' : 'alertRuleRestored', async (tx, now) => {
    await updateRemoved(tx, caller.ownerKey, ruleKey, isRemoved ? now : null);
    return null;
  });

/** One question by day over all days that any window needs; each window is added up from its answer. */
export const previewRule = (
  { db, clock }: RuleServiceDeps,
  caller: RuleCaller,
  { condition, hours }: { condition: AlertCondition; hours: number },
): Promise<RulePreview> =>
  db.readScope(caller.scope, async (tx) => {
    const now = clock.now();
    const today = todayIn(now, await findZone(tx, caller.ownerKey)).toString();
    const measure = assertWatchable(caller, condition, today);
    const through = { from: plusDays(today, 1 - RULE_LIMITS.previewDays), to: today };
    const { from, to } = previewRange(condition, through);
    const viewer = { ...viewerOf(caller, condition), withParts: true as const };
    const { rows } = await runReport(
      tx,
      [caller.ownerKey],
      questionOf(condition, [measure], from, to, 'day'),
      viewer,
      now,
    );
    const young = immatureDays(measure);
    return {
      ...through,
      ...previewOf(condition, measure, rows, {
        through,
        days: RULE_LIMITS.previewDays,
        hours,
        columnOf: partColumn,
      }),
      notes: [
        'By the numbers as they are known now.',
        ...(young > 0 ? [`Inquiries younger than ${young} days are left out: their outcomes are still to come.`] : []),
      ],
    };
  });
