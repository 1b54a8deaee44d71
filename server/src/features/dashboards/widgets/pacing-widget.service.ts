import {
  BUDGET_LINES,
  type BudgetLine,
  matureNote,
  pacingList,
  rangeNumbers,
  type PacingWidget,
  ROW_KEY,
  VERDICT_PARTS,
  type WidgetAnswer,
  type WidgetBody,
  type WidgetRow,
} from '@paceline/contract';
import { differenceLine, goalsWithin } from '../../../metrics/days/budget-basis.ts';
import { leftOutNotes } from '../../../metrics/days/left-out-days.ts';
import { pacingNumbers } from '../../../metrics/days/pacing.rules.ts';
import { isChosen } from '../../../metrics/periods/period.queries.ts';
import { loadPeriod, type PeriodFacts } from '../../../metrics/periods/period-facts.ts';
import {
  type CampaignPeriod,
  type GoalPeriod,
  type PeriodParts,
  rollUpMtd,
  rollUpPeriod,
} from '../../../metrics/periods/period-numbers.ts';
import { instantsOf, isBefore, oldestOf } from '../../../metrics/periods/periods.ts';
import { addMature, loadMature, type MatureGroup, matureNumbers } from '../../../metrics/periods/window-facts.ts';
import { getOwnerVariant } from '../../../shared/owner-variant.queries.ts';
import { type CampaignLabel, listCampaignLabels, listGoalLabels } from '../dashboards.queries.ts';
import { type WidgetContext } from './report-widget.service.ts';
import { monthOf } from './widget-range.ts';
import { throughOf } from './widget-through.ts';

export const rowOf = (
  parts: PeriodParts,
  mtd: { spend: number; validLeads: number },
  { fromToday, done }: { fromToday: number; done: number },
  mature: MatureGroup | undefined,
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
    leadProjection: parts.leadProjection,
    inquiryGoal: parts.inquiryGoal,
    ...numbers,
    ...rangeNumbers(parts, { spend: done, leads: done }),
    delta: leads ? inquiryDelta : delta,
    matureCpe: costs.matureCpe.value,
    matureCpa: costs.matureCpa.value,
    matureCpeNote: matureNote(costs.matureCpe),
    matureCpaNote: matureNote(costs.matureCpa),
    matureCpeFew: costs.matureCpe.shrunk ? 'few' : null,
    matureCpaFew: costs.matureCpa.shrunk ? 'few' : null,
  };
};

/** The total of every pacing table of a month. */
export const totalOf = (
  rows: readonly Pick<Period, 'parts' | 'mtd'>[],
  base: PeriodFacts['base'],
  mature: MatureGroup | undefined,
  leads: boolean,
): WidgetRow => {
  const parts = rollUpPeriod(rows);
  return {
    ...rowOf(parts, soFar(rows), base, mature, leads),
    ...Object.fromEntries(VERDICT_PARTS.map((key) => [key, parts[key] ?? null])),
  };
};

type Period = CampaignPeriod | GoalPeriod;
/** A campaign, a line item, or a line that is neither. */
type RowPeriod = Pick<Period, 'parts'> &
  Partial<Pick<CampaignPeriod, 'capped' | 'base' | 'leadBase'>> & { campaigns?: readonly CampaignPeriod[] };
/** How many of its campaigns are limited by their hard cap. */
const cappedOf = (rows: readonly RowPeriod[]): number =>
  rows.flatMap((row): readonly RowPeriod[] => row.campaigns ?? [row]).filter(({ capped }) => capped).length;

/** The last complete day of the spend and of the leads, where they differ because an ad account is late. */
const throughsOf = (rows: readonly RowPeriod[]): WidgetRow => {
  const spend = oldestOf(rows.flatMap(({ base }) => base?.through ?? []));
  const leads = oldestOf(rows.flatMap(({ leadBase }) => leadBase?.through ?? []));
  return spend === null || leads === null || !isBefore(spend, leads)
    ? {}
    : { spendThrough: spend.toString(), leadsThrough: leads.toString() };
};

export const lateNotes = async (
  { tx, ownerKey, now, campaignKeys }: WidgetContext,
  { base }: PeriodFacts,
): Promise<string[]> =>
  base.done === 0
    ? []
    : leftOutNotes(tx, {
        owners: [ownerKey],
        range: { from: base.days.from, to: base.through },
        now,
        where: campaignKeys === null ? [] : [isChosen({ campaignKeys }, ownerKey, 'f')],
      });

const soFar = (rows: readonly Pick<Period, 'mtd'>[]): { spend: number; validLeads: number } => {
  const { spend, validLeads } = rollUpMtd(rows, ['validLeads']);
  return { spend: spend ?? 0, validLeads: validLeads ?? 0 };
};

export interface PacingMonth extends PeriodFacts {
  /** Whether budgets are shown by line item: for all but partners. */
  byGoals: boolean;
}

