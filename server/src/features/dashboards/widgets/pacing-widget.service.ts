import { pacingList, type PacingWidget, type WidgetAnswer, type WidgetBody, type WidgetRow } from '@paceline/contract';
import { pacingNumbers, sumBudgets } from '../../../metrics/pacing.rules.ts';
import { loadPeriod } from '../../../metrics/period-facts.ts';
import {
  type CampaignPeriod,
  type GoalPeriod,
  type PeriodParts,
  rollUpMtd,
  rollUpPeriod,
} from '../../../metrics/period-numbers.ts';
import { type MonthBase } from '../../../metrics/periods.ts';
import { addMature, loadMature, matureNumbers, type MatureSums } from '../../../metrics/window-facts.ts';
import { type CampaignLabel, listCampaignLabels } from '../dashboards.queries.ts';
import { type WidgetContext } from './report-widget.service.ts';
import { monthOf } from './widget-range.ts';
import { throughOf } from './widget-through.ts';

const rowOf = (
  parts: PeriodParts,
  mtd: { spend: number; validLeads: number },
  fromToday: number,
  mature: MatureSums | undefined,
  leads: boolean,
): WidgetRow => {
  const { delta, inquiryDelta, ...numbers } = pacingNumbers(parts, fromToday);
  const costs = matureNumbers(mature);
  return {
    budget: parts.budget,
    mtdSpent: mtd.spend,
    spentRunRate: parts.spentRunRate,
    spendProjection: parts.spendProjection,
    mtdInquiries: mtd.validLeads,
    leadRunRate: parts.leadRunRate,
    inquiryGoal: parts.inquiryGoal,
    ...numbers,
    delta: leads ? inquiryDelta : delta,
    matureCpe: costs.matureCpe.value,
    matureCpa: costs.matureCpa.value,
  };
};

type Period = CampaignPeriod | GoalPeriod;
const soFar = (rows: readonly Period[]): { spend: number; validLeads: number } => {
  const { spend, validLeads } = rollUpMtd(rows, ['validLeads']);
  return { spend: spend ?? 0, validLeads: validLeads ?? 0 };
};

const loadMonth = async ({ tx, ownerKey, now, viewer, today, campaignKeys }: WidgetContext, body: WidgetBody) => {
  const month = body.month === undefined ? today.toPlainYearMonth() : monthOf(body.month);
  const facts = await loadPeriod(tx, { ownerKey, month, now, group: viewer.group });
  const chosen = campaignKeys === null ? null : new Set(campaignKeys);
  const campaigns =
    chosen === null ? facts.campaigns : facts.campaigns.filter(({ campaignKey }) => chosen.has(campaignKey));
  const goalKeys = new Set(campaigns.map(({ goalKey }) => goalKey));
  return {
    ...facts,
    campaigns,
    goals: chosen === null ? facts.goals : facts.goals.filter(({ goalKey }) => goalKeys.has(goalKey)),
  };
};

const groupsOf = (
  { by, from }: PacingWidget,
  labels: readonly CampaignLabel[],
  { campaigns, goals }: { campaigns: readonly CampaignPeriod[]; goals: readonly GoalPeriod[] },
): Map<string | number | null, { label: string | null; rows: Period[] }> => {
  const labelOf = new Map(labels.map((label) => [label.campaignKey, label]));
  const ofGoal = new Map(campaigns.map(({ goalKey, campaignKey }) => [goalKey, labelOf.get(campaignKey)]));
  const groups = new Map<string | number | null, { label: string | null; rows: Period[] }>();
  const put = (label: CampaignLabel | undefined, row: Period): void => {
    // A platform's campaign has no partner: it is no lead provider's.
    if (label === undefined || (by === 'mediaPartner' && label.key === null)) return;
    const group = groups.get(label.key) ?? { label: label.label, rows: [] };
    group.rows.push(row);
    groups.set(label.key, group);
  };
  if (from === 'goals') for (const goal of goals) put(ofGoal.get(goal.goalKey), goal);
  else for (const campaign of campaigns) put(labelOf.get(campaign.campaignKey), campaign);
  return groups;
};

