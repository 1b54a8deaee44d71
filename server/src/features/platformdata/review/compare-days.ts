import {
  doesShrink,
  formatMetricValue,
  type PlatformPreview,
  type PlatformReplaced,
  REPORT_MEASURES,
} from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { dayOf } from '../../../metrics/periods/periods.ts';
import { type DayTable, onStagedDays, type Place } from '../loading/replace-days.ts';
import { ReportProblem } from '../reading/report-problem.ts';

const MAX_NAMED = 20;
const writeDay = (day: string): string =>
  dayOf(day).toLocaleString('en-US', { month: 'short', day: 'numeric', year: 'numeric' });

type Compared<By> = By & { rowsBefore: number; before: number; rowsAfter: number; after: number };

const replaced = <By>({ rowsBefore, before, rowsAfter, after, ...by }: Compared<By>) => ({
  ...by,
  before: { rows: rowsBefore, amount: before },
  after: { rows: rowsAfter, amount: after },
});

const isMoved = ({ before, after }: PlatformReplaced): boolean =>
  before.rows !== after.rows || before.amount !== after.amount;

/** The table's rows on the staged days beside the fresh ones, by an expression over a row. */
const comparedBy = (table: DayTable, place: Place, by: (row: string) => string): RawBuilder<unknown> => {
  const amount = table.sums[REPORT_MEASURES[table.report]]!;
  return sql`
    select coalesce(o.by, n.by) as by, coalesce(o.rows, 0) as "rowsBefore", coalesce(o.amount, 0) as before,
           coalesce(n.rows, 0) as "rowsAfter", coalesce(n.amount, 0) as after
    from (select ${sql.raw(by('p'))} as by, count(*)::int as rows, sum(p.${sql.raw(amount)})::float8 as amount
          from ${sql.raw(table.table)} p where ${onStagedDays(table, place)} group by 1) o
    full join (select ${sql.raw(by('f'))} as by, count(*)::int as rows, sum(f.${sql.raw(amount)})::float8 as amount
               from fresh_row f group by 1) n on n.by = o.by`;
};

const listDays = async (tx: Tx, table: DayTable, place: Place): Promise<PlatformPreview['days']> => {
  const { rows } = await sql<Compared<{ day: string }>>`
    select c.by::text as day, c."rowsBefore", c.before, c."rowsAfter", c.after
    from (${comparedBy(table, place, (row) => `${row}.day`)}) c order by 1
  `.execute(tx);
  return rows.map(replaced);
};

const listCampaigns = async (tx: Tx, table: DayTable, place: Place): Promise<PlatformPreview['campaigns']> => {
  if (table.campaignOf === undefined) return [];
  const { rows } = await sql<Compared<{ externalId: string; name: string }>>`
    select y.external_id as "externalId", y.name, c."rowsBefore", c.before, c."rowsAfter", c.after
    from (${comparedBy(table, place, table.campaignOf)}) c
    join platform_campaign y on y.owner_key = ${place.ownerKey} and y.platform_campaign_key = c.by
    order by abs(c.after - c.before) desc, y.name, y.external_id
  `.execute(tx);
  return rows.map(replaced);
};

const totalOf = (days: readonly PlatformReplaced[], side: keyof PlatformReplaced) => ({
  rows: days.reduce((sum, day) => sum + day[side].rows, 0),
  amount: Math.round(days.reduce((sum, day) => sum + day[side].amount, 0) * 100) / 100,
});

/** What the staged report would replace, by day and by campaign. */
export const compareDays = async (
  tx: Tx,
  table: DayTable,
  place: Place,
): Promise<Pick<PlatformPreview, 'before' | 'after' | 'days' | 'campaigns'>> => {
  const days = await listDays(tx, table, place);
  const campaigns = await listCampaigns(tx, table, place);
  return {
    before: totalOf(days, 'before'),
    after: totalOf(days, 'after'),
    days: days.filter(isMoved),
    campaigns: campaigns.filter(isMoved),
  };
};

/** Refuses a report that takes rows, or a part of its sum, from a stored day: as a rule it is cut off or filtered. */
export const refuseShrinking = async (tx: Tx, table: DayTable, place: Place): Promise<void> => {
  const shrinking = (await listDays(tx, table, place)).filter(doesShrink);
  if (shrinking.length === 0) return;
  const isMoney = REPORT_MEASURES[table.report] === 'cost';
  const write = ({ rows, amount }: PlatformReplaced['before']): string =>
    `${rows} ${rows === 1 ? 'row' : 'rows'}, ${formatMetricValue({ kind: isMoney ? 'dollar' : 'count' }, amount)}`;
  const days = shrinking.length === 1 ? '1 day' : `${shrinking.length} days`;
  throw new ReportProblem(
    `${days} would lose rows or a part of what is stored. Check the report, and allow it if it is complete.`,
    shrinking
      .slice(0, MAX_NAMED)
      .map(({ day, before, after }) => `${writeDay(day)}: ${write(before)} → ${write(after)}`),
  );
};
