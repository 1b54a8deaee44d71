import {
  acceptRefusal,
  type CallBody,
  type CallResponse,
  type FieldError,
  formatMetricValue,
  isUnresolved,
  RECONCILIATION_LIMITS,
  RECONCILIATION_STATES,
  type reconciliationDecide,
  type ReconciliationDecision,
  type reconciliationPreview,
  type ReconciliationState,
  suggestedDecision,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { audit } from '../../../shared/audit.ts';
import { writeAdjustments } from '../../../shared/billing/adjustments.ts';
import { type BulkCaller } from '../../../shared/bulk/bulk-caller.ts';
import { getOwnerDay } from '../../../shared/milestones/milestones.queries.ts';
import { assertMayReconcile } from '../party.ts';
import { assertCurrent, getRun, type ReconciliationDeps } from '../reconciliation.service.ts';
import { type RunHead } from '../runs.queries.ts';
import { type DecidedRow, listDecided, updateDecided } from './decide.queries.ts';
import { amountOf, cents, linesOf } from './lines.ts';

const STATE_OF = { ACCEPT: 'ACCEPTED', AGREE: 'AGREED', DISPUTE: 'DISPUTED', UNDO: 'OPEN' } as const satisfies Record<
  ReconciliationDecision,
  ReconciliationState
>;
const WISHES = {
  ACCEPT: 'You chose to accept it.',
  AGREE: 'You chose to agree.',
  DISPUTE: 'You chose to dispute it.',
  UNDO: 'You chose to undo that.',
} as const;

const dollars = (amount: string): string => formatMetricValue({ kind: 'dollar' }, Number(amount));
const sumOf = (rows: readonly DecidedRow[]): number =>
  rows.reduce((sum, { difference }) => sum + cents(difference), 0) / 100;

/** The agency accepts their amount, the other side ours: neither can do the other's. */
const assertMayDecide = ({ group }: Scope, decision: ReconciliationDecision): void => {
  const isOfBoth = decision === 'DISPUTE' || decision === 'UNDO';
  const isAllowed = isOfBoth || (decision === 'ACCEPT') === (group === 'ag');
  if (isAllowed) return;
  const message =
    group === 'ag'
      ? 'The other side agrees to a difference; accept it as an adjustment or dispute it.'
      : 'The agency accepts a difference as an adjustment; agree to it or dispute it.';
  throw new AppError('FORBIDDEN', { message });
};

/** Why this side cannot make this decision on a row; null where it can. */
const refusalOf = (row: DecidedRow, decision: ReconciliationDecision, group: string): string | null => {
  if (row.kind === 'MATCHED') return 'Both say the same: there is nothing to decide.';
  if (decision === 'UNDO' && row.state === 'ACCEPTED' && group !== 'ag')
    return 'The agency has accepted it: only the agency can undo that.';
  if (decision === 'UNDO' && row.state === 'AGREED' && group === 'ag')
    return 'The other side has agreed to it: only they can undo that.';
  return decision === 'ACCEPT' ? acceptRefusal(row) : null;
};

/** A concurrent change of the row, with both values; null without one. */
const conflictOf = (row: DecidedRow, decision: ReconciliationDecision, group: string): string | null => {
  const { state, decidedGroup, deciderName, nowAmount, ourAmount } = row;
  if (isUnresolved(state) === (decision === 'UNDO')) {
    const who = decidedGroup === group && deciderName !== null ? ` by ${deciderName}` : '';
    return `It is ${RECONCILIATION_STATES[state].toLowerCase()}${who}. ${WISHES[decision]}`;
  }
  // The reversing line restores our amount, whatever has happened since.
  if (decision === 'UNDO') return null;
  const isCompared = row.leadKey !== null && row.reason !== 'NAMED_TWICE' && acceptRefusal(row) === null;
  if (decision !== 'DISPUTE' && isCompared && nowAmount !== null && cents(nowAmount) !== cents(ourAmount))
    return `Ours was ${dollars(ourAmount)} when the file was compared and is ${dollars(nowAmount)} now. Upload the file again.`;
  return null;
};

const OTHERWISE = {
  ACCEPT: 'Suggested to accept: the difference is to our good.',
  DISPUTE: 'Suggested to dispute: the difference is to our disadvantage, or cannot be booked.',
} as const;

/** A bulk decision covers only rows with that suggestion: the others are decided one by one. */
const suggestedOtherwise = (
  row: DecidedRow,
  { side }: RunHead,
  decision: ReconciliationDecision,
  group: string,
): string | null => {
  if (group !== 'ag') return null;
  const suggested = suggestedDecision({ ...row, difference: Number(row.difference) }, side, true);
  return suggested === 'ACCEPT' || suggested === 'DISPUTE'
    ? suggested === decision
      ? null
      : OTHERWISE[suggested]
    : null;
};

/** The same side made this decision already: repeating it changes nothing. */
const isDone = (row: DecidedRow, decision: ReconciliationDecision, scope: Scope): boolean =>
  row.state === STATE_OF[decision] && row.decidedBy === scope.userKey;

export const previewDecision = async (
  deps: ReconciliationDeps,
  caller: BulkCaller,
  ownerKey: number,
  { runKey, chosen, decision }: CallBody<typeof reconciliationPreview>,
): Promise<CallResponse<typeof reconciliationPreview>> => {
  await assertMayReconcile(deps, caller, ownerKey);
  assertMayDecide(caller.scope, decision);
  return deps.db.readScope(caller.scope, async (tx) => {
    const run = await getRun(tx, ownerKey, runKey);
    const which = 'kind' in chosen ? { ...chosen, most: RECONCILIATION_LIMITS.decided } : chosen;
    const rows = await listDecided(tx, ownerKey, run, which);
    const { group } = caller.scope;
    const isAll = 'kind' in chosen;
    const whyNot = (row: DecidedRow) =>
      refusalOf(row, decision, group) ??
      conflictOf(row, decision, group) ??
      (isAll ? suggestedOtherwise(row, run, decision, group) : null);
    const good = rows.filter((row) => whyNot(row) === null);
    const leftOut = Map.groupBy(
      rows.filter((row) => whyNot(row) !== null),
      (row) => whyNot(row)!,
    );
    const booked = linesOf(good, run, decision);
    const today = await getOwnerDay(tx, ownerKey, deps.clock.now());
    return {
      rows: good.length,
      lines: booked.length,
      amount: booked.length > 0 ? amountOf(booked, run) : sumOf(good),
      bookedMonth: `${today.slice(0, 7)}-01`,
      leftOut: [...leftOut].map(([message, { length }]) => ({ message, rows: length })),
      versions: good.map(({ rowKey, version }) => ({ rowKey, version })),
    };
  });
};

/** Throws all reasons against the decisions at once, with both values. */
const assertDecidable = (
  rows: readonly DecidedRow[],
  versions: ReadonlyMap<number, number>,
  decision: ReconciliationDecision,
  group: string,
): void => {
  const refused = rows.flatMap((row): FieldError[] => {
    const message = refusalOf(row, decision, group);
    return message === null ? [] : [{ field: 'rows', code: 'refused', message: `${row.name}: ${message}` }];
  });
  if (refused.length > 0) throw new AppError('VALIDATION', { message: refused[0]!.message, errors: refused });
  const conflicts = rows.flatMap((row): FieldError[] => {
    const isSeen = versions.get(row.rowKey) === row.version;
    const state = RECONCILIATION_STATES[row.state].toLowerCase();
    const message =
      conflictOf(row, decision, group) ??
      (isSeen ? null : `It is ${state} by now${row.note === '' ? '' : `: “${row.note}”`}. ${WISHES[decision]}`);
    return message === null ? [] : [{ field: 'rows', code: 'conflict', message: `${row.name}: ${message}` }];
  });
  const [first] = conflicts;
  if (first === undefined) return;
  const others = conflicts.length - 1;
  throw new AppError('STALE_ROW', {
    message: others === 0 ? first.message : `${first.message} The same holds for ${others} more. Nothing was changed.`,
    errors: conflicts,
  });
};

/** All of them, or none. Repeated by the same user it changes nothing; after a concurrent decision both values are returned. */
export const decideRows = async (
  deps: ReconciliationDeps,
  caller: BulkCaller,
  ownerKey: number,
  { runKey, rows: wanted, decision, note }: CallBody<typeof reconciliationDecide>,
): Promise<CallResponse<typeof reconciliationDecide>> => {
  await assertMayReconcile(deps, caller, ownerKey);
  const { scope, origin } = caller;
  assertMayDecide(scope, decision);
  return deps.db.withScope(scope, async (tx: Tx) => {
    const now = deps.clock.now();
    const run = await getRun(tx, ownerKey, runKey, { lock: true });
    assertCurrent(run);
    const versions = new Map(wanted.map(({ rowKey, version }) => [rowKey, version]));
    const decidedRows = await listDecided(tx, ownerKey, run, { rowKeys: [...versions.keys()] });
    if (decidedRows.length !== versions.size) throw new AppError('NOT_FOUND');
    const rows = decidedRows.filter((row) => !isDone(row, decision, scope));
    assertDecidable(rows, versions, decision, scope.group);
    const booked = linesOf(rows, run, decision);
    const amount = amountOf(booked, run);
    const by = { userKey: scope.userKey, at: now };
    const lines = await writeAdjustments(tx, ownerKey, booked, by);
    const rowKeys = rows.map(({ rowKey }) => rowKey);
    if (rowKeys.length > 0)
      await updateDecided(tx, ownerKey, runKey, rows, {
        state: STATE_OF[decision],
        group: scope.group,
        note,
        ...by,
      });
    await audit(tx, scope, origin, now, {
      action: 'reconciliationDecided',
      ownerKey,
      entity: 'reconciliationRun',
      entityKey: runKey,
      after: { decision, rowKeys, lines, amount },
    });
    return { decided: rows.length, lines, amount };
  });
};
