import { lastOfMonth, STATEMENT_SERIES } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { getOwnerVariant } from '../owner-variant.queries.ts';

interface ClosedLines {
  ownerKey: number;
  month: string;
  closing: number;
}

/** Both sides of a value that stands in two columns. */
const bySide = (client: string, media: string) =>
  sql`cross join lateral (values ('client', ${sql.ref(client)}), ('media', ${sql.ref(media)})) s (side, value)`;

/**
 * Writes the statements of a closing: one for each client and media partner whose bill is not what its statements of the month say so far.
 * The first has the whole bill, later ones what changed. Platform costs without a media partner are owed to platforms: nobody gets a
 * statement of them. Call after the lines of the closing were written, in the same transaction. Returns how many were written.
 */
export const issueStatements = async (tx: Tx, { ownerKey, month, closing }: ClosedLines, at: Date): Promise<number> => {
  const { variant } = await getOwnerVariant(tx, ownerKey);
  const { paymentTermsDays, statementTaxRate, statementTaxLabel } = variant;
  const last = lastOfMonth(month);
  const { rows } = await sql<{ statements: number }>`
    with bill as (
      select a.side, l.campaign_key, l.partner_key, l.client_key, sum(a.platform_amount) as platform,
             sum(a.lead_amount + a.platform_amount + a.prior_amount) as amount
      from billing_line l join billing_line_amount a using (owner_key, line_key)
      where l.owner_key = ${ownerKey} and l.month = ${month}::date and l.closing = ${closing}
      group by 1, 2, 3, 4
    ), part as (
      select s.side, b.campaign_key, 'LEADS' as kind, null::date as for_month, null::text as cause, s.value as unit_price,
             sum(b.quantity) as quantity, sum(b.quantity * s.value) as amount
      from app.billed_leads(${ownerKey}, ${month}::date, ${last}::date) b ${bySide('b.client_price', 'b.media_price')}
      where s.value <> 0
      group by 1, 2, s.value
      union all
      select side, campaign_key, 'PLATFORM', null, null, null, 1, platform from bill
      union all
      select s.side, b.campaign_key, 'ADJUSTMENT', b.for_month, b.cause, null, 1, sum(s.value)
      from billing_adjustment b ${bySide('b.client_amount', 'b.media_amount')}
      where b.owner_key = ${ownerKey} and b.day between ${month}::date and ${last}::date and b.for_month < ${month}::date
      group by 1, 2, b.for_month, b.cause
    ), whole as (
      select * from part
      union all
      -- The lines of a statement come to its bill, whatever they are made of.
      select side, campaign_key, 'OTHER', null, null, null, 1, sum(x.amount)
      from (select side, campaign_key, amount from bill union all select side, campaign_key, -amount from part) x
      group by 1, 2
    ), wanted as (
      select w.*, case w.side when 'media' then b.partner_key end as partner_key, case w.side when 'client' then b.client_key end as client_key
      from whole w join bill b using (side, campaign_key)
      where w.side = 'client' or b.partner_key is not null
    ), difference as (
      select side, partner_key, client_key, campaign_key, kind, for_month, cause, unit_price, sum(quantity)::int as quantity, sum(amount) as amount
      from (
        select side, partner_key, client_key, campaign_key, kind, for_month, cause, unit_price, quantity, amount from wanted
        union all
        select s.side, s.partner_key, s.client_key, l.campaign_key, l.kind, l.for_month, l.cause,
               case l.kind when 'LEADS' then l.unit_price end, -l.quantity, -l.amount
        from billing_statement s join billing_statement_line l using (owner_key, statement_key)
        where s.owner_key = ${ownerKey} and s.month = ${month}::date
      ) x
      group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(amount) <> 0
    ), party as (
      select d.side, d.partner_key, d.client_key, d.amount, coalesce(p.name, c.name) as name, coalesce(p.code, c.code) as code, p.payment_terms,
             row_number() over (partition by d.side order by coalesce(p.name, c.name), d.partner_key, d.client_key) as place
      from (select side, partner_key, client_key, sum(amount) as amount from difference group by 1, 2, 3) d
      left join media_partner p on p.partner_key = d.partner_key
      left join client c on c.owner_key = ${ownerKey} and c.client_key = d.client_key
    ), issuer as (
      select o.name, coalesce(t.agency_name, (select nullif(a.name, '') from agency_branding a), o.name) as agency_name, t.payment_terms,
             (${at}::timestamptz at time zone o.time_zone)::date as today,
             extract(year from ${at}::timestamptz at time zone o.time_zone)::int as year
      from owner o left join insertion_order_setting t using (owner_key) where o.owner_key = ${ownerKey}
    ), taken as (
      insert into billing_statement_number as n (owner_key, side, year, last)
      select ${ownerKey}, p.side, i.year, count(*) from party p cross join issuer i group by p.side, i.year order by p.side
      on conflict (owner_key, side, year) do update set last = n.last + excluded.last
      returning side, last
    ), numbered as (
      select p.*, f.statement_key as corrects_key, f.tax_rate, f.tax_label, i.name as owner_name, i.agency_name, i.today, i.year,
             t.last - count(*) over (partition by p.side) + p.place as number,
             case p.side when 'media' then coalesce(app.days_of_terms(p.payment_terms), app.days_of_terms(i.payment_terms)) end as days
      from party p join taken t using (side) cross join issuer i
      left join lateral (
        select s.statement_key, s.tax_rate, s.tax_label from billing_statement s
        where s.owner_key = ${ownerKey} and s.month = ${month}::date and s.side = p.side
          and s.partner_key is not distinct from p.partner_key and s.client_key is not distinct from p.client_key
        order by s.statement_key limit 1
      ) f on true
    ), stored as (
      insert into billing_statement (owner_key, side, partner_key, client_key, month, closing, corrects_key, year, place, number, issued_on, due_on,
        issued_at, owner_name, agency_name, party_name, party_code, amount, tax_label, tax_rate, tax_amount, total)
      select ${ownerKey}, n.side, n.partner_key, n.client_key, ${month}::date, ${closing}, n.corrects_key, n.year, n.number,
             case n.side when 'client' then ${STATEMENT_SERIES.client} else ${STATEMENT_SERIES.media} end || '-' || n.year || '-'
               || lpad(n.number::text, greatest(4, length(n.number::text)), '0'),
             n.today, n.today + coalesce(n.days, ${paymentTermsDays}::int), ${at}, n.owner_name, n.agency_name, n.name, n.code, n.amount,
             x.label, x.rate, x.tax, n.amount + x.tax
      from numbered n
      -- A correction is taxed like what it corrects. Media partners charge their own taxes.
      cross join lateral (
        select r.rate, coalesce(n.tax_label, ${statementTaxLabel}) as label, round(n.amount * r.rate / 100, 2) as tax
        from (select coalesce(n.tax_rate, case n.side when 'client' then ${statementTaxRate}::numeric else 0 end) as rate) r
      ) x
      order by n.side, n.place
      returning statement_key, side, partner_key, client_key
    ), line as (
      insert into billing_statement_line (owner_key, statement_key, line, side, partner_key, campaign_key, campaign_name, campaign_code, kind,
        for_month, cause, quantity, unit_price, amount)
      select ${ownerKey}, s.statement_key,
             row_number() over (partition by s.statement_key order by array_position(array['LEADS', 'PLATFORM', 'ADJUSTMENT', 'OTHER'], d.kind),
               c.name, d.campaign_key, d.for_month, d.cause, d.unit_price desc),
             d.side, d.partner_key, d.campaign_key, c.name, c.code, d.kind, d.for_month, d.cause,
             case d.kind when 'LEADS' then d.quantity else 1 end, case d.kind when 'LEADS' then d.unit_price else d.amount end, d.amount
      from stored s
      join difference d on d.side = s.side and d.partner_key is not distinct from s.partner_key and d.client_key is not distinct from s.client_key
      join campaign c on c.owner_key = ${ownerKey} and c.campaign_key = d.campaign_key
    )
    select count(*)::int as statements from stored
  `.execute(tx);
  return rows[0]?.statements ?? 0;
};
