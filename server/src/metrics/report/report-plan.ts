import { BUDGET_LINES, type Granularity, isDimensionKey } from '@paceline/contract';
import { sql } from 'kysely';
import { type Temporal } from 'temporal-polyfill';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { differenceLine, goalsWithin } from '../days/budget-basis.ts';
import { joinsFor } from '../sql/dimension-sql.ts';
import { loadPeriod, type PeriodFacts } from '../periods/period-facts.ts';
import { type CampaignPeriod, type GoalPeriod, type PeriodParts, rollUpPeriod } from '../periods/period-numbers.ts';
import { dataThrough, type Day, isBefore, monthDays, todayIn } from '../periods/periods.ts';
import { type CheckedReport, isGoalDimension, type ReportViewer } from './report-check.ts';
import { rangeOf } from './report-from.ts';
import {
  channelConditions,
  condition,
  dimensionFilters,
  keyColumns,
  neededJoins,
  selectedDimensions,
} from './report-sql.ts';

type Member = Record<string, unknown>;
type Labels = Record<string, string | null>;

export interface ReportOwner {
  ownerKey: number;
  zone: string;
}

export const listReportOwners = async (tx: Tx, owners: readonly number[]): Promise<ReportOwner[]> => {
  const { rows } = await sql<ReportOwner>`
    select owner_key as "ownerKey", time_zone as zone from owner where ${ofOwners('owner_key', owners)} order by 1
  `.execute(tx);
  return rows;
};

/** Groups are identified by keys, since names may be shared. */
export const groupKey = (row: Record<string, unknown>, dimensions: number, date: unknown): string =>
  JSON.stringify([...Array.from({ length: dimensions }, (_, index) => row[`key ${index}`] ?? null), date ?? null]);

