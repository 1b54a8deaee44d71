import { type ReconciliationDecision } from '@paceline/contract';
import { type Adjustment } from '../../../shared/billing/adjustments.ts';
import { monthWords } from '../../../shared/billing/month-words.rules.ts';
import { type RunHead } from '../runs.queries.ts';
import { type DecidedRow, lineKey } from './decide.queries.ts';

export const cents = (amount: string): number => Math.round(Number(amount) * 100);

const zero = '0.00';
/** The line that changes our amount to theirs, for this side's money only. */
const acceptingLine = (row: DecidedRow, { side, month, partyName, runKey }: RunHead): Adjustment => ({
  campaignKey: row.campaignKey!,
  forMonth: month,
  leadKey: row.leadKey,
  clientAmount: side === 'client' ? row.difference : zero,
  mediaAmount: side === 'media' ? row.difference : zero,
  cause: 'RECONCILIATION',
  causeKey: lineKey(runKey, row.rowKey, row.version),
  // Without amounts: the other side reads the line too, and must not see this side's money.
  reason: `Difference accepted from ${partyName} for ${monthWords(month)}`,
});

/** The reversing line: the original stays and is referred to, so that it is reversed only once. */
const reversingLine = (row: DecidedRow, { month, partyName }: RunHead): Adjustment => ({
  campaignKey: row.campaignKey!,
  forMonth: month,
  leadKey: row.leadKey,
  clientAmount: row.reversedClient!,
  mediaAmount: row.reversedMedia!,
  cause: 'RECONCILIATION',
  causeKey: `undo ${row.adjustmentKey}`,
  reason: `Accepted difference from ${partyName} for ${monthWords(month)} undone`,
});

/** The lines that a decision writes into the open month. */
export const linesOf = (
  rows: readonly DecidedRow[],
  run: RunHead,
  decision: ReconciliationDecision,
): readonly Adjustment[] => {
  if (decision === 'ACCEPT')
    return rows.filter(({ difference }) => cents(difference) !== 0).map((row) => acceptingLine(row, run));
  if (decision === 'UNDO')
    return rows.filter(({ adjustmentKey }) => adjustmentKey !== null).map((row) => reversingLine(row, run));
  return [];
};

/** The sum of lines on the side of the run. */
export const amountOf = (lines: readonly Adjustment[], { side }: RunHead): number =>
  lines.reduce((sum, line) => sum + cents(side === 'client' ? line.clientAmount : line.mediaAmount), 0) / 100;
