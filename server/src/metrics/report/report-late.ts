import {
  factsOf,
  isCampaignDimension,
  isDimensionKey,
  isMetricKey,
  isOfPlatforms,
  type MetricKey,
  METRICS,
  NOT_ATTRIBUTED,
  numberOf,
  partsOf,
  type UserGroup,
} from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { DIMENSION_SQL } from '../sql/dimension-sql.ts';
import { isOfAccount } from '../sql/fact-sql.ts';
import { leftOutNotes } from '../days/left-out-days.ts';
import { listAccounts } from '../periods/period.queries.ts';
import { dataThrough, type Day, dayOf, type DayRange, isBefore, oldestOf, todayIn } from '../periods/periods.ts';
import { type CheckedReport, type ReportViewer } from './report-check.ts';
import { rangeOf, sharedRange } from './report-from.ts';
import { groupKey, type ReportOwner } from './report-plan.ts';
import { channelConditions, condition, dimensionFilters } from './report-sql.ts';

type Row = Record<string, unknown>;

/** An ad account whose data ends within the report's days. */
interface LateAccount {
  accountKey: number;
  through: Day;
}

/**
 * Whether a measure relates an ad account's data to our own, such as cost per lead or enrollment. It covers the days that both have; a cost
 * or a count alone covers all that is loaded.
 */
export const isOfTwoSources = (key: MetricKey, group: UserGroup): boolean => {
  const metric = METRICS[key];
  if (metric.basis !== 'derived' || metric.adds || metric.grain === 'month') return false;
  const facts = factsOf([key], group);
  if (facts.length < partsOf(key).length) return false;
  return facts.some(isOfAccount) && !facts.every(isOfAccount);
};

/**
 * Whether a measure is limited to days loaded by each ad account: measures of two sources, and in comparisons everything that uses account
 * data.
 */
export const isCut = (key: MetricKey, { group, comparedWith }: ReportViewer): boolean =>
  isOfTwoSources(key, group) || (comparedWith !== undefined && factsOf([key], group).some(isOfAccount));

/** Measures shown, and those used to select rows. */
const cutMeasures = ({ source, measures, query }: CheckedReport, viewer: ReportViewer): MetricKey[] => {
  if (source === 'page' || source === 'event') return [];
  const metrics = [...measures, ...query.filters.map(({ member }) => member).filter(isMetricKey)];
  return metrics.filter((key) => isCut(key, viewer));
};

/** Accounts whose data ends within the report's days. One that never reported a load is assumed to be up to date. */
export const listLateAccounts = async (
  tx: Tx,
  report: CheckedReport,
  viewer: ReportViewer,
  owners: () => Promise<readonly ReportOwner[]>,
  now: Date,
): Promise<LateAccount[]> => {
  if (cutMeasures(report, viewer).length === 0) return [];
  const range = rangeOf(report);
  const { from, to } = viewer.comparedWith ?? (report.shared.length > 0 ? sharedRange(report) : range);
  const accounts = (await listAccounts(tx, report.owners)).map((row) => ({ ...row, loaded: dayOf(row.loadedThrough) }));
  if (!accounts.some(({ loaded }) => isBefore(loaded, to))) return [];
  const zones = new Map((await owners()).map(({ ownerKey, zone }) => [ownerKey, zone]));
  return accounts
    .map(({ ownerKey, accountKey, loaded }) => {
      const zone = zones.get(ownerKey);
      return { accountKey, through: zone === undefined ? loaded : dataThrough(todayIn(now, zone), loaded) };
    })
    .filter(({ through }) => isBefore(through, to))
    .map(({ accountKey, through }) => ({
      accountKey,
      through: viewer.comparedWith === undefined ? through : range.from.add(from.until(through)),
    }));
};

/** Condition: the row's day is delivered by its campaign's account; always true for campaigns without a late account. */
const isDelivered =
  (late: readonly LateAccount[]) =>
  (row: string): RawBuilder<unknown> =>
    sql`not exists (
    select from campaign x join unnest(${late.map(({ accountKey }) => accountKey)}::int[], ${late.map(({ through }) => through.toString())}::date[])
      account (account_key, through) using (account_key)
    where x.owner_key = ${sql.ref(`${row}.owner_key`)} and x.campaign_key = ${sql.ref(`${row}.campaign_key`)}
      and ${sql.ref(`${row}.day`)} > account.through
  )`;

