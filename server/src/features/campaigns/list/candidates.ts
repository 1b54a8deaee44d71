import { type RawBuilder, sql } from 'kysely';

/** The inputs of a status at a moment, as far as a statement needs them. */
export interface Moment {
  ownerKey: number;
  today: string;
  month: string;
  weekDays: number;
  /** Line items that stop at their budget and have spent it. */
  cappedGoals: readonly number[];
  ioRequired: boolean;
  /** Whether this is the first batch of a list. */
  first: boolean;
  /** Campaigns deleted since then are listed as finished; null for none. */
  deletedSince: Date | null;
}

const effective = sql`coalesce(p.user_defined_monthly_allocation, p.monthly_allocation)`;

const finished = ({ today, deletedSince }: Moment): RawBuilder<unknown> => {
  const deleted = deletedSince === null ? sql`false` : sql`c.deleted_at >= ${deletedSince}`;
  return sql`(${deleted} or c.deleted_at is null and (c.activated_at is null or c.end_date < ${today}))`;
};

const unfinished = ({ today }: Moment): RawBuilder<unknown> =>
  sql`c.deleted_at is null and c.activated_at is not null and coalesce(c.end_date >= ${today}, true)`;

const paused = ({ ownerKey, today }: Moment): RawBuilder<unknown> => sql`c.campaign_key in (
    select q.campaign_key from campaign_pause q
    where q.owner_key = ${ownerKey} and q.cancelled_at is null and q.starts_on <= ${today} and coalesce(q.ends_on >= ${today}, true))`;

const withoutPlan = ({
  ownerKey,
  month,
}: Moment): RawBuilder<unknown> => sql`(c.channel = 'ppl' and c.campaign_key not in (
    select p.campaign_key from campaign_month p
    where p.owner_key = ${ownerKey} and p.month = ${month} and coalesce(${effective}, 1) <> 0))`;

/** Most campaigns are active, so the first few rows contain enough of them. The sets pay off only after that. */
const active = (moment: Moment): RawBuilder<unknown> => {
  const begun = sql`${unfinished(moment)} and c.start_date <= ${moment.today}`;
  return moment.first ? begun : sql`${begun} and not ${paused(moment)} and not ${withoutPlan(moment)}`;
};

const notRunning = (moment: Moment): RawBuilder<unknown> => {
  const { ownerKey, today, ioRequired } = moment;
  if (ioRequired) return unfinished(moment);
  return sql`${unfinished(moment)} and (c.start_date > ${today} or ${paused(moment)} or ${withoutPlan(moment)}
    or c.partner_key in (select m.partner_key from media_partner m where not m.active)
    or (c.partner_key, c.goal_key) in (
      select m.partner_key, g.goal_key from partner_client m join goal g using (owner_key, client_key)
      where m.owner_key = ${ownerKey} and m.status <> 'ACTIVE')
    or c.campaign_key in (
      select t.campaign_key from campaign_targeting t where t.owner_key = ${ownerKey} and t.day_parting -> 'days' <> '[]')
    or c.channel <> 'ppl' and c.campaign_key in (
      select y.campaign_key from platform_campaign y
      where y.owner_key = ${ownerKey} and y.status <> 'ENABLED' and y.campaign_key is not null))`;
};

const stoppedByCap = (moment: Moment): RawBuilder<unknown> => {
  const { ownerKey, today, month, weekDays, cappedGoals } = moment;
  return sql`${unfinished(moment)} and c.start_date <= ${today} and (c.goal_key = any (${[...cappedGoals]}::int[]) or c.campaign_key in (
    select p.campaign_key from campaign_month p
    left join campaign_month_fact f on f.owner_key = p.owner_key and f.campaign_key = p.campaign_key and f.month = p.month
    where p.owner_key = ${ownerKey} and p.month = ${month}
      and coalesce(f.valid, 0) >= least(${effective}, ceil(p.weekly_allocation * ${weekDays}::numeric / 7),
                                        coalesce(p.user_defined_daily_allocation, p.daily_allocation))))`;
};

/**
 * A superset of the campaigns in each status group, in SQL, without deriving each status; exact for finished ones. Sets are hashed once, so
 * that the list is still read by its index.
 */
export const CANDIDATES = { finished, active, notRunning, stoppedByCap } as const;
