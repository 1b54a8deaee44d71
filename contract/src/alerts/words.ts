import { formatMetricValue } from '../core/values/formats.ts';
import { leadReasonText } from '../core/leads/lead-reasons.ts';
import { trialText } from '../core/leads/next-try.ts';
import { dimensionWords } from '../core/metrics/dimension-values.ts';
import { labelsOf, variantOf } from '../core/access/owner-variants.ts';
import { ROUTES } from '../core/access/routes.ts';
import { type Permission } from '../core/access/permissions.ts';
import { type UserGroup } from '../core/access/user-groups.ts';
import { writtenQuestion } from '../core/values/question-address.ts';
import { type Alert } from './calls.ts';
import { type ConditionInWords, conditionWords, ruleMeasureLabel, writeRuleValue } from './rules.ts';
import { windowOn } from './rule-window.ts';
import { ALERT_ENDS, type AlertSpan, STUCK_LEVELS } from './kinds.ts';

const SPANS: Record<AlertSpan, string> = { day: 'Daily', week: 'Weekly', month: 'Monthly' };
const count = (value: number): string => formatMetricValue({ kind: 'count' }, value);
const dollars = (value: number): string => formatMetricValue({ kind: 'dollar' }, value);
const leads = (value: number): string => (value === 1 ? '1 lead' : `${count(value)} leads`);

/** Rounded down, so that 100 % appears only once the limit is reached. */
const percentOf = ({ used, limit }: Alert): number =>
  limit === null || limit === 0 ? 100 : Math.floor((used * 100) / limit);

const usedWords = (alert: Alert): string => {
  const write = alert.kind === 'budget' ? dollars : count;
  const figures = `${write(alert.used)} of ${write(alert.limit ?? 0)}`;
  const percent = percentOf(alert);
  return percent >= 100 ? `is reached: ${figures}` : `is ${percent} % used: ${figures}`;
};

const endpointOf = ({ endpointName, clientName }: Alert): string =>
  endpointName ?? `${clientName ?? 'Client'} (no endpoint)`;

const conditionOf = ({ measure, dimension, days, compare, direction, limit }: Alert): ConditionInWords => ({
  measure: measure ?? '',
  dimension,
  days: days ?? 1,
  compare,
  direction: direction ?? 'above',
  threshold: limit ?? 0,
});

/** The parts of a rule's alert: the value that met it (null for the total), the measure, its figure and the threshold. */
export const ruleParts = (alert: Alert) => {
  const condition = conditionOf(alert);
  return {
    name: alert.reason === null ? null : dimensionWords(alert.dimension ?? '', alert.reason),
    measure: ruleMeasureLabel(condition, 'ag', labelsOf(variantOf(alert.words))),
    value: writeRuleValue(condition, alert.used),
    bound: `${condition.direction} ${writeRuleValue(condition, condition.threshold)}`,
  };
};

const ruleTitle = (alert: Alert): string => {
  const { name, measure, value, bound } = ruleParts(alert);
  const is = alert.compare === null ? 'is' : 'changed by';
  return `${alert.ruleName ?? ''}: ${measure}${name === null ? '' : ` of ${name}`} ${is} ${value}, ${bound}`;
};

/** The cause in one sentence, for bell, page, file and mail. `write` formats an instant for the reader. */
export const alertTitle = (alert: Alert, write: (instant: string) => string): string => {
  const span = SPANS[alert.span ?? 'month'];
  switch (alert.kind) {
    case 'cap':
      return `${span} cap of ${alert.campaignCode ?? ''} ${usedWords(alert)}`;
    case 'target':
      return `${span} target of ${alert.campaignCode ?? ''} ${usedWords(alert)}`;
    case 'budget':
      return `Budget of ${alert.goalName ?? ''} ${usedWords(alert)}`;
    case 'stuck':
      return `${endpointOf(alert)}: ${leads(alert.used)} stuck since ${write(alert.since)}`;
    case 'breaker':
      return `${endpointOf(alert)}: paused after ${count(alert.used)} failures in a row`;
    case 'dataGap':
      return `${alert.accountName ?? 'Website (GA4)'}: ${alert.used === 1 ? '1 day' : `${count(alert.used)} days`} of platform data missing`;
    case 'rule':
      return ruleTitle(alert);
  }
};

const capWords = (alert: Alert): string => {
  const { kind, span, used, limit } = alert;
  const percent = percentOf(alert);
  const state = percent >= 100 ? 'reached' : `${percent} % used`;
  return `${SPANS[span ?? 'month'].toLowerCase()} ${kind} ${state} (${count(used)} of ${count(limit ?? 0)})`;
};

