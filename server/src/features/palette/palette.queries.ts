import { type CallResponse, PALETTE_ROWS, type paletteSearch } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { ofPartner } from '../../db/scope/of-partner.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { patternOf } from '../../shared/lists/conditions.ts';

type Found = CallResponse<typeof paletteSearch>;

interface PaletteQuestion {
  ownerKeys: readonly number[];
  term: string;
  /** The owner whose rows come first; 0 for none. */
  first: number;
}

/** Every word of the term occurs in the text. */
const hasWords = (text: RawBuilder<unknown>, term: string) =>
  sql.join(
    term.split(/\s+/).map((word) => sql`${text} ilike ${`%${patternOf(word)}%`}`),
    sql` and `,
  );

/** The current owner first, then matches at the start, then by name. */
const bestFirst = ({ term, first }: PaletteQuestion, columns: readonly string[]) => {
  const begins = columns.map((column) => sql`lower(${sql.ref(column)}) like ${`${patternOf(term)}%`}`);
  return sql`(r.owner_key = ${first}) desc, (${sql.join(begins, sql` or `)}) desc, r.name`;
};

export const listFoundCampaigns = async (tx: Tx, question: PaletteQuestion): Promise<Found['campaigns']> => {
  const { rows } = await sql<Found['campaigns'][number]>`
    select r.campaign_key as "campaignKey", r.name, r.code, r.channel, r.goal_key as "goalKey", s.sub_status as "subStatus",
           r.owner_key as "ownerKey", o.name as "ownerName"
    from campaign r join owner o using (owner_key) left join campaign_status s using (owner_key, campaign_key)
    where r.owner_key = any (${[...question.ownerKeys]}::int[]) and r.deleted_at is null
      and ${hasWords(sql`(r.name || ' ' || r.code)`, question.term)}
    order by ${bestFirst(question, ['r.code', 'r.name'])} limit ${PALETTE_ROWS}
  `.execute(tx);
  return rows;
};

export const listFoundLineItems = async (tx: Tx, question: PaletteQuestion): Promise<Found['lineItems']> => {
  const { rows } = await sql<Found['lineItems'][number]>`
    select r.goal_key as "goalKey", r.name, r.owner_key as "ownerKey", o.name as "ownerName"
    from goal r join owner o using (owner_key)
    where r.owner_key = any (${[...question.ownerKeys]}::int[]) and ${hasWords(sql`r.name`, question.term)}
    order by ${bestFirst(question, ['r.name'])} limit ${PALETTE_ROWS}
  `.execute(tx);
  return rows;
};

/** Orders that were sent, by number; the newest month first. */
export const listFoundOrders = async (
  tx: Tx,
  { ownerKeys, term, first }: PaletteQuestion,
): Promise<Found['orders']> => {
  const { rows } = await sql<Found['orders'][number]>`
    select r.io_key as "ioKey", r.number as name, p.name as "partnerName", cl.name as "clientName", r.owner_key as "ownerKey",
           o.name as "ownerName"
    from insertion_order r
    join owner o using (owner_key)
    join media_partner p on p.partner_key = r.partner_key
    join client cl on cl.owner_key = r.owner_key and cl.client_key = r.client_key
    where r.owner_key = any (${[...ownerKeys]}::int[]) and ${ofPartner('r.partner_key')} and ${hasWords(sql`r.number`, term)}
    order by (r.owner_key = ${first}) desc, r.month desc, r.number limit ${PALETTE_ROWS}
  `.execute(tx);
  return rows;
};
