import { formatMetricValue } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { joinsFor, type Join } from '../sql/dimension-sql.ts';
import { dataThrough, type Day, dayOf, type DayRange, isBefore, todayIn } from '../periods/periods.ts';

/** Owners and days to check. */
interface LeftOutQuestion {
  owners: readonly number[];
  range: DayRange;
  now: Date;
  /** Filters on the account's campaigns (`f`), with their joins. */
  joins?: readonly Join[];
  where?: readonly RawBuilder<unknown>[];
}

/** An ad account not loaded through the end of a range: its partial data of later days is in no number. */
interface LeftOut {
  account: string;
  through: Day;
  /** The day before today: an account loaded through it is not late. */
  yesterday: Day;
  spend: number;
  /** First and last day of its partial data. */
  days: DayRange | null;
}

const listLeftOut = async (tx: Tx, question: LeftOutQuestion): Promise<LeftOut[]> => {
  const { owners, range, now, joins = [], where = [] } = question;
  const [from, to] = [range.from.toString(), range.to.toString()];
  const { rows } = await sql<{
    account: string;
    zone: string;
    loaded: string;
    spend: string | null;
    first: string | null;
    last: string | null;
  }>`
    with chosen as (
      select f.owner_key, f.campaign_key, f.account_key from campaign f ${sql.raw(joinsFor(joins).join(' '))}
      where ${sql.join([ofOwners('f.owner_key', owners), sql`f.deleted_at is null and f.start_date <= ${to} and coalesce(f.end_date >= ${from}, true)`, ...where], sql` and `)}
    )
    select a.account_name as account, o.time_zone as zone, app.loaded_through(a)::text as loaded,
           left_out.spend, left_out.first::text as first, left_out.last::text as last
    from platform_account a join owner o using (owner_key)
    left join lateral (
      select sum(d.client_cost) as spend, min(d.day) as first, max(d.day) as last
      from platform_campaign y join platform_day d using (owner_key, platform_campaign_key) join chosen x using (owner_key, campaign_key)
      where y.owner_key = a.owner_key and y.account_key = a.account_key and d.day between ${from} and ${to} and not d.complete
    ) left_out on true
    where ${ofOwners('a.owner_key', owners)} and app.loaded_through(a) < ${to}
      and exists (select from chosen x where x.owner_key = a.owner_key and x.account_key = a.account_key)
    order by app.loaded_through(a), lower(a.account_name)
  `.execute(tx);
  return rows.map(({ account, zone, loaded, spend, first, last }) => {
    const yesterday = todayIn(now, zone).subtract({ days: 1 });
    return {
      account,
      through: dataThrough(todayIn(now, zone), dayOf(loaded)),
      yesterday,
      spend: Number(spend ?? 0),
      days: first === null || last === null ? null : { from: dayOf(first), to: dayOf(last) },
    };
  });
};

const dayWords = (day: Day): string => day.toLocaleString('en-US', { month: 'short', day: 'numeric' });
const daysWords = ({ from, to }: DayRange): string =>
  from.equals(to) ? dayWords(from) : `${dayWords(from)} to ${dayWords(to)}`;
const money = (value: number): string => formatMetricValue({ kind: 'dollar', decimals: 0 }, value);

/** Maximum accounts named; the page of ad accounts lists them all. */
const MAX_NAMED_ACCOUNTS = 3;

const lateSentence = ({ account, through, spend, days }: LeftOut): string =>
  days === null || spend === 0
    ? `${account} is loaded through ${dayWords(through)}.`
    : `${account} is loaded through ${dayWords(through)}; ${money(spend)} of ${daysWords(days)} is not counted yet.`;

/** Notes on ad accounts not loaded through the end of a range: their last day, and the spend left out. */
export const leftOutNotes = async (tx: Tx, question: LeftOutQuestion): Promise<string[]> => {
  const leftOut = await listLeftOut(tx, question);
  const late = leftOut.filter(({ through, yesterday }) => isBefore(through, yesterday));
  const today = leftOut.filter((one) => !late.includes(one) && one.spend !== 0);
  const others = late.length - MAX_NAMED_ACCOUNTS;
  return [
    ...late.slice(0, MAX_NAMED_ACCOUNTS).map(lateSentence),
    ...(others > 0 ? [`${others} more ad ${others === 1 ? 'account is' : 'accounts are'} late.`] : []),
    ...(today.length > 0
      ? [
          `${money(today.reduce((sum, { spend }) => sum + spend, 0))} that ad platforms have of today is not counted before the day is complete.`,
        ]
      : []),
  ];
};
