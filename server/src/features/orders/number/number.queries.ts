import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type OrderRow } from '../orders.rules.ts';
import { laterNumber, seriesOf } from './number.rules.ts';

/**
 * The number of a version that is being sent. The counter's row is held until the transaction ends: two at once wait for each other, and one
 * that fails gives its number back.
 */
export const takeNumber = async (
  tx: Tx,
  ownerKey: number,
  row: Pick<OrderRow, 'month' | 'partnerName' | 'partnerCode' | 'version'>,
  earlier: string | null,
): Promise<string> => {
  if (earlier !== null) return laterNumber(earlier, row.version);
  const series = seriesOf(row);
  const { rows } = await sql<{ last: number }>`
    insert into insertion_order_number as n (owner_key, series, last) values (${ownerKey}, ${series}, 1)
    on conflict (owner_key, series) do update set last = n.last + 1 returning last
  `.execute(tx);
  return `IO-${series}-${rows[0]!.last}`;
};
