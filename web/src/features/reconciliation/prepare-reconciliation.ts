import {
  type BillingSide,
  billedStatusOf,
  dateLabel,
  firstOfMonth,
  isUnresolved,
  RECONCILIATION_KIND_CODES,
  type ReconciliationDecision,
  type ReconciliationKind,
  type ReconciliationPreview,
  type ReconciliationRow,
  type ReconciliationState,
  type UserGroup,
} from '@paceline/contract';
import { formatCount, formatDollars } from '../../lib/text/format.ts';
import type { StatusTone } from '../../ui/marks/status-mark.tsx';

const MONTHS_BACK = 24;
export const monthText = (month: string): string => dateLabel(month, 'month');

/** The selectable months, the current one first. */
export const monthOptions = (today: string): { value: string; label: string }[] =>
  Array.from({ length: MONTHS_BACK + 1 }, (_, back) => firstOfMonth(today, -back)).map((month) => ({
    value: month.slice(0, 7),
    label: monthText(month),
  }));

/** The month in the address; by default the last complete one, which is the one to reconcile. */
export const monthOf = (text: string | undefined, today: string): string =>
  text !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? `${text}-01` : firstOfMonth(today, -1);

export const STATE_TONES: Record<ReconciliationState, StatusTone> = {
  OPEN: 'warn',
  DISPUTED: 'bad',
  ACCEPTED: 'good',
  AGREED: 'good',
};

export const GROUP_WORDS: Record<UserGroup, string> = { ag: 'Agency', mp: 'Media partner', cl: 'Client' };

/** Explains whose values "ours" and "theirs" are: both sides see the same page. */
export const sidesText = (partyName: string, side: BillingSide): string =>
  side === 'media'
    ? `Ours is what the agency has to pay ${partyName}; theirs is what ${partyName} says.`
    : `Ours is what the agency bills ${partyName}; theirs is what the CRM of ${partyName} says.`;

interface KindSum {
  kind: ReconciliationKind;
  rows: number;
  open: number;
}
/** The default tab: the first kind that needs attention. */
export const firstKind = (kinds: readonly KindSum[]): ReconciliationKind =>
  kinds.find(({ kind, open }) => kind !== 'MATCHED' && open > 0)?.kind ??
  kinds.find(({ kind, rows }) => kind !== 'MATCHED' && rows > 0)?.kind ??
  'MATCHED';

export const kindOf = (text: string | undefined, kinds: readonly KindSum[]): ReconciliationKind =>
  RECONCILIATION_KIND_CODES.find((kind) => kind === text) ?? firstKind(kinds);

const DECISION_WORDS: Record<ReconciliationDecision, string> = {
  ACCEPT: 'Accept as adjustment',
  AGREE: 'Agree',
  DISPUTE: 'Dispute',
  UNDO: 'Undo',
};
export const decisionText = (decision: ReconciliationDecision | null): string =>
  decision === null ? '' : DECISION_WORDS[decision];

/** The values of a row that differ between the sides. */
export const unequal = ({ kind, ourAmount, theirAmount, ourStatus, theirStatus }: ReconciliationRow) => ({
  amount: kind !== 'MATCHED' && ourAmount !== theirAmount,
  status: kind === 'STATUS' && ourStatus !== null && billedStatusOf(ourStatus) !== theirStatus,
});

export const lastComment = ({ comments, note }: Pick<ReconciliationRow, 'comments' | 'note'>): string =>
  comments.at(-1)?.comment ?? note;

/** A row's title: our lead id, or their id without a lead. */
export const rowTitle = ({ leadId, theirId }: Pick<ReconciliationRow, 'leadId' | 'theirId'>): string =>
  leadId ?? theirId ?? 'Row';

export const canDecide = ({ kind, state }: Pick<ReconciliationRow, 'kind' | 'state'>): boolean =>
  kind !== 'MATCHED' && isUnresolved(state);

/** Whether it may match a lead of the other side under another id. */
export const mayMatch = ({ kind, reason, state }: Pick<ReconciliationRow, 'kind' | 'reason' | 'state'>): boolean =>
  isUnresolved(state) && (kind === 'OURS' || reason === 'UNKNOWN_ID');

/** A manual match can be undone while none of it is settled. */
export const canUnmatch = ({
  kind,
  state,
  matchedBy,
}: Pick<ReconciliationRow, 'kind' | 'state' | 'matchedBy'>): boolean =>
  matchedBy !== null && (kind === 'MATCHED' || isUnresolved(state));

/** Each side can undo only its own decisions. */
const canUndo = ({ kind, state }: Pick<ReconciliationRow, 'kind' | 'state'>, isAgency: boolean): boolean =>
  kind !== 'MATCHED' && state === (isAgency ? 'ACCEPTED' : 'AGREED');

/** Whether a decision is allowed in the row's state. */
export const fits = (
  row: Pick<ReconciliationRow, 'kind' | 'state'>,
  decision: ReconciliationDecision,
  isAgency: boolean,
): boolean => (decision === 'UNDO' ? canUndo(row, isAgency) : canDecide(row));

export const rowsText = (rows: number): string => (rows === 1 ? 'one difference' : `${formatCount(rows)} differences`);

/** A decision's effect, shown before it is made. */
export const effectText = (
  { rows, lines, amount, bookedMonth }: ReconciliationPreview,
  decision: ReconciliationDecision,
  month: string,
): string => {
  if (rows === 0) return 'None of the selected differences allows this decision.';
  if (decision === 'DISPUTE') return `${formatDollars(amount)} stays in dispute until one side gives way.`;
  if (decision === 'AGREE')
    return `Our values stand: ${formatDollars(amount)} is dropped from the difference, and no bill changes.`;
  if (lines === 0)
    return decision === 'UNDO'
      ? 'The difference is open again. No bill changes.'
      : 'No money is involved, so no line is posted.';
  const what = lines === 1 ? 'One line' : `${formatCount(lines)} lines`;
  const sum = `${amount > 0 ? '+' : ''}${formatDollars(amount)}`;
  const adjusts = bookedMonth === month ? '' : `, for ${monthText(month)}`;
  const after =
    decision === 'UNDO'
      ? 'The original line stays; this line reverses it and reopens the difference.'
      : 'To undo, post a reversing line.';
  return `${what} of ${sum} in ${monthText(bookedMonth)}${adjusts}. ${after}`;
};
