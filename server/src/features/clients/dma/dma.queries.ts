import { type Dma } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

interface DmaCounty {
  fips: string;
  dma: number;
  dmaName: string;
  rowVersion: number;
}

export const listDmas = async (tx: Tx, ownerKey: number): Promise<Dma[]> => {
  const { rows } = await sql<Dma>`
    select dma, min(dma_name) as name, array_agg(fips order by fips) as counties
    from dma_county where owner_key = ${ownerKey} group by dma order by lower(min(dma_name)), dma
  `.execute(tx);
  return rows;
};

/** The counties of the list: the requested ones, or all. */
export const listDmaCounties = async (
  tx: Tx,
  ownerKey: number,
  fips: readonly string[] | null,
  lock = false,
): Promise<DmaCounty[]> => {
  const { rows } = await sql<DmaCounty>`
    select fips, dma, dma_name as "dmaName", row_version as "rowVersion" from dma_county
    where owner_key = ${ownerKey} and (${fips === null} or fips = any (${[...(fips ?? [])]}::text[]))
    order by fips ${lock ? sql`for update` : sql``}
  `.execute(tx);
  return rows;
};

export const upsertDmaCounties = async (
  tx: Tx,
  ownerKey: number,
  counties: readonly Omit<DmaCounty, 'rowVersion'>[],
): Promise<void> => {
  await sql`
    insert into dma_county as c (owner_key, fips, dma, dma_name)
    select ${ownerKey}, n.* from unnest(${counties.map(({ fips }) => fips)}::text[],
      ${counties.map(({ dma }) => dma)}::int[], ${counties.map(({ dmaName }) => dmaName)}::text[]) n
    on conflict (owner_key, fips) do update
      set dma = excluded.dma, dma_name = excluded.dma_name, row_version = c.row_version + 1
  `.execute(tx);
};

export const removeDmaCounties = async (tx: Tx, ownerKey: number, fips: readonly string[]): Promise<void> => {
  await sql`delete from dma_county where owner_key = ${ownerKey} and fips = any (${[...fips]}::text[])`.execute(tx);
};
