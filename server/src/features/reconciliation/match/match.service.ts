import {
  type CallBody,
  type CallResponse,
  isUnresolved,
  matchWayText,
  RECONCILIATION_STATES,
  type reconciliationMatch,
  type ReconciliationMatch,
  type reconciliationMatches,
  type reconciliationUnmatch,
} from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { audit } from '../../../shared/audit.ts';
import { type BulkCaller } from '../../../shared/bulk/bulk-caller.ts';
import { assertMayReconcile } from '../party.ts';
import { assertCurrent, getRun, type ReconciliationDeps } from '../reconciliation.service.ts';
import { findRow, type FoundMatch, joinRows, listMatches, partRows, type RowState } from './match.queries.ts';

const toMatch = (match: FoundMatch): ReconciliationMatch => ({
  way: match.way,
  reasonText: matchWayText(match.way, match.daysApart),
  theirs: {
    rowKey: match.theirRow,
    version: match.theirVersion,
    theirId: match.theirId,
    theirDate: match.theirDate,
    theirCampaign: match.theirCampaign,
    theirAmount: match.theirAmount,
  },
  ours: {
    leadCaptureKey: match.leadKey,
    leadId: match.leadId,
    capturedDate: match.capturedDate,
    campaignCode: match.campaignCode,
    campaignName: match.campaignName,
    ourStatus: match.ourStatus,
    ourAmount: match.ourAmount,
    rowKey: match.ourRow,
    version: match.ourVersion,
  },
});

const getRow = async (tx: Tx, ownerKey: number, runKey: number, rowKey: number): Promise<RowState> => {
  const row = await findRow(tx, ownerKey, runKey, rowKey);
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
};

/** Match candidates on the other side for a row that only one side has; none for other rows. */
export const readMatches = async (
  deps: ReconciliationDeps,
  caller: BulkCaller,
  ownerKey: number,
  { runKey, rowKey }: CallBody<typeof reconciliationMatches>,
): Promise<CallResponse<typeof reconciliationMatches>> => {
  await assertMayReconcile(deps, caller, ownerKey);
  return deps.db.readScope(caller.scope, async (tx) => {
    const run = await getRun(tx, ownerKey, runKey);
    const row = await getRow(tx, ownerKey, runKey, rowKey);
    if (!isUnresolved(row.state)) return { matches: [] };
    if (row.reason === 'UNKNOWN_ID')
      return { matches: (await listMatches(tx, ownerKey, run, { theirRow: rowKey })).map(toMatch) };
    if (row.kind === 'OURS' && row.leadKey !== null)
      return { matches: (await listMatches(tx, ownerKey, run, { leadKey: row.leadKey })).map(toMatch) };
    return { matches: [] };
  });
};

/** The version the user saw must be the present one; else both are returned. */
const assertSeen = (row: RowState, version: number, wish: string): void => {
  if (row.version === version) return;
  const state = RECONCILIATION_STATES[row.state].toLowerCase();
  const now = row.matchedBy === null ? `It is ${state} by now` : 'It is matched with a lead by now';
  throw new AppError('STALE_ROW', { message: `${row.name}: ${now}. ${wish}` });
};
const MATCH_WISH = 'You chose to match it.';
const PART_WISH = 'You chose to take the match apart.';

export const matchRows = async (
  deps: ReconciliationDeps,
  caller: BulkCaller,
  ownerKey: number,
  { runKey, theirs, leadCaptureKey, ours }: CallBody<typeof reconciliationMatch>,
): Promise<CallResponse<typeof reconciliationMatch>> => {
  await assertMayReconcile(deps, caller, ownerKey);
  const { scope, origin } = caller;
  return deps.db.withScope(scope, async (tx) => {
    const run = await getRun(tx, ownerKey, runKey, { lock: true });
    assertCurrent(run);
    const row = await getRow(tx, ownerKey, runKey, theirs.rowKey);
    assertSeen(row, theirs.version, MATCH_WISH);
    const [match] = await listMatches(tx, ownerKey, run, { theirRow: theirs.rowKey, leadKey: leadCaptureKey });
    if (ours !== null && match?.ourRow !== ours.rowKey) {
      const message = 'The lead is matched or settled by now. Nothing was changed.';
      throw new AppError('STALE_ROW', { message: `${row.name}: ${message} ${MATCH_WISH}` });
    }
    if (match === undefined) {
      const message = 'The two are no possible match.';
      throw new AppError('VALIDATION', { message, errors: [{ field: 'leadCaptureKey', code: 'refused', message }] });
    }
    if (match.ourRow !== null)
      assertSeen(await getRow(tx, ownerKey, runKey, match.ourRow), ours?.version ?? 0, MATCH_WISH);
    const joined = await joinRows(tx, ownerKey, run, match);
    await audit(tx, scope, origin, deps.clock.now(), {
      action: 'reconciliationMatched',
      ownerKey,
      entity: 'reconciliationRow',
      entityKey: theirs.rowKey,
      after: { runKey, leadKey: match.leadKey, ourRow: match.ourRow, way: match.way, ...joined },
    });
    return joined;
  });
};

export const unmatchRow = async (
  deps: ReconciliationDeps,
  caller: BulkCaller,
  ownerKey: number,
  { runKey, rowKey, version }: CallBody<typeof reconciliationUnmatch>,
): Promise<null> => {
  await assertMayReconcile(deps, caller, ownerKey);
  const { scope, origin } = caller;
  return deps.db.withScope(scope, async (tx) => {
    assertCurrent(await getRun(tx, ownerKey, runKey, { lock: true }));
    const row = await getRow(tx, ownerKey, runKey, rowKey);
    assertSeen(row, version, PART_WISH);
    const isSettled = row.kind !== 'MATCHED' && !isUnresolved(row.state);
    const message =
      row.matchedBy === null
        ? 'Nobody matched it by hand.'
        : isSettled
          ? 'Its difference is settled: undo that first.'
          : null;
    if (message !== null)
      throw new AppError('VALIDATION', { message, errors: [{ field: 'rowKey', code: 'refused', message }] });
    await partRows(tx, ownerKey, runKey, rowKey);
    await audit(tx, scope, origin, deps.clock.now(), {
      action: 'reconciliationUnmatched',
      ownerKey,
      entity: 'reconciliationRow',
      entityKey: rowKey,
      before: { runKey, leadKey: row.leadKey, way: row.matchedBy },
    });
    return null;
  });
};
