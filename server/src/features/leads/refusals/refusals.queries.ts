import { type Refusal, REFUSED_STATUSES } from '@paceline/contract';
import { sql } from 'kysely';
import { ofOwners } from '../../../db/scope/of-owners.ts';
import { type Tx } from '../../../db/scope/tx.ts';

interface RefusalQuestion {
  ownerKeys: readonly number[];
  partnerKey: number | null;
  /** The first day of those compared with, the first of the days counted, and the last. */
  before: string;
  from: string;
  to: string;
}

const leadsOf = ({ ownerKeys, partnerKey, before, from, to }: RefusalQuestion) => sql`
  select l.status = any (${[...REFUSED_STATUSES]}::text[]) as refused, l.status_reasons[1] as reason,
         l.captured_date >= ${from}::date as recent
  from lead l
  where ${ofOwners('l.owner_key', ownerKeys)} and l.partner_key = ${partnerKey} and l.status <> 'TST'
    and l.captured_date between ${before}::date and ${to}::date`;

/** Most first. A lead with several reasons counts in its first, as in the lead list. */
export const listRefusals = async (tx: Tx, question: RefusalQuestion): Promise<Refusal[]> => {
  const { rows } = await sql<Refusal>`
    select coalesce(l.reason, '') as reason, count(*) filter (where l.recent)::int as leads, count(*) filter (where not l.recent)::int as before
    from (${leadsOf(question)}) l
    where l.refused group by 1 order by leads desc, before desc, reason
  `.execute(tx);
  return rows;
};

type Counts = Record<'posted' | 'postedBefore' | 'refused' | 'refusedBefore', number>;

export const countPosted = async (tx: Tx, question: RefusalQuestion): Promise<Counts> => {
  const { rows } = await sql<Counts>`
    select count(*) filter (where l.recent)::int as posted, count(*) filter (where not l.recent)::int as "postedBefore",
           count(*) filter (where l.recent and l.refused)::int as refused,
           count(*) filter (where not l.recent and l.refused)::int as "refusedBefore"
    from (${leadsOf(question)}) l
  `.execute(tx);
  return rows[0] ?? { posted: 0, postedBefore: 0, refused: 0, refusedBefore: 0 };
};
