import { type BilledStatus } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

/** Each side's price of every lead here, so that one that slips through to the other is seen. */
export const SIDE_PRICES = { client: 71.25, media: 43.5 } as const;

export const idOf = (prefix: string, number: number): string => `${prefix}${String(number).padStart(6, '0')}`;

/** So many leads of a campaign on a day, by their ids: `A000001` with the reference `A-1` and the CRM's `crm-A-1`. */
export const addLeads = async (
  tx: Tx,
  campaignKey: number,
  prefix: string,
  count: number,
  { day = '2026-02-10', status = 'DLV', unpaid = false }: { day?: string; status?: string; unpaid?: boolean } = {},
): Promise<void> => {
  await sql`call app.ensure_months('lead', ${day}::date, ${day}::date)`.execute(tx);
  await sql`
    insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, partner_key, status, device, client_price, media_price,
                      unpaid, delivered_at, transaction_id, crm_reference)
    select c.owner_key, ${day}::date, ${prefix} || lpad(i::text, 6, '0'), ${day}::date + interval '12 hours', c.campaign_key, c.partner_key,
           ${status}, 'desktop', ${SIDE_PRICES.client}, ${SIDE_PRICES.media}, ${unpaid}, ${day}::date + interval '12 hours',
           ${prefix} || '-' || i, 'crm-' || ${prefix} || '-' || i
    from campaign c, generate_series(1, ${count}::int) i where c.campaign_key = ${campaignKey}
  `.execute(tx);
};

interface PlantedRow {
  id: string | null;
  reference: string | null;
  price: number;
  status: BilledStatus | null;
  campaign: string | null;
}

/** What the rows with a prefix have to be found as. */
const KINDS = {
  S: 'MATCHED SAME',
  O: 'OURS NOT_IN_FILE',
  U: 'THEIRS UNKNOWN_ID',
  J: 'THEIRS OTHER_MONTH',
  D: 'THEIRS REFUSED',
  R: 'THEIRS RETURNED',
  H: 'THEIRS PENDING',
  N: 'THEIRS UNPAID',
  C: 'THEIRS OTHER_CAMPAIGN',
  B: 'THEIRS UNKNOWN_ID',
  P: 'PRICE OTHER_PRICE',
  T: 'STATUS OTHER_STATUS',
} as const;
type Prefix = keyof typeof KINDS;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A partner's list of February 2026 with one in a hundred of each kind of difference, and what has to be found in it. */
export const plantDifferences = async (
  tx: Tx,
  campaigns: { main: number; second: number; rival: number },
  listed: number,
): Promise<{ rows: PlantedRow[]; expected: Record<string, string[]> }> => {
  const planted = listed / 100;
  const prefixes = Object.keys(KINDS) as Prefix[];
  const ofFile = prefixes.filter((prefix) => prefix !== 'O');
  const countOf = (prefix: Prefix): number => (prefix === 'S' ? listed - (ofFile.length - 1) * planted : planted);
  const places: Record<Prefix, { campaign?: number; day?: string; status?: string; unpaid?: boolean } | null> = {
    S: {},
    O: {},
    U: null,
    J: { day: '2026-01-20' },
    D: { status: 'DUP' },
    R: { status: 'RTN' },
    H: { status: 'HLD' },
    N: { unpaid: true },
    C: { campaign: campaigns.second },
    B: { campaign: campaigns.rival },
    P: {},
    T: {},
  };
  for (const prefix of prefixes) {
    const place = places[prefix];
    if (place !== null) await addLeads(tx, place.campaign ?? campaigns.main, prefix, countOf(prefix), place);
  }
  const { rows: codeRows } = await sql<{ code: string }>`
    select code from campaign where campaign_key = ${campaigns.main}`.execute(tx);
  const { code } = codeRows[0]!;
  // Half of them by our id, half by the partner's own; some of what matches names its campaign, in whatever letters.
  const rowOf = (prefix: Prefix, number: number): PlantedRow => ({
    id: number % 2 === 0 ? idOf(prefix, number) : null,
    reference: number % 2 === 0 ? null : `${prefix}-${number}`,
    price: SIDE_PRICES.media + (prefix === 'P' ? 1 : 0),
    status: prefix === 'T' ? 'RETURNED' : null,
    campaign: prefix === 'C' ? code : prefix === 'S' && number % 3 === 0 ? code.toLowerCase() : null,
  });
  const expected: Record<string, string[]> = {};
  for (const prefix of prefixes)
    for (const number of numbers(countOf(prefix)))
      (expected[KINDS[prefix]] ??= []).push(
        prefix === 'O' || number % 2 === 0 ? idOf(prefix, number) : `${prefix}-${number}`,
      );
  return {
    rows: ofFile.flatMap((prefix) => numbers(countOf(prefix)).map((number) => rowOf(prefix, number))),
    expected,
  };
};

/** What a comparison found, in the same words. */
export const listFindings = async (tx: Tx, runKey: number): Promise<Record<string, string[]>> => {
  const { rows } = await sql<{ finding: string; ids: string[] }>`
    select r.kind || ' ' || r.reason as finding, array_agg(coalesce(r.their_id, l.public_id)) as ids
    from reconciliation_row r left join lead l on l.owner_key = r.owner_key and l.captured_date = r.captured_date and l.lead_key = r.lead_key
    where r.run_key = ${runKey} and r.merged_into is null group by 1
  `.execute(tx);
  return Object.fromEntries(rows.map(({ finding, ids }) => [finding, ids]));
};
