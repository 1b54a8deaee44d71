import { type Scope } from '../../../db/scope/scope.ts';
import { type Download } from '../../../http/answers/download.ts';
import { writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { assertPartner, type PublisherDeps } from '../caller.ts';
import { listPartnerSources } from '../sources/sources.queries.ts';
import { fileValuesOf } from './file-rows.rules.ts';
import { NOTE, SHEET_COLUMNS } from './columns.ts';

/** A media partner's sources in the format of the import. */
export const exportSources = ({ db }: PublisherDeps, scope: Scope, partnerKey: number): Promise<Download> =>
  db.readScope(scope, async (tx) => {
    await assertPartner(tx, scope, partnerKey);
    const rows = (await listPartnerSources(tx, partnerKey)).map(fileValuesOf);
    const { content, contentType } = writeSheet({
      sheetName: 'Publisher sources',
      columns: SHEET_COLUMNS,
      rows,
      note: ['One row for each source. Several landing pages or kinds of traffic are parted by semicolons.', NOTE],
    });
    return { fileName: 'publisherSource.xlsx', contentType, content };
  });
