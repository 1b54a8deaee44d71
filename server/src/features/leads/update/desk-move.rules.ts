import {
  deskMoves,
  type ErrorCode,
  isBillableLead,
  isGoodLead,
  LEAD_REASONS,
  LEAD_STATUSES,
  type LeadMove,
  type LeadStatus,
  refusedMoveMessage,
} from '@paceline/contract';

/** What decides whether a lead can be moved. */
export interface DeskLead {
  status: LeadStatus;
  /** Whether its month at the owner's is over. */
  isPast: boolean;
}

/** Where somebody wants a lead to go, and what they say to it. */
export interface AskedMove {
  statusCode: LeadStatus;
  reasonCode: string | null;
  note: string;
  /** The client's own id of it. */
  reference: string;
}

interface Refusal {
  code: ErrorCode;
  field: keyof AskedMove;
  message: string;
}

/** Why a lead can have this status. */
export const reasonsFor = (to: LeadStatus): readonly string[] =>
  to in LEAD_REASONS ? LEAD_REASONS[to as keyof typeof LEAD_REASONS] : [];

const missing = ({ needs, to }: LeadMove, { reasonCode, note, reference }: AskedMove): Refusal | null => {
  const wrong = (field: keyof AskedMove, message: string): Refusal => ({ code: 'VALIDATION', field, message });
  if (needs === 'reason' && reasonCode === null) return wrong('reasonCode', 'Choose a reason.');
  if (reasonCode !== null && !reasonsFor(to).includes(reasonCode))
    return wrong('reasonCode', 'This is no reason for that status.');
  if (needs === 'note' && note === '') return wrong('note', 'Write a note.');
  if (needs === 'referenceOrNote' && note === '' && reference === '')
    return wrong('reference', 'Give the client’s reference or a note.');
  return null;
};

/**
 * What is billed for a month that is over does not change by the lead desk, whichever way a lead goes. Only a return can be taken back:
 * of a closed month that is a line of the open one.
 */
export const closedMonth = ({ status, isPast }: DeskLead, to: LeadStatus): Refusal | null =>
  isPast && status !== 'RTN' && (isBillableLead(status) || isGoodLead(to))
    ? {
        code: 'MONTH_CLOSED',
        field: 'statusCode',
        message: 'The lead’s month is closed: what is billed for it cannot change.',
      }
    : null;

/** Why a lead is not moved by hand; null where it is. One lead and many are asked the same. */
export const refusalOf = (lead: DeskLead, wish: AskedMove): Refusal | null => {
  const to = wish.statusCode;
  const move = deskMoves(lead.status).find((one) => one.to === to);
  if (move === undefined)
    return { code: 'LEAD_STATUS_TRANSITION', field: 'statusCode', message: refusedMoveMessage(lead.status, to) };
  return missing(move, wish) ?? closedMonth(lead, to);
};

/** What whoever came second is told: what the lead is now, and what they wanted. */
export const conflictText = (now: LeadStatus, wanted: LeadStatus): string =>
  `This lead is ${LEAD_STATUSES[now].label} now. You chose ${LEAD_STATUSES[wanted].label}.`;
