import {
  type BulkImportResult,
  type CallBody,
  type CallResponse,
  type FoundLeads,
  LEAD_STATUSES,
  type leadRecheckPreview,
  type leadSearch,
  type leadStatusUpdate,
  type leadUpdatePreview,
  MAX_LEADS_CHANGED,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Download } from '../../../http/answers/download.ts';
import { AppError } from '../../../lib/app-error.ts';
import { writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { applyImport } from '../../../shared/bulk/apply-import.ts';
import { type BulkCaller } from '../../../shared/bulk/bulk-caller.ts';
import { findImport, listRowOutcomes } from '../../../shared/bulk/bulk.queries.ts';
import { storeRows } from '../../../shared/bulk/receive-upload.ts';
import { type Rows } from '../../../shared/lists/list-of.ts';
import { type LeadDeps } from '../details.service.ts';
import { findNamedLeads, listDeskLeads } from './desk-leads.queries.ts';
import { cellsOf, nameOf, UPDATE_COLUMNS } from './update-cells.rules.ts';
import { type AskedMove } from './desk-move.rules.ts';
import { leadUpdateBulk, type UpdateWay } from './update.bulk.ts';

export interface UpdateDeps extends LeadDeps {
  /** The leads of a search. */
  rows: Rows<typeof leadSearch>;
}

type Preview = CallBody<typeof leadUpdatePreview>;
const count = (n: number): string => n.toLocaleString('en-US');

const refuse = (message: string): AppError =>
  new AppError('VALIDATION', { message, errors: [{ field: 'leads', code: 'count', message }] });

/** The keys of the leads that match a search; more than the limit are refused before they are read. */
const searched = ({ db, clock, rows }: UpdateDeps, scope: Scope, search: object): Promise<number[]> =>
  db.readScope(scope, async (tx) => {
    const { sort, ...filters } = search as { sort: string };
    const question = { scope, params: {} as never, filters, sort, now: clock.now(), isStart: true };
    const keys = await rows.keys(tx, question, MAX_LEADS_CHANGED + 1);
    if (keys.length === 0) throw refuse('No lead matches this search.');
    if (keys.length > MAX_LEADS_CHANGED)
      throw refuse(`More than ${count(MAX_LEADS_CHANGED)} leads match. Narrow the search.`);
    return keys;
  });

const namesOf = async (
  deps: UpdateDeps,
  scope: Scope,
  leads: Preview['leads'],
): Promise<{ names: (string | number)[]; from: string }> => {
  if ('ids' in leads) return { names: [...new Set(leads.ids)], from: 'pasted ids' };
  if ('leadCaptureKeys' in leads) return { names: [...new Set(leads.leadCaptureKeys)], from: 'chosen leads' };
  return { names: await searched(deps, scope, leads.search), from: 'leads of a search' };
};

interface Choice {
  ownerKey: number;
  names: readonly (string | number)[];
  /** In the history of changes. */
  name: string;
  way: UpdateWay;
  move: AskedMove;
}

const storeChoice = (
  deps: UpdateDeps,
  caller: BulkCaller,
  { ownerKey, names, name, way, move }: Choice,
): Promise<BulkImportResult> =>
  storeRows(deps, caller, leadUpdateBulk(deps.secret), {
    ownerKey,
    params: way,
    name,
    file: null,
    rows: names.map((lead, index) => ({ row: index + 1, cells: cellsOf(lead, move), problems: [] })),
    warnings: [],
  });

/** The effect of a change on each lead. Stored like a file: applied, undone and listed in the same way. */
export const previewUpdate = async (
  deps: UpdateDeps,
  caller: BulkCaller,
  ownerKey: number,
  { leads, ignoreCap, ...move }: Preview,
): Promise<BulkImportResult> => {
  const { names, from } = await namesOf(deps, caller.scope, leads);
  const name = `${count(names.length)} ${from} to ${LEAD_STATUSES[move.statusCode].label}`;
  return storeChoice(deps, caller, { ownerKey, names, name, way: { ignoreCap }, move });
};

const RECHECKED = 'Checked again';

/** What all checks say now of leads that were refused or held. */
export const previewRecheck = async (
  deps: UpdateDeps,
  caller: BulkCaller,
  ownerKey: number,
  { leads, note }: CallBody<typeof leadRecheckPreview>,
): Promise<BulkImportResult> => {
  const { names, from } = await namesOf(deps, caller.scope, leads);
  const move = { statusCode: 'VAL', reasonCode: null, reference: '', note: note === '' ? RECHECKED : note } as const;
  const name = `${count(names.length)} ${from} checked again`;
  return storeChoice(deps, caller, { ownerKey, names, name, way: { recheck: true }, move });
};

type Results = CallResponse<typeof leadStatusUpdate>['results'];

/** Moves leads at once, for other systems: the same rows, checks and history as a file. */
export const updateStatuses = async (
  deps: LeadDeps,
  caller: BulkCaller,
  { ownerKey, updates }: CallBody<typeof leadStatusUpdate>,
): Promise<CallResponse<typeof leadStatusUpdate>> => {
  const { importKey, canApply } = await storeRows(deps, caller, leadUpdateBulk(deps.secret), {
    ownerKey,
    params: {},
    name: `${count(updates.length)} leads by call`,
    file: null,
    rows: updates.map(({ leadCaptureKey, version, ...move }, index) => ({
      row: index + 1,
      cells: cellsOf(leadCaptureKey, move, version),
      problems: [],
    })),
    warnings: [],
  });
  const late = new Map<number, string>();
  if (canApply) {
    try {
      await applyImport(deps, caller, leadUpdateBulk(deps.secret), { ownerKey, importKey, mode: 'goodRows' });
    } catch (error) {
      // All rows were changed by others first: the answer lists them with their present status.
      if (!(error instanceof AppError) || error.code !== 'STALE_ROW') throw error;
      for (const { row, message } of error.errors ?? [])
        if (row !== undefined) late.set(row, message.replace(/^[^:]*: /, ''));
    }
  }
  const outcomes = await deps.db.readScope(caller.scope, async (tx) => {
    const head = await findImport(tx, ownerKey, importKey);
    return head === undefined ? [] : listRowOutcomes(tx, head);
  });
  const results: Results = outcomes.map(({ row, state, outcome, errors }) => {
    const { leadCaptureKey } = updates[row - 1]!;
    const problem = errors.map(({ message }) => message).join(' ') || late.get(row) || '';
    if (outcome === 'applied') return { leadCaptureKey, status: 'updated', message: '' };
    return { leadCaptureKey, status: state === 'unchanged' ? 'unchanged' : 'failed', message: problem };
  });
  const those = (status: Results[number]['status']) => results.filter((one) => one.status === status).length;
  return { updated: those('updated'), failed: those('failed'), results };
};

/** Leads by any of their ids, one entry for each. */
export const findByIds = (
  { db, clock }: LeadDeps,
  scope: Scope,
  ownerKey: number,
  ids: readonly string[],
): Promise<FoundLeads> =>
  db.readScope(scope, async (tx) => {
    const named = await findNamedLeads(tx, ownerKey, [...new Set(ids.map(nameOf))]);
    const keys = [...new Set([...named.values()].flat())];
    const leads = new Map(
      (await listDeskLeads(tx, ownerKey, keys, clock.now(), { lock: false })).map((lead) => [lead.leadKey, lead]),
    );
    return ids.map((id) => ({
      id,
      leads: (named.get(nameOf(id)) ?? []).flatMap((leadKey) => {
        const lead = leads.get(leadKey);
        if (lead === undefined) return [];
        const { leadId, status, campaignName, version, createdAt } = lead;
        return [{ leadCaptureKey: leadKey, leadId, status, campaignName, version, createdAt: createdAt.toISOString() }];
      }),
    }));
  });

const HELP = [
  'One lead in each row: by its id, its key or the media partner’s transaction id.',
  'Statuses and reasons by their names or codes. What a status needs besides, the preview says before anything changes.',
];

export const updateTemplate = (): Download => ({
  fileName: 'lead-update.xlsx',
  ...writeSheet({
    sheetName: 'Lead update',
    columns: UPDATE_COLUMNS.map(({ key, label, context, required }) => ({
      key,
      label,
      kind: key === 'version' ? 'key' : 'text',
      editable: context !== true,
      ...(required === true && { note: 'Required' }),
    })),
    rows: [],
    note: HELP,
  }),
});
