import { type Dma } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database } from '../../../db/scope/tx.ts';
import { type Download } from '../../../http/answers/download.ts';
import { writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { counties } from '../../../lib/zips/zips.ts';
import { listDmaCounties, listDmas } from './dma.queries.ts';

export const readDmas = (db: Database, scope: Scope, ownerKey: number): Promise<Dma[]> =>
  db.readScope(scope, (tx) => listDmas(tx, ownerKey));

/** The county list in the format of the import. */
export const exportDmaCounties = (db: Database, scope: Scope, ownerKey: number): Promise<Download> =>
  db.readScope(scope, async (tx) => {
    const stored = await listDmaCounties(tx, ownerKey, null);
    const { content, contentType } = writeSheet({
      sheetName: 'Counties and their DMAs',
      columns: [
        { key: 'fips', label: 'County FIPS', kind: 'text', width: 14 },
        { key: 'county', label: 'County', kind: 'text', width: 28 },
        { key: 'dma', label: 'DMA Code', kind: 'key', editable: true },
        { key: 'dmaName', label: 'DMA Name', kind: 'text', width: 32, editable: true },
        { key: 'rowVersion', label: 'Row Version', kind: 'key' },
      ],
      rows: stored.map((row) => ({ ...row, county: counties().get(row.fips)?.name ?? null })),
    });
    return { fileName: 'dmaCounties.xlsx', contentType, content };
  });
