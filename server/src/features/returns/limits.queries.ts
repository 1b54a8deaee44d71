import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { type ReturnCounts } from './returns.rules.ts';

/** The client, partner and month of a limit. */
interface LimitPlace {
  ownerKey: number;
  clientKey: number;
  partnerKey: number | null;
  month: string;
}
export const placeKey = ({ ownerKey, clientKey, partnerKey, month }: LimitPlace): string =>
  [ownerKey, clientKey, partnerKey, month].join(' ');

const NOTHING: ReturnCounts = { delivered: 0, accepted: 0, open: 0 };

/** How many leads of a client, a partner and a month were delivered, returned and requested: from the present leads. */
export const countReturns = async (
  tx: Tx,
  wanted: readonly LimitPlace[],
): Promise<(place: LimitPlace) => ReturnCounts> => {
  const places = [...new Map(wanted.map((place) => [placeKey(place), place])).values()].filter(
    ({ partnerKey }) => partnerKey !== null,
  );
  if (places.length === 0) return () => NOTHING;
  const months = places.map(({ month }) => month).toSorted();
  // The first and last month are stated as constants, so that only partitions between them are opened.
  const { rows } = await sql<LimitPlace & ReturnCounts>`
    select w.owner_key as "ownerKey", w.client_key as "clientKey", w.partner_key as "partnerKey", w.month::text as month,
           count(*) filter (where l.delivered_at is not null and l.status <> 'TST')::int as delivered,
           count(*) filter (where l.status = 'RTN')::int as accepted, count(*) filter (where l.status = 'RTR')::int as open
    from unnest(${places.map(({ ownerKey }) => ownerKey)}::int[], ${places.map(({ clientKey }) => clientKey)}::int[],
                ${places.map(({ partnerKey }) => partnerKey)}::int[], ${places.map(({ month }) => month)}::date[])
         w (owner_key, client_key, partner_key, month)
    join goal g on g.owner_key = w.owner_key and g.client_key = w.client_key
    join campaign c on c.owner_key = g.owner_key and c.goal_key = g.goal_key
    join lead l on l.owner_key = c.owner_key and l.campaign_key = c.campaign_key and l.partner_key = w.partner_key
      and l.captured_date >= w.month and l.captured_date < w.month + interval '1 month'
      and l.captured_date >= ${months[0]}::date and l.captured_date < ${months.at(-1)}::date + interval '1 month'
    group by 1, 2, 3, 4
  `.execute(tx);
  const counts = new Map(
    rows.map(({ delivered, accepted, open, ...place }) => [placeKey(place), { delivered, accepted, open }]),
  );
  return (place) => counts.get(placeKey(place)) ?? NOTHING;
};

/** One at a time for an owner: two concurrent requests or decisions cannot both be the last within a limit. */
export const holdReturns = (tx: Tx, ownerKey: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('returns of owner ' || ${ownerKey}::int, 0))`.execute(tx);