/** Group of each campaign or line item; filtered ones are missing. */
const listMembers = async (
  tx: Tx,
  report: CheckedReport,
  { channel }: ReportViewer,
): Promise<Map<number, Record<string, unknown>>> => {
  const selected = selectedDimensions(report);
  const ofGoals = report.plan === 'goals';
  const joins = joinsFor(neededJoins(report, channel), ofGoals ? ['c', 'g'] : []);
  const columns = [
    ofGoals ? sql`g.goal_key as member` : sql`f.campaign_key as member`,
    ...selected.map(({ name, value }) => sql`${sql.raw(value)} as ${sql.ref(name)}`),
    ...keyColumns(selected),
  ];
  const where = [
    ofOwners(ofGoals ? 'g.owner_key' : 'f.owner_key', report.owners),
    ...channelConditions(report, channel),
    ...dimensionFilters(report).map((filter) => condition(filter)),
  ];
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columns)} from ${ofGoals ? sql`goal g` : sql`campaign f`} ${sql.raw(joins.join('\n    '))}
    where ${sql.join(where, sql` and `)}
  `.execute(tx);
  return new Map(rows.map((row) => [Number(row['member']), row]));
};

/** Whole months of the range, the current one so far: a plan covers whole months only. */
const monthsOf = (report: CheckedReport, today: Day): Temporal.PlainYearMonth[] => {
  const { from, to } = rangeOf(report);
  const isCurrent = to.toPlainYearMonth().equals(today.toPlainYearMonth()) && !isBefore(to, dataThrough(today));
  if (from.day !== 1 || (to.day !== to.daysInMonth && !isCurrent)) {
    const message = 'Budgets, goals and allocations can only be shown for whole months.';
    throw new AppError('VALIDATION', {
      message,
      errors: [{ field: 'timeDimensions.dateRange', code: 'wholeMonths', message }],
    });
  }
  const months: Temporal.PlainYearMonth[] = [];
  for (let month = from.toPlainYearMonth(); !isBefore(to, monthDays(month).from); month = month.add({ months: 1 }))
    months.push(month);
  return months;
};

/** First day of the period that a month is shown in, formatted as by the database. */
const bucketOf = (month: Temporal.PlainYearMonth, granularity: Granularity | null): string | null => {
  if (granularity === null) return null;
  const first = monthDays(month).from;
  if (granularity === 'quarter') return first.with({ month: month.month - ((month.month - 1) % 3) }).toString();
  return (granularity === 'year' ? first.with({ month: 1 }) : first).toString();
};

export interface PlanGroup {
  labels: Labels;
  parts: PeriodParts;
}

const isTold = ({ budget, effectiveMonthlyAllocation, spend, validLeads }: PeriodParts): boolean =>
  budget !== null || effectiveMonthlyAllocation !== null || (spend ?? 0) !== 0 || (validLeads ?? 0) !== 0;

interface PlanNumbers {
  groups: Map<string, PlanGroup>;
  /** Total of everything left by the filters, based on line items if they are whole. */
  total: PeriodParts;
}

const NO_PLAN: PlanNumbers = { groups: new Map(), total: rollUpPeriod([]) };

interface Building {
  labels: Labels;
  parts: { parts: PeriodParts }[];
}

const addTo = (rows: Map<string, Building>, key: string, labels: () => Labels, row: { parts: PeriodParts }): void => {
  const existingRow = rows.get(key);
  if (existingRow) existingRow.parts.push(row);
  else rows.set(key, { labels: labels(), parts: [row] });
};

/** The report reduced to line items: its line item dimensions and filters. */
const byGoals = (report: CheckedReport): CheckedReport => ({
  ...report,
  plan: 'goals',
  dimensions: report.dimensions.filter(isGoalDimension),
  query: {
    ...report.query,
    filters: report.query.filters.filter(({ member }) => isDimensionKey(member) && isGoalDimension(member)),
  },
});
const byCampaigns = (report: CheckedReport): CheckedReport => ({ ...report, plan: 'campaigns' });

/** Adds the budget that line items have beyond their campaigns, for each group of line items in the rows. */
const addDifferences = (
  rows: Map<string, Building>,
  { campaigns, goals }: Pick<PeriodFacts, 'campaigns' | 'goals'>,
  members: ReadonlyMap<number, Record<string, unknown>>,
  report: CheckedReport,
  date: string | null,
): void => {
  const { dimensions } = byGoals(report);
  const sides = new Map<
    string,
    { member: Record<string, unknown>; goals: GoalPeriod[]; campaigns: CampaignPeriod[] }
  >();
  const sideOf = (goalKey: number) => {
    const member = members.get(goalKey);
    if (member === undefined) return undefined;
    const key = groupKey(member, dimensions.length, date);
    const side = sides.get(key) ?? { member, goals: [], campaigns: [] };
    sides.set(key, side);
    return side;
  };
  for (const goal of goals) sideOf(goal.goalKey)?.goals.push(goal);
  for (const campaign of campaigns) sideOf(campaign.goalKey)?.campaigns.push(campaign);
  for (const [key, side] of sides) {
    const difference = differenceLine(side.goals, side.campaigns);
    if (difference !== null) addTo(rows, `line ${key}`, () => labelsOf(side.member, report, date), difference);
  }
};

/** Differences of months may cancel out, so the label is chosen once all are summed. */
const nameDifferences = (rows: Map<string, Building>, { dimensions }: CheckedReport): void => {
  const named = dimensions.find((key) => !isGoalDimension(key)) ?? '';
  for (const [key, { labels, parts }] of rows) {
    if (!key.startsWith('line ')) continue;
    const budget = parts[0]?.parts.budget ?? 0;
    if (budget === 0) rows.delete(key);
    else labels[named] = BUDGET_LINES[budget < 0 ? 'aboveGoals' : 'notAssigned'];
  }
};

/** Plan numbers of every group of a report, calculated by month and summed. */
export const loadPlan = async (
  tx: Tx,
  report: CheckedReport,
  viewer: ReportViewer,
  now: Date,
  owners: readonly ReportOwner[],
): Promise<PlanNumbers> => {
  if (report.plan === null) return NO_PLAN;
  const { granularity } = report.query.timeDimensions;
  const ownerMonths = owners.map((owner) => ({ ...owner, months: monthsOf(report, todayIn(now, owner.zone)) }));
  const { plan, goalsBeside, cutsGoals } = report;
  const ofCampaigns =
    plan === 'campaigns' || cutsGoals ? await listMembers(tx, byCampaigns(report), viewer) : new Map<number, Member>();
  const ofGoals =
    plan === 'goals' || goalsBeside
      ? await listMembers(tx, byGoals(report), { ...viewer, channel: 'all' })
      : new Map<number, Member>();
  const rows = new Map<string, Building>();
  let total: { parts: PeriodParts }[] = [];
  for (const { ownerKey, months } of ownerMonths) {
    for (const month of months) {
      const facts = await loadPeriod(tx, { ownerKey, month, now, group: viewer.group });
      const date = bucketOf(month, granularity);
      const left = cutsGoals
        ? goalsWithin(facts.goals, (campaignKey) => ofCampaigns.has(campaignKey), facts.facts)
        : facts.goals;
      const goals = left.filter(({ goalKey }) => ofGoals.has(goalKey));
      const campaigns = facts.campaigns.filter(({ campaignKey }) => ofCampaigns.has(campaignKey));
      const pairs =
        plan === 'goals'
          ? goals.map((goal) => [ofGoals.get(goal.goalKey)!, goal] as const)
          : campaigns.map((campaign) => [ofCampaigns.get(campaign.campaignKey)!, campaign] as const);
      for (const [member, row] of pairs)
        if (isTold(row.parts))
          addTo(rows, groupKey(member, report.dimensions.length, date), () => labelsOf(member, report, date), row);
      if (goalsBeside) addDifferences(rows, { campaigns, goals }, ofGoals, report, date);
      total.push(...(plan === 'goals' || goalsBeside ? goals : campaigns));
      // Months are summed as they arrive, so that a year of a hundred thousand campaigns is never in memory at once.
      for (const group of rows.values()) group.parts = [{ parts: rollUpPeriod(group.parts) }];
      total = [{ parts: rollUpPeriod(total) }];
    }
  }
  nameDifferences(rows, report);
  return {
    groups: new Map([...rows].map(([key, { labels, parts }]) => [key, { labels, parts: parts[0]!.parts }])),
    total: rollUpPeriod(total),
  };
};

const labelsOf = (row: Record<string, unknown>, { dimensions }: CheckedReport, date: string | null): Labels => ({
  ...Object.fromEntries(dimensions.map((name) => [name, (row[name] ?? null) as string | null])),
  ...(date === null ? {} : { date }),
});

/** Last complete day of inquiries for each owner. */
export const throughsOf = (owners: readonly ReportOwner[], now: Date): Map<number, Day> =>
  new Map(owners.map(({ ownerKey, zone }) => [ownerKey, dataThrough(todayIn(now, zone))]));