const answer = async (
  context: WidgetContext,
  { base }: { base: MonthBase },
  data: WidgetRow[],
  totals: WidgetRow,
  notes: string[],
): Promise<WidgetAnswer> => ({
  data,
  totals,
  range: { from: base.days.from.toString(), to: (base.done > 0 ? base.through : base.days.from).toString() },
  compared: null,
  asOf: (await throughOf(context, 'all')).toString(),
  notes,
});

export const runPacingWidget = async (
  context: WidgetContext,
  widget: PacingWidget,
  body: WidgetBody,
): Promise<WidgetAnswer> => {
  const { tx, ownerKey, now, viewer, campaignKeys } = context;
  const month = await loadMonth(context, body);
  const labels = await listCampaignLabels(tx, ownerKey, widget.by);
  const only = campaignKeys === null ? null : { campaignKeys };
  const leads = widget.leads ?? false;
  const groups = groupsOf(widget, labels, month);
  const mature = await loadMature(tx, {
    ownerKey,
    now,
    group: viewer.group,
    by: widget.by,
    only,
    groups: [...groups.keys()],
  });
  const data = [...groups].map(([key, { label, rows }]): WidgetRow => {
    const parts = rollUpPeriod(rows);
    return { [widget.name]: label, ...rowOf(parts, soFar(rows), month.base.fromToday, mature.get(key), leads) };
  });
  const everything = [...groups.values()].flatMap(({ rows }) => rows);
  const { without } = sumBudgets(everything.map(({ parts }) => parts.budget));
  const notes =
    without === 0 ? [] : [`${without} without a budget ${without === 1 ? 'is' : 'are'} left out of the budget.`];
  const totals = rowOf(
    rollUpPeriod(everything),
    soFar(everything),
    month.base.fromToday,
    addMature(mature.values()),
    leads,
  );
  const sorted = data.toSorted(
    (a, b) =>
      Number(b['mtdSpent'] ?? 0) - Number(a['mtdSpent'] ?? 0) ||
      String(a[widget.name]).localeCompare(String(b[widget.name])),
  );
  return answer(context, month, sorted, totals, notes);
};

const subStatusOf = ({ activatedAt, endDate, deletedAt }: CampaignLabel, today: string): string => {
  if (deletedAt !== null) return 'DELETED';
  if (activatedAt === null) return 'DRAFT';
  return endDate !== null && endDate < today ? 'ENDED' : 'LIVE';
};

/** The campaigns that are furthest over or under, by dollars. */
export const runPacingList = async (
  context: WidgetContext,
  wanted: 'over' | 'under',
  body: WidgetBody,
): Promise<WidgetAnswer> => {
  const month = await loadMonth(context, body);
  const labels = new Map(
    (await listCampaignLabels(context.tx, context.ownerKey, 'goal')).map((label) => [label.campaignKey, label]),
  );
  const paced = month.campaigns.flatMap((campaign) => {
    const label = labels.get(campaign.campaignKey);
    if (label === undefined) return [];
    const row = rowOf(campaign.parts, soFar([campaign]), campaign.days.fromToday, undefined, false);
    return [
      {
        row: {
          campaignCode: label.code,
          campaignName: label.name,
          campaignKey: campaign.campaignKey,
          goal: label.label,
          ...row,
        },
        diffToBudget: row['diffToBudget'] as number | null,
        budget: campaign.parts.budget,
        budgetPlusMinus: row['budgetPlusMinus'] as number | null,
        subStatus: subStatusOf(label, context.today.toString()),
      },
    ];
  });
  const listed = pacingList(paced, wanted, month.base.done);
  const chosen = new Set(listed.map(({ row }) => row.campaignKey));
  const rows = month.campaigns.filter(({ campaignKey }) => chosen.has(campaignKey));
  const totals = rowOf(rollUpPeriod(rows), soFar(rows), month.base.fromToday, undefined, false);
  const notes =
    month.base.done < 3
      ? ['With fewer than three complete days everything looks extreme: the list begins on the third.']
      : [];
  return answer(
    context,
    month,
    listed.map(({ row }) => row),
    totals,
    notes,
  );
};
