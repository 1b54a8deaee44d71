import { type AgingRow, type BillingSide, STATEMENT_AGE_CODES, type StatementAge } from '@paceline/contract';
import { sql } from 'kysely';
import { ofOwners } from '../../../db/scope/of-owners.ts';
import { type Tx } from '../../../db/scope/tx.ts';

type StoredAging = Omit<AgingRow, 'open'> & Record<StatementAge | 'total', number> & { statements: number };

/** What is open by party, in the order of the page. Each owner's days are those of its own calendar. */
export const listAging = async (
  tx: Tx,
  ownerKeys: readonly number[],
  sides: readonly BillingSide[],
  now: Date,
): Promise<AgingRow[]> => {
  const { rows } = await sql<StoredAging>`
    with paid as (
      select owner_key, statement_key, sum(amount) as amount from billing_payment p where ${ofOwners('p.owner_key', ownerKeys)} group by 1, 2
    ), written_off as (
      select distinct on (owner_key, statement_key) owner_key, statement_key, kind
      from billing_statement_event e where ${ofOwners('e.owner_key', ownerKeys)} and kind in ('WRITTEN_OFF', 'TAKEN_BACK')
      order by owner_key, statement_key, event_key desc
    ), aged as (
      select s.owner_key, o.name as owner_name, s.side, s.partner_key, s.client_key, s.total - coalesce(p.amount, 0) as open,
             app.statement_age(s.due_on, s.total, (${now}::timestamptz at time zone o.time_zone)::date) as age
      from billing_statement s join owner o using (owner_key)
      left join paid p using (owner_key, statement_key) left join written_off w using (owner_key, statement_key)
      where ${ofOwners('s.owner_key', ownerKeys)} and s.side = any (${[...sides]}::text[])
        and s.total <> coalesce(p.amount, 0) and w.kind is distinct from 'WRITTEN_OFF'
    )
    select a.owner_key as "ownerKey", a.owner_name as "ownerName", a.side, coalesce(a.partner_key, a.client_key) as "partyKey",
           coalesce(m.name, c.name) as "partyName", count(*)::int as statements, sum(a.open)::float8 as total,
           ${sql.join(STATEMENT_AGE_CODES.map((age) => sql`coalesce(sum(a.open) filter (where a.age = ${age}), 0)::float8 as ${sql.id(age)}`))}
    from aged a
    left join media_partner m on m.partner_key = a.partner_key
    left join client c on c.owner_key = a.owner_key and c.client_key = a.client_key
    group by 1, 2, 3, 4, 5
    order by a.side, lower(coalesce(m.name, c.name)), a.owner_name, a.owner_key, 4
  `.execute(tx);
  return rows.map(({ ownerKey, ownerName, side, partyKey, partyName, ...open }) => ({
    ownerKey,
    ownerName,
    side,
    partyKey,
    partyName,
    open,
  }));
};