/** One line of the bell: an alert, or the caps and targets of a campaign that came up on one day. */
export const bellTitle = (alerts: readonly [Alert, ...Alert[]], write: (instant: string) => string): string =>
  alerts.length === 1
    ? alertTitle(alerts[0], write)
    : `${alerts[0].campaignCode ?? ''}: ${alerts.map(capWords).join(', ')}`;

/** The reason, or what changes it next. */
export const alertDetail = (alert: Alert, write: (instant: string) => string, now: Date): string => {
  if (alert.resolvedAt !== null)
    return `Ended ${write(alert.resolvedAt)}${alert.resolution === null ? '' : `: ${ALERT_ENDS[alert.resolution].toLowerCase()}`}`;
  switch (alert.kind) {
    case 'stuck': {
      const reason = leadReasonText(alert.reason ?? '');
      return alert.level >= STUCK_LEVELS.ATTENTION ? `${reason}. Some for more than 24 hours` : reason;
    }
    case 'dataGap':
      return `The first is ${alert.reason ?? ''}`;
    case 'rule':
      return conditionWords(conditionOf(alert), 'ag', labelsOf(variantOf(alert.words)));
    case 'breaker':
      return trialText(alert.endsAt, { now: now.toISOString(), write });
    default: {
      const name = alert.campaignName === null ? '' : `${alert.campaignName}. `;
      return alert.endsAt === null ? name : `${name}Resets ${write(alert.endsAt)}`;
    }
  }
};

/** Whether something is stopped, as opposed to close to its limit. */
export const isSerious = ({ kind, level }: Pick<Alert, 'kind' | 'level'>): boolean =>
  kind === 'breaker' ||
  (kind === 'stuck' && level >= STUCK_LEVELS.ATTENTION) ||
  ((kind === 'cap' || kind === 'budget') && level >= 100);

const ownersPath = (path: string, ownerKey: number, search: Record<string, string> = {}): string => {
  const parts = Object.entries({ owner: String(ownerKey), ...search });
  return `${path}?${parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
};

/** Media Analysis with the figure of a rule's alert: its measure, days and filters, in the value that met the condition. */
const watchedPath = (alert: AlertOfPath): string => {
  const { ownerKey, channel, vertical, measure, dimension, reason, filters, days, compare, day } = alert;
  const watched = windowOn({ measure: measure ?? '', days: days ?? 1, compare }, day);
  const question = writtenQuestion({
    channel: channel ?? 'all',
    vertical: vertical ?? 'all',
    dimensions: dimension === null ? [] : [dimension],
    measures: [measure ?? ''],
    filters: [
      ...(filters ?? []),
      ...(dimension === null || reason === null
        ? []
        : [{ member: dimension, operator: 'equals' as const, values: [reason] }]),
    ],
    period: watched.days,
    granularity: null,
    compare,
    pivot: null,
    formulas: [],
    order: [],
    top: null,
    chart: 'table',
  });
  return ownersPath(ROUTES.mediaAnalysis, ownerKey, { question });
};

type AlertOfPath = Pick<
  Alert,
  | 'kind'
  | 'ownerKey'
  | 'campaignKey'
  | 'goalKey'
  | 'endpointKey'
  | 'reason'
  | 'accountKey'
  | 'channel'
  | 'vertical'
  | 'measure'
  | 'dimension'
  | 'filters'
  | 'days'
  | 'compare'
  | 'day'
>;
export interface AlertReader {
  group: UserGroup;
  permissions: ReadonlySet<Permission>;
}

/** Path of the record or figure behind the alert, as this user opens it. */
export const alertPath = (alert: AlertOfPath, { group, permissions }: AlertReader): string => {
  const { kind, ownerKey, campaignKey, goalKey, endpointKey, reason, accountKey } = alert;
  if (kind === 'stuck' || kind === 'breaker')
    return ownersPath(ROUTES.stuckLeads, ownerKey, {
      ...(endpointKey !== null && { endpoint: String(endpointKey) }),
      ...(reason !== null && reason !== '' && { reason }),
    });
  if (kind === 'dataGap')
    return ownersPath(
      ROUTES.tradingPlatformData.replace(':semClientAccountKey?', String(accountKey ?? 'website')),
      ownerKey,
    );
  if (kind === 'rule') return permissions.has('reports:Build') ? watchedPath(alert) : ROUTES.alerts;
  if (kind === 'budget')
    return group === 'ag'
      ? ownersPath(ROUTES.goalEditor.replace('/:goalKey?', `/${goalKey}`), ownerKey)
      : ownersPath(ROUTES.pacingOverview, ownerKey);
  return group === 'mp'
    ? ROUTES.mpCampaignPage.replace(':campaignKey', String(campaignKey))
    : ownersPath(ROUTES.campaignPage.replace(':campaignKey', String(campaignKey)), ownerKey);
};
