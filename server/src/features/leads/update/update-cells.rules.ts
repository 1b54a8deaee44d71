import { LEAD_STATUS_CODES, LEAD_STATUSES, leadReasonText, type LeadStatus, readLookup } from '@paceline/contract';
import { type BulkColumn, type BulkValues } from '../../../shared/bulk/cell-values.rules.ts';
import { type AskedMove, reasonsFor } from './desk-move.rules.ts';

const sameWord = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The status for a label or a code; null where there is none. */
export const statusOf = (text: string): LeadStatus | null =>
  LEAD_STATUS_CODES.find((code) => sameWord(code, text) || sameWord(LEAD_STATUSES[code].label, text)) ?? null;

/** The code for a reason or its label, among those the status can have; otherwise the text itself. */
const reasonOf = (to: LeadStatus, text: string): string =>
  reasonsFor(to).find((code) => sameWord(code, text) || sameWord(leadReasonText(code), text)) ?? text;

/** A lead's name normalised for the search: public ids are in capitals. */
export const nameOf = (text: string): string => {
  const lookup = readLookup(text);
  return lookup?.kind === 'leadId' ? lookup.text : text;
};

/** Statuses and reasons are given by label, as in every list; codes are accepted too. */
export const UPDATE_COLUMNS: readonly BulkColumn[] = [
  {
    key: 'lead',
    label: 'Lead Id',
    aliases: ['Lead Id or Lead Capture Key', 'Lead Capture Key', 'Lead', 'Transaction Id'],
    type: 'text',
    maxLength: 120,
    // The name of a row's lead is stored: no email address.
    pattern: /^[^@]*$/,
    normal: nameOf,
    required: true,
  },
  {
    key: 'status',
    label: 'Status',
    type: 'text',
    maxLength: 60,
    required: true,
    normal: (text) => {
      const status = statusOf(text);
      return status === null ? text : LEAD_STATUSES[status].label;
    },
  },
  { key: 'reason', label: 'Reason', type: 'text', maxLength: 60, clearable: false, normal: leadReasonText },
  {
    key: 'reference',
    label: 'Client Reference',
    aliases: ['Reference'],
    type: 'text',
    maxLength: 200,
    clearable: false,
  },
  { key: 'note', label: 'Note', type: 'text', maxLength: 500, clearable: false },
  { key: 'version', label: 'Row Version', type: 'int', context: true },
];

/** A row chosen on the screen or sent by another system, as cells of a file. */
export const cellsOf = (
  lead: string | number,
  { statusCode, reasonCode, note, reference }: AskedMove,
  version?: number,
): BulkValues => ({
  lead: nameOf(String(lead)),
  status: LEAD_STATUSES[statusCode].label,
  ...(reasonCode !== null && { reason: leadReasonText(reasonCode) }),
  ...(reference !== '' && { reference }),
  ...(note !== '' && { note }),
  ...(version !== undefined && { version }),
});

const textOf = (cells: BulkValues, key: string): string => String(cells[key] ?? '');

/** The move that a row requests; null where its status is unknown. */
export const askedOf = (cells: BulkValues): AskedMove | null => {
  const statusCode = statusOf(textOf(cells, 'status'));
  if (statusCode === null) return null;
  const reason = textOf(cells, 'reason');
  return {
    statusCode,
    reasonCode: reason === '' ? null : reasonOf(statusCode, reason),
    note: textOf(cells, 'note'),
    reference: textOf(cells, 'reference'),
  };
};
