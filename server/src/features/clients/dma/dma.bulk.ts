import { DMA_COUNTIES_KIND } from '@paceline/contract';
import { z } from 'zod';
import { type Tx } from '../../../db/scope/tx.ts';
import { counties } from '../../../lib/zips/zips.ts';
import {
  type BulkContext,
  type BulkCurrent,
  type BulkRow,
  defineBulk,
  type RowRemark,
} from '../../../shared/bulk/define-bulk.ts';
import { listDmaCounties, removeDmaCounties, upsertDmaCounties } from './dma.queries.ts';

/** The FIPS code of a county, with the leading zero that a spreadsheet may have removed. */
const fipsOf = (text: unknown): string => String(text).padStart(5, '0');

const load = async (
  tx: Tx,
  { ownerKey }: BulkContext,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, BulkCurrent>> => {
  const countyByFips = new Map((await listDmaCounties(tx, ownerKey, ids, lock)).map((county) => [county.fips, county]));
  return new Map(
    ids.map((id): [string, BulkCurrent] => {
      const county = counties().get(id);
      const stored = countyByFips.get(id);
      return [
        id,
        {
          label: county === undefined ? id : `${county.name}, ${county.state.slice('US-'.length)}`,
          version: stored?.rowVersion ?? null,
          values: stored === undefined ? {} : { dma: stored.dma, dmaName: stored.dmaName },
        },
      ];
    }),
  );
};

const validate = ({ id }: BulkRow): RowRemark[] =>
  counties().has(id ?? '') ? [] : [{ column: 'fips', message: `No county has the FIPS code ${id}.` }];

const countyOf = ({ id, after, current }: BulkRow) => ({
  fips: id ?? '',
  dma: Number(after['dma'] ?? current?.values['dma']),
  dmaName: String(after['dmaName'] ?? current?.values['dmaName']),
});

/** The DMA of each county, uploaded by an owner that may share such data: the product contains none. */
export const dmaCountiesBulk = defineBulk({
  kind: DMA_COUNTIES_KIND,
  title: 'Counties and their DMAs',
  groups: ['ag'],
  permission: 'clients:Geo',
  params: z.object({}),
  columns: [
    { key: 'fips', label: 'County FIPS', aliases: ['FIPS'], type: 'text', pattern: /^\d{4,5}$/, required: true },
    { key: 'dma', label: 'DMA Code', type: 'int', min: 500, max: 999, required: 'new', clearable: false },
    { key: 'dmaName', label: 'DMA Name', type: 'text', maxLength: 100, required: 'new', clearable: false },
    { key: 'rowVersion', label: 'Row Version', type: 'int', context: true },
  ],
  keyColumns: ['fips'],
  versionColumn: 'rowVersion',
  mayRepeat: true,
  identify: ({ fips }) => (fips == null ? null : fipsOf(fips)),
  load,
  validate,
  apply: (tx, { ownerKey }, changes) => upsertDmaCounties(tx, ownerKey, changes.map(countyOf)),
  remove: (tx, { ownerKey }, changes) =>
    removeDmaCounties(
      tx,
      ownerKey,
      changes.map(({ id }) => id ?? ''),
    ),
});