/** The filtered month: its campaigns, and its line items, whole or in part. */
export const loadMonth = async (context: WidgetContext, body: WidgetBody): Promise<PacingMonth> => {
  const { tx, ownerKey, now, viewer, today, campaignKeys, wholeGoals } = context;
  const month = body.month === undefined ? today.toPlainYearMonth() : monthOf(body.month);
  const facts = await loadPeriod(tx, { ownerKey, month, now, group: viewer.group });
  const chosen = campaignKeys === null ? null : new Set(campaignKeys);
  const goalKeys = wholeGoals === null || wholeGoals === 'all' ? null : new Set(wholeGoals);
  const goals = facts.goals.filter((row) => isPlanned(row) && (goalKeys === null || goalKeys.has(row.goalKey)));
  const isCut = wholeGoals === null && chosen !== null;
  return {
    ...facts,
    campaigns: chosen === null ? facts.campaigns : facts.campaigns.filter((row) => chosen.has(row.campaignKey)),
    goals: isCut ? goalsWithin(goals, (key) => chosen.has(key), facts.facts) : goals,
    byGoals: viewer.group !== 'mp',
  };
};

/** A line item without campaigns still has its budget; one without anything is not in this month. */
const isPlanned = ({ campaigns, parts }: GoalPeriod): boolean =>
  campaigns.length > 0 || parts.budget !== null || parts.inquiryGoal !== null;

interface Group {
  key: string | number | null;
  label: string | null;
  line: BudgetLine | null;
  rows: Pick<Period, 'parts' | 'mtd'>[];
}

type Label = Pick<CampaignLabel, 'key' | 'label'>;

