import { LEAD_STATUS_CODES, LEAD_STATUSES, leadReasonText, type LeadStatus, readLookup } from '@paceline/contract';
import { type BulkColumn, type BulkValues } from '../../../shared/bulk/cell-values.rules.ts';
import { type AskedMove, reasonsFor } from './desk-move.rules.ts';

const sameWord = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The status of a name or a code; null where there is none. */
export const statusOf = (text: string): LeadStatus | null =>
  LEAD_STATUS_CODES.find((code) => sameWord(code, text) || sameWord(LEAD_STATUSES[code].label, text)) ?? null;

/** The reason of a code or its words, of those that the status can have; as it stands where it is none. */
const reasonOf = (to: LeadStatus, text: string): string =>
  reasonsFor(to).find((code) => sameWord(code, text) || sameWord(leadReasonText(code), text)) ?? text;

/** A lead's name as it is looked for: a public id is written in capitals. */
export const nameOf = (text: string): string => {
  const lookup = readLookup(text);
  return lookup?.kind === 'leadId' ? lookup.text : text;
};

/** Statuses and reasons stand in their words, as in every list; codes are taken as well. */
export const UPDATE_COLUMNS: readonly BulkColumn[] = [
  {
    key: 'lead',
    label: 'Lead Id',
    aliases: ['Lead Id or Lead Capture Key', 'Lead Capture Key', 'Lead', 'Transaction Id'],
    type: 'text',
    maxLength: 120,
    // Whatever a row names its lead by is stored: no mail address.
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

/** A row as somebody chose it on a screen or another system sent it, in the cells of a file. */
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

/** What a row asks for; null where its status is none. */
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
