import {
  STATEMENT_AGES,
  STATEMENT_SIDES,
  STATEMENT_STATE_CODES,
  STATEMENT_STATES,
  type Statement,
  type StatementState,
  type UserGroup,
} from '@paceline/contract';
import { formatDay, formatDollars } from '../../../lib/text/format.ts';
import type { Fact } from '../../../ui/lists/facts.tsx';
import type { StatusTone } from '../../../ui/marks/status-mark.tsx';
import { monthText } from '../prepare-billing.ts';

export const STATE_OPTIONS = STATEMENT_STATE_CODES.map((value) => ({ value, label: STATEMENT_STATES[value] }));
export const AGE_OPTIONS = Object.entries(STATEMENT_AGES).map(([value, label]) => ({ value, label }));
export const SIDE_OPTIONS = Object.entries(STATEMENT_SIDES).map(([value, label]) => ({ value, label }));

export const STATE_TONES: Readonly<Record<StatementState, StatusTone>> = {
  WRITTEN_OFF: 'off',
  PAID: 'good',
  DISPUTED: 'bad',
  OVERDUE: 'bad',
  PART_PAID: 'warn',
  SEEN: 'warn',
  SENT: 'warn',
  DRAFT: 'off',
};

export const DESCRIPTIONS: Readonly<Record<UserGroup, string>> = {
  ag: 'Issued when a month closes, and never changed afterwards. Corrections are notes with numbers of their own.',
  cl: 'Your invoices and credit notes. A month’s invoice is issued when the month closes.',
  mp: 'What is due to you, by month. A month’s statement is issued when the month closes.',
};
export const EMPTY: Readonly<Record<UserGroup, string>> = {
  ag: 'Close a month under Billable, or wait until the fifth: each client and media partner gets a statement.',
  cl: 'An invoice is issued when a month closes.',
  mp: 'A statement is issued when a month closes, at the latest on the fifth of the next month.',
};

/** What stands above the lines of a statement. */
export const factsOf = (statement: Statement): Fact[] => {
  const { agencyName, partyName, partyCode, ownerName, month, side, issuedOn, dueOn, corrects, total, paid, open } =
    statement;
  const party = `${partyName} (${partyCode})`;
  return [
    ['From', side === 'client' ? agencyName : party],
    ['To', side === 'client' ? party : agencyName],
    ['School group', ownerName],
    ['Month', monthText(month)],
    ['Issued', formatDay(issuedOn)],
    ['Due', total > 0 ? formatDay(dueOn) : null],
    ['Corrects', corrects],
    ['Paid', paid === 0 ? null : formatDollars(paid)],
    ['Open', open === 0 ? null : formatDollars(open)],
  ];
};