const groupRows = <Row extends Period>(
  rows: readonly Row[],
  labelOf: (row: Row) => Label | undefined,
): Map<string | number | null, Group> => {
  const groups = new Map<string | number | null, Group>();
  for (const row of rows) {
    const { key, label } = labelOf(row) ?? { key: null, label: null };
    const group = groups.get(key) ?? { key, label, line: null, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return groups;
};

/**
 * The rows of a table. Brands and line items have the line items' budget; all others have that of their campaigns, with the difference as a
 * line of its own, so that all tables end in the same budget.
 */
const groupsOf = async (
  { tx, ownerKey }: WidgetContext,
  { by, from }: PacingWidget,
  month: PacingMonth,
): Promise<Group[]> => {
  if (from === 'goals' && month.byGoals) {
    const labels = new Map((await listGoalLabels(tx, ownerKey, by)).map((label) => [label.goalKey, label]));
    return [...groupRows(month.goals, ({ goalKey }) => labels.get(goalKey)).values()];
  }
  const labels = new Map((await listCampaignLabels(tx, ownerKey, by)).map((label) => [label.campaignKey, label]));
  const groups = [...groupRows(month.campaigns, ({ campaignKey }) => labels.get(campaignKey)).values()];
  // A platform's campaign has no partner: its row is no lead provider's.
  const named = groups.map((group): Group =>
    by === 'mediaPartner' && group.key === null ? { ...group, line: 'platforms' } : group,
  );
  const difference = month.byGoals ? differenceLine(month.goals, month.campaigns) : null;
  return difference === null
    ? named
    : [
        ...named,
        { key: difference.line, label: null, line: difference.line, rows: [{ parts: difference.parts, mtd: {} }] },
      ];
};

/** A row for the line items' budget beyond their campaigns', or below it. */
export const isDifference = ({ line }: WidgetRow): boolean => line === 'notAssigned' || line === 'aboveGoals';

/**
 * It has no pace, only its part of the total's difference, so that columns add up: its budget, less the spend that campaigns without a
 * budget of their own will take from it.
 */
export const ofDifference = (budget: number | null, { budgetPlusMinus }: WidgetRow): WidgetRow => ({
  budgetPlusMinus: budgetPlusMinus ?? (budget === null ? null : -budget),
  diffToBudget: null,
  projectionToBudget: null,
  goalInPercentage: null,
  percentBudgetRemaining: null,
  dailySpendRemaining: null,
  pacingIndex: null,
  goalAttainedPercent: null,
});

/** A note about spend without a budget, in the same words on every table. */
export const budgetNotes = ({ byGoals, goals, campaigns }: PacingMonth): string[] => {
  const without = (byGoals ? goals : campaigns).filter(
    ({ parts }) => parts.budget === null && (parts.spend ?? 0) !== 0,
  );
  const [one, many] = byGoals ? ['line item spends', 'line items spend'] : ['campaign spends', 'campaigns spend'];
  return without.length === 0
    ? []
    : [
        `${without.length} ${without.length === 1 ? one : many} without a budget. The spend is included in the totals, and not in percentages of a budget.`,
      ];
};

const answer = async (
  context: WidgetContext,
  month: PeriodFacts,
  data: WidgetRow[],
  totals: WidgetRow,
  notes: string[],
): Promise<WidgetAnswer> => {
  const { base } = month;
  const { pacingBand } = (await getOwnerVariant(context.tx, context.ownerKey)).variant;
  return {
    data,
    totals,
    range: { from: base.days.from.toString(), to: (base.done > 0 ? base.through : base.days.from).toString() },
    compared: null,
    band: pacingBand,
    asOf: (await throughOf(context, 'all')).toString(),
    notes: [...(await lateNotes(context, month)), ...notes],
  };
};

/** The month by a dimension: the whole table of a widget, or the rows behind one of its rows. */
export const pacingTable = async (
  context: WidgetContext,
  widget: PacingWidget,
  month: PacingMonth,
): Promise<WidgetAnswer> => {
  const { tx, ownerKey, now, viewer, campaignKeys } = context;
  const only = campaignKeys === null ? null : { campaignKeys };
  const leads = widget.leads ?? false;
  const groups = await groupsOf(context, widget, month);
  const mature = await loadMature(tx, {
    ownerKey,
    now,
    group: viewer.group,
    by: widget.by,
    only,
  });
  const data = groups.map(({ key, label, line, rows }): WidgetRow => {
    const parts = rollUpPeriod(rows);
    const name = line === null ? label : BUDGET_LINES[line];
    const row: WidgetRow = {
      [widget.name]: name,
      line,
      [ROW_KEY]: JSON.stringify([key, null]),
      ...rowOf(parts, soFar(rows), month.base, mature.get(key), leads),
      cappedCampaigns: cappedOf(rows),
      ...throughsOf(rows),
    };
    return isDifference(row) ? { ...row, ...ofDifference(parts.budget, row) } : row;
  });
  const whole = month.byGoals ? month.goals : month.campaigns;
  const totals = totalOf(whole, month.base, addMature(mature.values()), leads);
  const sorted = data.toSorted(
    (a, b) =>
      Number(isDifference(a)) - Number(isDifference(b)) ||
      Number(b['mtdSpent'] ?? 0) - Number(a['mtdSpent'] ?? 0) ||
      String(a[widget.name]).localeCompare(String(b[widget.name])),
  );
  return answer(context, month, sorted, totals, budgetNotes(month));
};

export const runPacingWidget = async (
  context: WidgetContext,
  widget: PacingWidget,
  body: WidgetBody,
): Promise<WidgetAnswer> => pacingTable(context, widget, await loadMonth(context, body));

/** The status of a campaign; for a past month the status on its last day: one that ended later was live throughout it. */
export const subStatusOf = (
  { activatedAt, endDate, deletedAt }: CampaignLabel,
  { base, today, zone }: Pick<PeriodFacts, 'base' | 'today' | 'zone'>,
): string => {
  const [day, before] =
    base.state === 'past' ? [base.days.to, instantsOf(base.days, zone).before] : ([today, null] as const);
  if (deletedAt !== null && (before === null || deletedAt < before)) return 'DELETED';
  if (activatedAt === null) return 'DRAFT';
  return endDate !== null && endDate < day.toString() ? 'ENDED' : 'LIVE';
};

/** The campaigns furthest over or under, by dollars. */
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
    const row = rowOf(
      campaign.parts,
      soFar([campaign]),
      { fromToday: campaign.days.fromToday, done: month.base.done },
      undefined,
      false,
    );
    return [
      {
        row: {
          campaignCode: label.code,
          campaignName: label.name,
          campaignKey: campaign.campaignKey,
          [ROW_KEY]: JSON.stringify([campaign.campaignKey, null]),
          goal: label.label,
          ...row,
          ...throughsOf([campaign]),
        },
        projectionToBudget: row['projectionToBudget'] as number | null,
        capped: campaign.capped,
        budget: campaign.parts.budget,
        budgetPlusMinus: row['budgetPlusMinus'] as number | null,
        subStatus: subStatusOf(label, month),
      },
    ];
  });
  const { pacingBand } = (await getOwnerVariant(context.tx, context.ownerKey)).variant;
  const listed = pacingList(paced, wanted, month.base.done, pacingBand);
  const chosen = new Set(listed.map(({ row }) => row.campaignKey));
  const rows = month.campaigns.filter(({ campaignKey }) => chosen.has(campaignKey));
  const totals = rowOf(rollUpPeriod(rows), soFar(rows), month.base, undefined, false);
  const capped = paced.filter((campaign) => campaign.capped).length;
  const notes = [
    ...(month.base.done < 3
      ? ['Too early to judge. Campaigns are listed from the third complete day of the month.']
      : []),
    ...(capped > 0
      ? [
          `${capped} capped ${capped === 1 ? 'campaign stops at its' : 'campaigns stop at their'} hard cap and count as neither over nor under.`,
        ]
      : []),
  ];
  return answer(
    context,
    month,
    listed.map(({ row }) => row),
    totals,
    notes,
  );
};
