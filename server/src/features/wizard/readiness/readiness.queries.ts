import { type LeadNeed, type ReadinessId } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

/** A requirement of an owner: whether anything meets it, and the names of what does not. */
interface Need {
  id: ReadinessId;
  /** How many meet it. */
  has: number;
  lacking: string[];
}

/** A key of partner `p` that takes posts at `now`. */
const HAS_POSTING_KEY = sql`exists (
    select from partner_posting_key k where k.partner_key = p.partner_key and k.shut_at is null
      and (k.ends_at is null or k.ends_at > (select now from at)))`;
/** Client `c` has criteria that somebody set or accepted: its duplicate rules alone come with the client. */
const HAS_CRITERIA = sql`exists (
    select from client_criteria r where r.owner_key = c.owner_key and r.client_key = c.client_key and r.body - 'dedup' <> '{}')`;
const HAS_ENDPOINT = sql`exists (
    select from delivery_endpoint e where e.owner_key = c.owner_key and e.client_key = c.client_key and e.paused_at is null)`;

/** Each requirement as `id, name, has`: a row for each record that should meet it; without a name for the owner itself. */
const NEEDS = sql`
  with clients as (select * from client where owner_key = (select o from at) and active),
  partners as (
    select distinct p.partner_key, p.name from partner_client m join media_partner p using (partner_key)
    where m.owner_key = (select o from at) and m.status = 'ACTIVE')
  select 'clients' as id, null as name, exists (select from clients) as has
  union all
  select 'campuses', c.name, exists (
    select from client_model m join campus k using (owner_key, client_model_key)
    where m.owner_key = c.owner_key and m.client_key = c.client_key and k.active) from clients c
  union all
  select 'programs', k.name, exists (
    select from program g where g.owner_key = k.owner_key and g.campus_key = k.campus_key and g.active)
  from campus k where k.owner_key = (select o from at) and k.active
  union all
  select 'partners', c.name, exists (
    select from partner_client m where m.owner_key = c.owner_key and m.client_key = c.client_key and m.status = 'ACTIVE') from clients c
  union all
  select 'people', null, exists (
    select from user_owner w join user_account u using (user_key)
    where w.owner_key = (select o from at) and u.user_type = 'client' and u.active)
  union all
  select 'lineItems', null, exists (
    select from goal g join goal_month m using (owner_key, goal_key)
    where g.owner_key = (select o from at) and g.active and coalesce(m.revised_spend_goal, m.spend_goal) > 0
      and m.month >= (select month from at))
  union all
  select 'campaigns', null, exists (
    select from campaign c where c.owner_key = (select o from at) and c.deleted_at is null
      and (c.account_key is not null
        or exists (select from campaign_price p where p.owner_key = c.owner_key and p.campaign_key = c.campaign_key)))
  union all
  select 'postingKeys', p.name, ${HAS_POSTING_KEY} from partners p
  union all
  select 'criteria', c.name, ${HAS_CRITERIA} from clients c
  union all
  select 'endpoints', c.name, ${HAS_ENDPOINT} from clients c
  union all
  select 'activated', null, exists (
    select from campaign c where c.owner_key = (select o from at) and c.deleted_at is null and c.activated_at is not null)`;

export const listNeeds = async (tx: Tx, ownerKey: number, now: Date): Promise<Need[]> => {
  const { rows } = await sql<Need>`
    with at as (
      select ${ownerKey}::int as o, ${now}::timestamptz as now,
             date_trunc('month', ${now}::timestamptz at time zone time_zone)::date as month
      from owner where owner_key = ${ownerKey})
    select id, count(*) filter (where has)::int as has,
           coalesce(array_agg(name order by lower(name)) filter (where not has and name is not null), '{}') as lacking
    from (${NEEDS}) needs group by id
  `.execute(tx);
  return rows;
};

/** What lacks between a campaign's partner and its client; nothing for a campaign whose leads are not posted. */
export const listLeadNeeds = async (tx: Tx, ownerKey: number, campaignKey: number, now: Date): Promise<LeadNeed[]> => {
  const { rows } = await sql<LeadNeed>`
    with at as (select ${now}::timestamptz as now),
    sides as (
      select c.partner_key, g.client_key from campaign c join goal g using (owner_key, goal_key)
      where c.owner_key = ${ownerKey} and c.campaign_key = ${campaignKey} and c.channel = 'ppl')
    select 'postingKeys' as id, p.name from sides join media_partner p using (partner_key) where not ${HAS_POSTING_KEY}
    union all
    select 'criteria', c.name from sides join client c using (client_key)
    where c.owner_key = ${ownerKey} and not ${HAS_CRITERIA}
    union all
    select 'endpoints', c.name from sides join client c using (client_key)
    where c.owner_key = ${ownerKey} and not ${HAS_ENDPOINT}
  `.execute(tx);
  return rows;
};
