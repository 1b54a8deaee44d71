import { sql } from 'kysely';
import { type Tx } from '../db/scope/tx.ts';

/** The DMA of each county from the owner's list; empty if none was uploaded. */
export const listCountyDmas = async (tx: Tx, ownerKey: number): Promise<Map<string, number>> => {
  const { rows } = await sql<{ fips: string; dma: number }>`
    select fips, dma from dma_county where owner_key = ${ownerKey}
  `.execute(tx);
  return new Map(rows.map(({ fips, dma }) => [fips, dma]));
};
