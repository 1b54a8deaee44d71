import { type Scope } from '../../../db/scope.ts';
import { type Download } from '../../../http/download.ts';
import { type OutgoingColumn } from '../../../lib/sheet/outgoing.ts';
import { writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { assertPartner, type PublisherDeps } from '../caller.ts';
import { listPartnerSources } from '../sources/sources.queries.ts';
import { fileValuesOf } from './file-rows.rules.ts';

const NOTE = 'Can be changed and uploaded. Blank leaves it as it is, NULL clears it.';
const SHARED = 'Of the publisher: the same in all rows of it.';

const COLUMNS: readonly OutgoingColumn[] = [
  { key: 'publisherName', label: 'Publisher Name', kind: 'text', width: 28, editable: true, note: NOTE },
  { key: 'sourceTag', label: 'Source Tag', kind: 'text', width: 20 },
  { key: 'displayName', label: 'Display Name', kind: 'text', width: 28, editable: true, note: NOTE },
  { key: 'domain', label: 'Domain', kind: 'text', width: 24, editable: true, note: SHARED },
  { key: 'trafficTypes', label: 'Traffic Type', kind: 'text', width: 30, editable: true, note: SHARED },
  { key: 'landingUrls', label: 'Landing URL', kind: 'text', width: 40, editable: true, note: NOTE },
  { key: 'status', label: 'Status', kind: 'text', editable: true, note: 'APPROVED, PENDING or BLOCKED.' },
  { key: 'statusReason', label: 'Block Reason', kind: 'text', width: 36, editable: true, note: NOTE },
  { key: 'rowVersion', label: 'Row Version', kind: 'key' },
];

/** A media partner's sources as the import takes them back. */
export const exportSources = ({ db }: PublisherDeps, scope: Scope, partnerKey: number): Promise<Download> =>
  db.readScope(scope, async (tx) => {
    await assertPartner(tx, scope, partnerKey);
    const rows = (await listPartnerSources(tx, partnerKey)).map(fileValuesOf);
    const { content, contentType } = writeSheet({
      sheetName: 'Publisher sources',
      columns: COLUMNS,
      rows,
      note: ['One row for each source. Several landing pages or kinds of traffic are parted by semicolons.', NOTE],
    });
    return { fileName: 'publisherSource.xlsx', contentType, content };
  });
