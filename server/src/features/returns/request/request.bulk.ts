import { RETURN_REASON_CODES, type ReturnReason } from '@paceline/contract';
import { z } from 'zod';
import { type Tx } from '../../../db/scope/tx.ts';
import { type BulkValues } from '../../../shared/bulk/cell-values.rules.ts';
import {
  type AnyBulk,
  type BulkContext,
  type BulkCurrent,
  type BulkRow,
  defineBulk,
  type FileRemark,
  sealedFiles,
} from '../../../shared/bulk/define-bulk.ts';
import { holdReturns } from '../limits.queries.ts';
import { judgeLeads, type Named, requestReturn } from './request.service.ts';
import { listCandidates } from './request.queries.ts';

const namedIn = ({ id, cells }: { id: string | null; cells: BulkValues }): Named => ({
  lead: id ?? '',
  reason: cells['reason'] as ReturnReason,
  attempts: (cells['attempts'] as number | null | undefined) ?? null,
});
const noteIn = (cells: BulkValues): string => (cells['comment'] as string | null | undefined) ?? '';

const load = async (
  tx: Tx,
  { ownerKey, now }: BulkContext,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, BulkCurrent>> => {
  const find = await listCandidates(tx, ownerKey, ids, { now, lock });
  return new Map(
    ids.flatMap((id): [string, BulkCurrent][] => {
      const lead = find(id);
      if (lead === undefined) return [];
      // A request is always a new record; the reasons against it are found with the limits of the whole file.
      return [
        [id, { label: `${lead.clientName}, ${lead.campaignName}`, version: null, values: {}, entity: lead.leadId }],
      ];
    }),
  );
};

const check = async (tx: Tx, { ownerKey, now }: BulkContext, rows: readonly BulkRow[]): Promise<FileRemark[]> => {
  const judged = await judgeLeads(tx, ownerKey, rows.map(namedIn), { now, lock: false });
  return rows.flatMap(({ row, cells }, index): FileRemark[] => {
    const refusal = judged[index]?.refusal;
    return [
      ...(cells['reason'] === 'OTHER' && noteIn(cells) === ''
        ? [{ row, column: 'comment', message: 'Comment must say what the reason is.' }]
        : []),
      ...(refusal ? [{ row, column: 'leadId', message: refusal.message }] : []),
    ];
  });
};

const apply = async (
  tx: Tx,
  { ownerKey, scope, origin, now }: BulkContext,
  changes: readonly BulkRow[],
): Promise<void> => {
  const judged = await judgeLeads(tx, ownerKey, changes.map(namedIn), { now, lock: true });
  for (const [index, change] of changes.entries()) {
    const candidate = judged[index]?.candidate;
    if (candidate) {
      const wish = { ...namedIn(change), note: noteIn(change.cells) };
      await requestReturn(tx, { scope, origin }, candidate, wish, now);
    }
  }
};

/** A file of leads to return. Its requests are decided like any others: the file cannot be undone. */
export const returnsBulk = (secret: Buffer): AnyBulk =>
  defineBulk({
    kind: 'returns',
    title: 'Returns',
    groups: ['ag', 'cl'],
    permission: 'leadanalyzer:Return',
    params: z.object({}),
    maxRows: 5_000,
    columns: [
      {
        key: 'leadId',
        label: 'Lead Id',
        type: 'text',
        required: true,
        maxLength: 40,
        // The name of a row's lead is stored: no email address.
        pattern: /^[^@]*$/,
        normal: (text) => text.toUpperCase(),
      },
      { key: 'reason', label: 'Reason', type: 'text', required: true, choices: RETURN_REASON_CODES },
      { key: 'comment', label: 'Comment', aliases: ['Note'], type: 'text', maxLength: 500 },
      { key: 'attempts', label: 'Attempts', type: 'int', min: 0, max: 99 },
    ],
    keyColumns: ['leadId'],
    // Locked before any lead, as in every other path: two transactions waiting for each other would both fail.
    assertAllowed: async (tx, { ownerKey }) => void (await holdReturns(tx, ownerKey)),
    load,
    check,
    apply,
    undoable: false,
    // A comment may contain personal data.
    sealing: sealedFiles(secret),
  });
