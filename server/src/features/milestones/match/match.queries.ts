import { MILESTONE_LIMITS } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Candidate, type Way } from './match.rules.ts';

/** How a row identifies its lead. */
export interface Named {
  leadKey: number | null;
  leadId: string | null;
  clientReference: string | null;
  transactionId: string | null;
  emailHash: Buffer | null;
  phoneHash: Buffer | null;
  /** The person had inquired by this day. */
  by: string;
}

type Found = Candidate & { place: number };
const LEAD = sql`w.place::int as place, l.lead_key::int as "leadKey", l.captured_date::text as "capturedDate", l.status`;

/** The rows that identify their lead in one way, with the values and their indexes among all rows. */
const named = <Value>(rows: readonly Named[], valueOf: (row: Named) => Value | null) => {
  const places: number[] = [];
  const values: Value[] = [];
  for (const [place, row] of rows.entries()) {
    const value = valueOf(row);
    if (value === null) continue;
    places.push(place);
    values.push(value);
  }
  return { places, values };
};

const byColumn = async (
  tx: Tx,
  ownerKey: number,
  { places, values }: { places: readonly number[]; values: readonly (string | number)[] },
  { column, type }: { column: RawBuilder<unknown>; type: RawBuilder<unknown> },
): Promise<Found[]> => {
  if (places.length === 0) return [];
  const { rows } = await sql<Found>`
    select ${LEAD} from unnest(${[...places]}::int[], ${[...values]}::${type}[]) w (place, value)
    join lead l on l.owner_key = ${ownerKey} and ${column} = w.value
    order by l.lead_key
  `.execute(tx);
  return rows;
};

const byPerson = async (tx: Tx, ownerKey: number, rows: readonly Named[]): Promise<Found[]> => {
  const { places, values } = named(rows, ({ emailHash, phoneHash, by }) =>
    emailHash === null || phoneHash === null ? null : { emailHash, phoneHash, by },
  );
  if (places.length === 0) return [];
  const { rows: leadRows } = await sql<Found>`
    select ${LEAD}
    from unnest(${places}::int[], ${values.map(({ emailHash }) => emailHash)}::bytea[],
                ${values.map(({ phoneHash }) => phoneHash)}::bytea[], ${values.map(({ by }) => by)}::date[])
      w (place, email_hash, phone_hash, by_day)
    join lead_person p on p.owner_key = ${ownerKey} and p.email_hash = w.email_hash and p.phone_hash = w.phone_hash
      and p.captured_date between w.by_day - ${MILESTONE_LIMITS.personDays}::int and w.by_day + 1
    join lead l on l.owner_key = p.owner_key and l.captured_date = p.captured_date and l.lead_key = p.lead_key
    order by l.lead_key
  `.execute(tx);
  return leadRows;
};

/** The candidate leads of each row, by the way in which they were found. Never another owner's. */
export const listCandidates = async (
  tx: Tx,
  ownerKey: number,
  rows: readonly Named[],
): Promise<Partial<Record<Way, Candidate[]>>[]> => {
  const text = sql`text`;
  const candidates: Record<Way, Found[]> = {
    leadKey: await byColumn(
      tx,
      ownerKey,
      named(rows, ({ leadKey }) => leadKey),
      { column: sql`l.lead_key`, type: sql`bigint` },
    ),
    leadId: await byColumn(
      tx,
      ownerKey,
      named(rows, ({ leadId }) => leadId),
      { column: sql`l.public_id`, type: text },
    ),
    clientReference: await byColumn(
      tx,
      ownerKey,
      named(rows, ({ clientReference }) => clientReference),
      { column: sql`l.crm_reference`, type: text },
    ),
    transactionId: await byColumn(
      tx,
      ownerKey,
      named(rows, ({ transactionId }) => transactionId),
      { column: sql`l.transaction_id`, type: text },
    ),
    person: await byPerson(tx, ownerKey, rows),
  };
  const ofRows: Partial<Record<Way, Candidate[]>>[] = rows.map(() => ({}));
  for (const [way, leads] of Object.entries(candidates) as [Way, Found[]][]) {
    for (const { place, ...lead } of leads) (ofRows[place]![way] ??= []).push(lead);
  }
  return ofRows;
};
