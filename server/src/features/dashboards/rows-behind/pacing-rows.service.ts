import { type PacingWidget, ROW_KEY, type WidgetAnswer, type WidgetBody, type WidgetRow } from '@paceline/contract';
import { differenceLine } from '../../../metrics/days/budget-basis.ts';
import { rollUpPeriod } from '../../../metrics/periods/period-numbers.ts';
import { listCampaignLabels, listGoalLabels } from '../dashboards.queries.ts';
import {
  isDifference,
  loadMonth,
  ofDifference,
  type PacingMonth,
  pacingTable,
  rowOf,
} from '../widgets/pacing-widget.service.ts';
import { type WidgetContext } from '../widgets/report-widget.service.ts';

type Key = string | number | null;

/** The detail behind a row of pacing, and its dimension. */
interface PacingBehind {
  answer: WidgetAnswer;
  by: 'goal' | 'campaign';
}

const BY_GOAL: PacingWidget = { name: 'goal', by: 'goal', from: 'goals' };
const BY_CAMPAIGN: PacingWidget = { name: 'campaign', by: 'campaign', from: 'campaigns' };

/** The part of the month that a row consists of: its line items whole, or only its campaigns. */
const monthOfRow = async (
  context: WidgetContext,
  { by, from }: PacingWidget,
  month: PacingMonth,
  key: Key,
): Promise<{ context: WidgetContext; month: PacingMonth }> => {
  const { tx, ownerKey, campaignKeys } = context;
  const labels = await listCampaignLabels(tx, ownerKey, by);
  const meant = new Set(labels.filter((label) => label.key === key).map((label) => label.campaignKey));
  const narrowed = {
    ...context,
    campaignKeys: campaignKeys === null ? [...meant] : campaignKeys.filter((one) => meant.has(one)),
  };
  const campaigns = month.campaigns.filter(({ campaignKey }) => meant.has(campaignKey));
  if (from !== 'goals' || !month.byGoals)
    return { context: narrowed, month: { ...month, campaigns, goals: [], byGoals: false } };
  const goalLabels = await listGoalLabels(tx, ownerKey, by);
  const goalKeys = new Set(goalLabels.filter((label) => label.key === key).map(({ goalKey }) => goalKey));
  return {
    context: narrowed,
    month: { ...month, campaigns, goals: month.goals.filter(({ goalKey }) => goalKeys.has(goalKey)) },
  };
};

/** The difference between the budgets of line items and of their campaigns, by line item. */
const behindDifference = async (
  context: WidgetContext,
  month: PacingMonth,
  whole: WidgetAnswer,
  line: WidgetRow,
  leads: boolean,
): Promise<WidgetAnswer> => {
  const labels = new Map((await listGoalLabels(context.tx, context.ownerKey, 'goal')).map((one) => [one.goalKey, one]));
  const none = { spend: 0, validLeads: 0 };
  const data = month.goals.flatMap((goal): WidgetRow[] => {
    const own = month.campaigns.filter(({ goalKey }) => goalKey === goal.goalKey);
    const difference = differenceLine([goal], own);
    if (difference === null) return [];
    const parts = rollUpPeriod([difference]);
    const row = rowOf(parts, none, month.base, undefined, leads);
    return [
      {
        goal: labels.get(goal.goalKey)?.label ?? null,
        [ROW_KEY]: JSON.stringify([goal.goalKey, null]),
        ...row,
        ...ofDifference(parts.budget, row),
      },
    ];
  });
  return { ...whole, data, totals: line };
};

/** Mature costs are pulled towards those of the whole widget, which the part alone does not have. */
const asShown = (totals: WidgetRow, clicked: WidgetRow | undefined): WidgetRow => ({
  ...totals,
  ...(clicked && { matureCpa: clicked['matureCpa'] ?? null, matureCpe: clicked['matureCpe'] ?? null }),
});

/** A brand's line items, a line item's campaigns with its unassigned budget, and the campaigns of everything else. */
export const behindPacing = async (
  context: WidgetContext,
  widget: PacingWidget,
  body: WidgetBody,
  row: { key: Key } | null,
): Promise<PacingBehind> => {
  const month = await loadMonth(context, body);
  const leads = widget.leads === undefined ? {} : { leads: widget.leads };
  const goals = { ...BY_GOAL, ...leads };
  const campaigns = { ...BY_CAMPAIGN, ...leads };
  if (row === null)
    return month.byGoals
      ? { answer: await pacingTable(context, goals, month), by: 'goal' }
      : { answer: await pacingTable(context, campaigns, month), by: 'campaign' };
  const whole = await pacingTable(context, widget, month);
  const line = whole.data.find((one) => isDifference(one) && one['line'] === row.key);
  if (line !== undefined)
    return { answer: await behindDifference(context, month, whole, line, widget.leads ?? false), by: 'goal' };
  const narrowed = await monthOfRow(context, widget, month, row.key);
  const clicked = whole.data.find((one) => one[ROW_KEY] === JSON.stringify([row.key, null]));
  const toGoals = widget.from === 'goals' && month.byGoals && widget.by !== 'goal';
  const answer = await pacingTable(narrowed.context, toGoals ? goals : campaigns, narrowed.month);
  return { answer: { ...answer, totals: asShown(answer.totals, clicked) }, by: toGoals ? 'goal' : 'campaign' };
};
