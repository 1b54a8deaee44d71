import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { type SealedColumn } from './sealed-columns.ts';

/** A row with its key columns and sealed value. */
export interface SealedRow {
  keys: Record<string, string>;
  also: Record<string, string>;
  sealed: Buffer;
}

const textOf = (parts: Readonly<Record<string, string>>) =>
  sql.raw(
    `jsonb_build_object(${Object.entries(parts)
      .map(([name, value]) => `'${name}', (${value})::text`)
      .join(', ')})`,
  );

const names = (keys: SealedColumn['keys'], prefix: string): string =>
  Object.keys(keys)
    .map((name) => `${prefix}.${name}`)
    .join(', ');

/** Rows after the last one that are sealed with another key. Locked rows are left for the next round: waiting here could last for ever. */
export const listSealedOtherwise = async (
  tx: Tx,
  column: SealedColumn,
  keyId: number,
  after: SealedRow | null,
): Promise<SealedRow[]> => {
  const keyColumns = Object.keys(column.keys).map((name) => [name, `t.${name}`] as const);
  const behind =
    after === null
      ? sql`true`
      : sql`(${sql.raw(names(column.keys, 't'))}) > (${sql.join(
          Object.entries(column.keys).map(([name, type]) => sql`${after.keys[name]}::text::${sql.raw(type)}`),
        )})`;
  const { rows } = await sql<SealedRow>`
    select ${textOf(Object.fromEntries(keyColumns))} as keys, ${textOf(column.also)} as also, ${sql.raw(column.read)} as sealed
    from ${sql.table(column.table)} t
    where ${sql.raw(column.where)} and app.sealed_with(${sql.raw(column.read)}) <> ${keyId} and ${behind}
    order by ${sql.raw(names(column.keys, 't'))} limit ${column.batch} for update skip locked
  `.execute(tx);
  return rows;
};

export const updateSealed = async (
  tx: Tx,
  column: SealedColumn,
  rows: readonly { row: SealedRow; resealed: Buffer }[],
): Promise<void> => {
  const keys = Object.entries(column.keys);
  const arrays = keys.map(([name, type]) => sql`${rows.map(({ row }) => row.keys[name])}::text[]::${sql.raw(type)}[]`);
  const columns = [...keys.map(([name]) => name), 'resealed'].join(', ');
  const same = keys.map(([name]) => `t.${name} = n.${name}`).join(' and ');
  await sql`
    update ${sql.table(column.table)} t set ${sql.raw(column.write)}
    from unnest(${sql.join(arrays)}, ${rows.map(({ resealed }) => resealed)}::bytea[]) n (${sql.raw(columns)})
    where ${sql.raw(same)}
  `.execute(tx);
};

/** Number of rows sealed with another key. */
export const countSealedOtherwise = async (tx: Tx, column: SealedColumn, keyId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(column.table)} t
    where ${sql.raw(column.where)} and app.sealed_with(${sql.raw(column.read)}) <> ${keyId}
  `.execute(tx);
  return rows[0]?.count ?? 0;
};
