import {
  agencyMoves,
  canOverride,
  canUndoMove,
  isOverride,
  LEAD_STATUSES,
  LEAD_UPDATE_KIND,
  leadReasonText,
  MAX_LEADS_ACCEPTED,
  MAX_LEADS_CHANGED,
} from '@paceline/contract';
import { z } from 'zod';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import {
  type AnyBulk,
  type Applied,
  type BulkContext,
  type BulkCurrent,
  type BulkRow,
  defineBulk,
  type FileRemark,
  type RowRemark,
  sealedFiles,
} from '../../../shared/bulk/define-bulk.ts';
import { acceptLeads } from '../override/accept-leads.ts';
import { judge, type Way, withRules } from '../override/judge.ts';
import { listRefusedLeads } from '../override/override.queries.ts';
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

/** How leads become valid that a check refused or held; the other moves are the same whatever is asked for here. */
const params = z.object({ recheck: z.boolean().default(false), ignoreCap: z.boolean().default(false) });
type Params = z.output<typeof params>;
export type UpdateWay = z.input<typeof params>;
const wayOf = ({ recheck, ignoreCap }: Params): Way => (recheck ? { recheck } : { recheck, ignoreCap });

/** Checks a row by the table of moves, and whether it can be undone. */
const validate = (row: BulkRow, { params: { recheck } }: BulkContext<Params>): RowRemark[] => {
  const lead = foundOf(row);
  if (lead === null) return [{ column: 'lead', message: 'Several leads have this transaction id. Use the lead id.' }];
  const move = askedOf(row.cells);
  if (move === null)
    return [{ column: 'status', message: `There is no status “${String(row.cells['status'] ?? '')}”.` }];
  const { label } = LEAD_STATUSES[move.statusCode];
  if (recheck && !canOverride(lead.status))
    return [
      {
        column: 'status',
        message: `${LEAD_STATUSES[lead.status].label}: only leads that a check refused or held are checked again.`,
      },
    ];
  if (move.statusCode === lead.status)
    return [{ column: 'status', message: `This lead is ${label} already: only its status is changed here.` }];
  const refusal = refusalOf(lead, move, agencyMoves(lead.status));
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

const accepts = (row: BulkRow): boolean => {
  const { lead, target } = moveOf(row);
  return isOverride({ from: lead.status, to: target.statusCode });
};

const TOO_MANY = `At most ${MAX_LEADS_ACCEPTED} leads are accepted at once.`;

/** In the preview: whether the caps, or all checks, would accept each lead now. When it is applied, they are asked lead by lead. */
const judgeRows = async (
  tx: Tx,
  secret: Buffer,
  { ownerKey, now, importKey, params: asked }: BulkContext<Params>,
  rows: readonly BulkRow[],
): Promise<FileRemark[]> => {
  const accepted = rows.filter(accepts);
  const remarks = accepted.slice(MAX_LEADS_ACCEPTED).map(({ row }) => ({ row, column: null, message: TOO_MANY }));
  if (importKey !== null || accepted.length === 0) return remarks;
  const way = wayOf(asked);
  const rowOf = new Map(accepted.slice(0, MAX_LEADS_ACCEPTED).map((row) => [moveOf(row).lead.leadKey, row]));
  const leads = [...rowOf.values()].map((row) => moveOf(row).lead);
  const stored = await listRefusedLeads(tx, ownerKey, leads, { withPost: way.recheck });
  for (const judged of await withRules(tx, secret, stored, now)) {
    const { refused } = await judge(tx, judged, way, now);
    const row = rowOf.get(judged.lead.leadKey);
    if (refused !== null && row !== undefined) remarks.push({ row: row.row, column: null, message: refused });
  }
  return remarks;
};

const change = async (
  tx: Tx,
  secret: Buffer,
  context: BulkContext<Params>,
  rows: readonly BulkRow[],
): Promise<Applied> => {
  const { ownerKey, now, scope, userKey, origin } = context;
  const plain = rows.filter((row) => !accepts(row)).map(moveOf);
  if (plain.length > 0) await makeMoves(tx, context, ownerKey, plain, now);
  const accepted = rows.filter(accepts);
  if (accepted.length === 0) return {};
  const leads = accepted.map(moveOf).map(({ lead, target }) => ({ lead, note: target.note }));
  const by = { scope, userKey, origin };
  const refusals = await acceptLeads(tx, { ownerKey, leads, way: wayOf(context.params), secret, by, now });
  const refused = accepted.flatMap((row) => {
    const message = refusals.get(moveOf(row).lead.leadKey);
    return message === undefined ? [] : [{ row: row.row, column: null, message }];
  });
  return { refused };
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
const undo = async (tx: Tx, context: BulkContext<Params>, changes: readonly BulkRow[]): Promise<void> => {
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
  defineBulk<Params>({
    kind: LEAD_UPDATE_KIND,
    title: 'Lead update',
    groups: ['ag'],
    permission: 'leadanalyzer:Update',
    params,
    maxRows: MAX_LEADS_CHANGED,
    columns: UPDATE_COLUMNS,
    keyColumns: ['lead'],
    versionColumn: 'version',
    load,
    validate,
    check: (tx, context, rows) => judgeRows(tx, secret, context, rows),
    hasWayBack: ({ before, after }) => {
      const [from, to] = [statusOf(String(before['status'] ?? '')), statusOf(String(after['status'] ?? ''))];
      return from !== null && to !== null && canUndoMove(from, to);
    },
    staleMessage: (row) => {
      const [lead, asked] = [foundOf(row), askedOf(row.cells)];
      return lead === null || asked === null
        ? 'This lead was changed meanwhile.'
        : conflictText(lead.status, asked.statusCode);
    },
    apply: (tx, context, changes) =>
      context.undoing ? undo(tx, context, changes) : change(tx, secret, context, changes),
    // Users easily leave in a column with personal data, and a note may contain some.
    sealing: sealedFiles(secret),
  });
