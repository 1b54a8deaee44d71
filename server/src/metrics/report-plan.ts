import { type Granularity } from '@paceline/contract';
import { sql } from 'kysely';
import { type Temporal } from 'temporal-polyfill';
import { type Tx } from '../db/tx.ts';
import { AppError } from '../lib/app-error.ts';
import { joinsFor } from './dimension-sql.ts';
import { loadPeriod } from './period-facts.ts';
import { type PeriodParts, rollUpPeriod } from './period-numbers.ts';
import { dataThrough, type Day, isBefore, monthDays, todayIn } from './periods.ts';
import { type CheckedReport, type ReportViewer } from './report-check.ts';
import { rangeOf } from './report-from.ts';
import {
  channelConditions,
  condition,
  dimensionFilters,
  keyColumns,
  neededJoins,
  selectedDimensions,
} from './report-sql.ts';

export type Labels = Record<string, string | null>;

export interface ReportOwner {
  ownerKey: number;
  zone: string;
}

export const listReportOwners = async (tx: Tx): Promise<ReportOwner[]> => {
  const { rows } = await sql<ReportOwner>`
    select owner_key as "ownerKey", time_zone as zone from owner order by 1
  `.execute(tx);
  return rows;
};

/** Groups are the same where their keys are: names may be shared. */
export const groupKey = (row: Record<string, unknown>, dimensions: number, date: unknown): string =>
  JSON.stringify([...Array.from({ length: dimensions }, (_, index) => row[`key ${index}`] ?? null), date ?? null]);

/** Which group a campaign or a line item belongs to; those that the filters leave out are not there. */
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
    sql`true`,
    ...channelConditions(report, channel),
    ...dimensionFilters(report).map((filter) => condition(filter)),
  ];
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columns)} from ${ofGoals ? sql`goal g` : sql`campaign f`} ${sql.raw(joins.join('\n    '))}
    where ${sql.join(where, sql` and `)}
  `.execute(tx);
  return new Map(rows.map((row) => [Number(row['member']), row]));
};

/** A range of whole months, the current one as far as it has come: the plan of half a month is nobody's. */
const monthsOf = (report: CheckedReport, today: Day): Temporal.PlainYearMonth[] => {
  const { from, to } = rangeOf(report);
  const isCurrent = to.toPlainYearMonth().equals(today.toPlainYearMonth()) && !isBefore(to, dataThrough(today));
  if (from.day !== 1 || (to.day !== to.daysInMonth && !isCurrent)) {
    const message = 'Numbers of the plan are told for whole months.';
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

/** The first day of the time that a month is shown under, as the database writes it. */
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

/** The plan's numbers of every group of a report, month by month and then added up. */
export const loadPlanGroups = async (
  tx: Tx,
  report: CheckedReport,
  viewer: ReportViewer,
  now: Date,
  owners: readonly ReportOwner[],
): Promise<Map<string, PlanGroup>> => {
  const { granularity } = report.query.timeDimensions;
  const asked = owners.map((owner) => ({ ...owner, months: monthsOf(report, todayIn(now, owner.zone)) }));
  const members = await listMembers(tx, report, viewer);
  const rows = new Map<string, { labels: Labels; parts: { parts: PeriodParts }[] }>();
  for (const { ownerKey, months } of asked) {
    for (const month of months) {
      const { campaigns, goals } = await loadPeriod(tx, { ownerKey, month, now, group: viewer.group });
      const date = bucketOf(month, granularity);
      const told =
        report.plan === 'goals'
          ? goals.map((goal) => [goal.goalKey, goal] as const)
          : campaigns.map((campaign) => [campaign.campaignKey, campaign] as const);
      for (const [key, row] of told) {
        const member = members.get(key);
        if (member === undefined || !isTold(row.parts)) continue;
        const group = groupKey(member, report.dimensions.length, date);
        const found = rows.get(group);
        if (found) found.parts.push(row);
        else rows.set(group, { labels: labelsOf(member, report, date), parts: [row] });
      }
      // Months are added up as they come: a year of a hundred thousand campaigns need not be held at once.
      for (const group of rows.values()) group.parts = [{ parts: rollUpPeriod(group.parts) }];
    }
  }
  return new Map([...rows].map(([key, { labels, parts }]) => [key, { labels, parts: parts[0]!.parts }]));
};

const labelsOf = (row: Record<string, unknown>, { dimensions }: CheckedReport, date: string | null): Labels => ({
  ...Object.fromEntries(dimensions.map((name) => [name, (row[name] ?? null) as string | null])),
  ...(date === null ? {} : { date }),
});

/** How far the inquiries of each owner are complete. */
export const throughsOf = (owners: readonly ReportOwner[], now: Date): Map<number, Day> =>
  new Map(owners.map(({ ownerKey, zone }) => [ownerKey, dataThrough(todayIn(now, zone))]));