/** Days affected by late accounts: after the first account's last day, and if costs are shared over leads of a month, the whole month. */
const changedDays = (report: CheckedReport, first: Day): DayRange => {
  const { from, to } = rangeOf(report);
  const begins = report.shared.length > 0 ? first.add({ days: 1 }).with({ day: 1 }) : first.add({ days: 1 });
  return { from: isBefore(begins, from) ? from : begins, to };
};

const amountOf = (row: Row | undefined, fact: string): number =>
  numberOf(row?.[fact] as string | number | null | undefined) ?? 0;

/** Key of a group; the row of costs not attributed to leads is not a group. */
export const lateKey = (row: Row, { dimensions }: CheckedReport): string => {
  const isRest = dimensions.some((name) => row[name] === NOT_ATTRIBUTED);
  return `${groupKey(row, dimensions.length, row['date'])}${isRest ? ' rest' : ''}`;
};

/**
 * Each group's facts of days that an account has not delivered, to be subtracted before two sources are compared. It is the difference of
 * the same query with and without those days, so that shared costs are distributed over the remaining ones.
 */
export const loadLate = async (
  report: CheckedReport,
  viewer: ReportViewer,
  late: readonly LateAccount[],
  ask: (report: CheckedReport) => Promise<Row[]>,
): Promise<ReadonlyMap<string, Row>> => {
  const first = oldestOf(late.map(({ through }) => through));
  if (first === null) return new Map();
  const { from, to } = changedDays(report, first);
  if (isBefore(to, from)) return new Map();
  // Platform rows belong to the account, and name their facts differently.
  const facts = isOfPlatforms(report.source) ? report.facts : factsOf(cutMeasures(report, viewer), viewer.group);
  const shared = sharedRange(report);
  const sharedFrom = isBefore(shared.from, from.with({ day: 1 })) ? from.with({ day: 1 }) : shared.from;
  const changed: CheckedReport = {
    ...report,
    plan: null,
    matured: [],
    facts,
    shared: report.shared.filter((fact) => facts.includes(fact)),
    query: {
      ...report.query,
      sharedOver: [sharedFrom.toString(), shared.to.toString()],
      timeDimensions: { ...report.query.timeDimensions, dateRange: [from.toString(), to.toString()] },
    },
  };
  const byKey = async (of: CheckedReport): Promise<Map<string, Row>> =>
    new Map((await ask(of)).map((row) => [lateKey(row, report), row]));
  const all = await byKey(changed);
  const delivered = await byKey({ ...changed, only: isDelivered(late) });
  return new Map(
    [...new Set([...all.keys(), ...delivered.keys()])].map((key) => [
      key,
      Object.fromEntries(
        facts.map((fact) => [fact, amountOf(all.get(key), fact) - amountOf(delivered.get(key), fact)]),
      ),
    ]),
  );
};

/** Notes on the report's accounts that do not reach its last day, and on the data left out. */
export const listLateNotes = async (
  tx: Tx,
  report: CheckedReport,
  { channel }: ReportViewer,
  now: Date,
): Promise<string[]> => {
  if (report.source === 'page' || report.source === 'event' || !report.facts.some(isOfAccount)) return [];
  const filters = dimensionFilters(report).flatMap((filter) =>
    isDimensionKey(filter.member) && isCampaignDimension(filter.member) ? [{ ...filter, member: filter.member }] : [],
  );
  const byChannel = channelConditions(report, channel);
  return leftOutNotes(tx, {
    owners: report.owners,
    range: rangeOf(report),
    now,
    joins: [
      ...filters.flatMap(({ member }) => DIMENSION_SQL[member].joins),
      ...(byChannel.length > 0 ? (['c'] as const) : []),
    ],
    where: [...filters.map((filter) => condition(filter)), ...byChannel],
  });
};

/** For ranges that include today. New leads are summed about once a second. */
const LIVE_NOTE = 'Today is included: it is not over, and its figures are a few seconds behind.';
/** Notes for days that have not ended; `today` is the queried owners' current day. */
export const liveNotes = (lastDay: string, today: string): string[] => (lastDay >= today ? [LIVE_NOTE] : []);

/** Note on comparisons if an account has not loaded all days. */
export const COMPARED_NOTE =
  'Changes count an ad account that is late over the days that it has loaded, and over as many before.';

/** Note on unit costs that do not cover all days. */
export const PAIRED_NOTE =
  'Costs per lead and per outcome count each ad account through the last day that it is loaded.';
