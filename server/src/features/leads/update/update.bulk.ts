import { canUndoMove, LEAD_STATUSES, LEAD_UPDATE_KIND, leadReasonText, MAX_LEADS_CHANGED } from '@paceline/contract';
import { z } from 'zod';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import {
  type AnyBulk,
  type BulkContext,
  type BulkCurrent,
  type BulkRow,
  defineBulk,
  type RowRemark,
  sealedFiles,
} from '../../../shared/bulk/define-bulk.ts';
import { findNamedLeads, listDeskLeads, type StoredLead } from './desk-leads.queries.ts';
import { type AskedMove, closedMonth, conflictText, refusalOf } from './desk-move.rules.ts';
import { makeMoves, undoMoves, type WayBack } from './desk-move.ts';
import { listBeingSent } from './settle.queries.ts';
import { askedOf, statusOf, UPDATE_COLUMNS } from './update-cells.rules.ts';

/** Several leads can have the same transaction id: then none is chosen. */
type Found = { lead: StoredLead } | { lead: null };
const foundOf = ({ current }: BulkRow): StoredLead | null =>
  (current?.values['found'] as Found | undefined)?.lead ?? null;

const currentOf = (lead: StoredLead): BulkCurrent => ({
  label: lead.leadId,
  version: lead.version,
  values: {
    status: LEAD_STATUSES[lead.status].label,
    reason: lead.reasons[0] === undefined ? null : leadReasonText(lead.reasons[0]),
    reference: lead.reference,
    found: { lead } satisfies Found,
  },
  entity: String(lead.leadKey),
});

const load = async (
  tx: Tx,
  { ownerKey, now }: BulkContext,
  names: readonly string[],
  options: { lock: boolean },
): Promise<Map<string, BulkCurrent>> => {
  const named = await findNamedLeads(tx, ownerKey, names);
  const keys = [...new Set([...named.values()].flat())];
  const leads = new Map(
    (await listDeskLeads(tx, ownerKey, keys, now, options)).map((lead) => [lead.leadKey, lead] as const),
  );
  return new Map(
    [...named].flatMap(([name, [first, ...others]]): [string, BulkCurrent][] => {
      const lead = first === undefined ? undefined : leads.get(first);
      if (lead === undefined) return [];
      if (others.length > 0)
        return [[name, { label: name, version: 1, values: { found: { lead: null } satisfies Found }, entity: name }]];
      return [[name, currentOf(lead)]];
    }),
  );
};

const COLUMNS = {
  statusCode: 'status',
  reasonCode: 'reason',
  note: 'note',
  reference: 'reference',
} as const satisfies Record<keyof AskedMove, string>;

/** Checks a row by the table of moves, and whether it can be undone. */
const validate = (row: BulkRow): RowRemark[] => {
  const lead = foundOf(row);
  if (lead === null) return [{ column: 'lead', message: 'Several leads have this transaction id. Use the lead id.' }];
  const move = askedOf(row.cells);
  if (move === null)
    return [{ column: 'status', message: `There is no status “${String(row.cells['status'] ?? '')}”.` }];
  const { label } = LEAD_STATUSES[move.statusCode];
  if (move.statusCode === lead.status)
    return [{ column: 'status', message: `This lead is ${label} already: only its status is changed here.` }];
  const refusal = refusalOf(lead, move);
  if (refusal !== null) return [{ column: COLUMNS[refusal.field], message: refusal.message }];
  return canUndoMove(lead.status, move.statusCode)
    ? []
    : [{ column: null, message: 'Cannot be undone: its place under the caps becomes free.', warning: true }];
};

const moveOf = (row: BulkRow): { lead: StoredLead; target: AskedMove } => {
  const [lead, change] = [foundOf(row), askedOf(row.cells)];
  if (lead === null || change === null) throw new Error(`Row ${row.row} was not checked`);
  return { lead, target: change };
};

/** For a row being undone, `before` is the written state and `after` the one to restore. */
const wayBackOf = (row: BulkRow): WayBack => {
  const lead = foundOf(row);
  const to = statusOf(String(row.after['status'] ?? ''));
  if (lead === null || to === null) throw new Error(`Row ${row.row} changed no status`);
  const reference = 'reference' in row.after ? row.after['reference'] : lead.reference;
  return { lead, to, reference: reference === null || reference === undefined ? null : String(reference) };
};

/** All or nothing: a row that cannot be restored is reported, and nothing is undone. */
const undo = async (tx: Tx, context: BulkContext, changes: readonly BulkRow[]): Promise<void> => {
  const { ownerKey, now } = context;
  const backs = changes.map((row) => ({ row: row.row, ...wayBackOf(row) }));
  const queued = backs.filter(({ lead }) => lead.status === 'VAL').map(({ lead }) => lead);
  const sent = new Set(queued.length === 0 ? [] : await listBeingSent(tx, ownerKey, queued));
  const refused = backs.flatMap(({ row, lead, to }) => {
    const message = sent.has(lead.leadKey) ? 'It is being sent just now.' : closedMonth(lead, to)?.message;
    return message === undefined ? [] : [{ field: '', row, code: 'row', message: `Row ${row}: ${message}` }];
  });
  if (refused.length > 0) throw new AppError('STALE_ROW', { message: refused[0]!.message, errors: refused });
  await undoMoves(tx, context, ownerKey, backs, now);
};

/** Changes the status of leads: from a file, from pasted ids, from a selection or a search. */
export const leadUpdateBulk = (secret: Buffer): AnyBulk =>
  defineBulk({
    kind: LEAD_UPDATE_KIND,
    title: 'Lead update',
    groups: ['ag'],
    permission: 'leadanalyzer:Update',
    params: z.object({}),
    maxRows: MAX_LEADS_CHANGED,
    columns: UPDATE_COLUMNS,
    keyColumns: ['lead'],
    versionColumn: 'version',
    load,
    validate,
    hasWayBack: ({ before, after }) => {
      const [from, to] = [statusOf(String(before['status'] ?? '')), statusOf(String(after['status'] ?? ''))];
      return from !== null && to !== null && canUndoMove(from, to);
    },
    staleMessage: (row) => {
      const [lead, change] = [foundOf(row), askedOf(row.cells)];
      return lead === null || change === null
        ? 'This lead was changed meanwhile.'
        : conflictText(lead.status, change.statusCode);
    },
    apply: (tx, context, changes) =>
      context.undoing
        ? undo(tx, context, changes)
        : makeMoves(tx, context, context.ownerKey, changes.map(moveOf), context.now),
    // Users easily leave in a column with personal data, and a note may contain some.
    sealing: sealedFiles(secret),
  });
