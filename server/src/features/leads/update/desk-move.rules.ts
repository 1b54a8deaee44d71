import {
  type ErrorCode,
  isBillableLead,
  isGoodLead,
  LEAD_REASONS,
  LEAD_STATUSES,
  type LeadMove,
  type LeadStatus,
  refusedMoveMessage,
} from '@paceline/contract';

/** The fields that decide whether a lead can be moved. */
export interface DeskLead {
  status: LeadStatus;
  /** Whether its month is over in the owner's zone. */
  isPast: boolean;
}

/** The requested status of a lead, with the user's reason and note. */
export interface AskedMove {
  statusCode: LeadStatus;
  reasonCode: string | null;
  note: string;
  /** The client's own id for the lead. */
  reference: string;
}

interface Refusal {
  code: ErrorCode;
  field: keyof AskedMove;
  message: string;
}

/** The reasons that a status can have. */
export const reasonsFor = (to: LeadStatus): readonly string[] =>
  to in LEAD_REASONS ? LEAD_REASONS[to as keyof typeof LEAD_REASONS] : [];

const missing = ({ needs, to }: LeadMove, { reasonCode, note, reference }: AskedMove): Refusal | null => {
  const wrong = (field: keyof AskedMove, message: string): Refusal => ({ code: 'VALIDATION', field, message });
  if (needs === 'reason' && reasonCode === null) return wrong('reasonCode', 'Choose a reason.');
  if (reasonCode !== null && !reasonsFor(to).includes(reasonCode))
    return wrong('reasonCode', 'This is no reason for that status.');
  if (needs === 'note' && note === '') return wrong('note', 'Write a note.');
  if (needs === 'referenceOrNote' && note === '' && reference === '')
    return wrong('reference', 'Enter the client’s reference or a note.');
  return null;
};

/**
 * The lead desk cannot change the bill of a past month. Only a return can be taken back: for a closed month it becomes a line of the open
 * one.
 */
export const closedMonth = ({ status, isPast }: DeskLead, to: LeadStatus): Refusal | null =>
  isPast && status !== 'RTN' && (isBillableLead(status) || isGoodLead(to))
    ? {
        code: 'MONTH_CLOSED',
        field: 'statusCode',
        message: 'The lead’s month is closed: what is billed for it cannot change.',
      }
    : null;

/** Why a lead cannot be moved by hand, by one of these moves from its status; null where it can. Used for one lead and for many. */
export const refusalOf = (lead: DeskLead, wish: AskedMove, moves: readonly LeadMove[]): Refusal | null => {
  const to = wish.statusCode;
  const move = moves.find((one) => one.to === to);
  if (move === undefined)
    return { code: 'LEAD_STATUS_TRANSITION', field: 'statusCode', message: refusedMoveMessage(lead.status, to) };
  return missing(move, wish) ?? closedMonth(lead, to);
};

/** The message for a concurrent change: the lead's present status, and the wanted one. */
export const conflictText = (now: LeadStatus, wanted: LeadStatus): string =>
  `This lead is ${LEAD_STATUSES[now].label} now. You chose ${LEAD_STATUSES[wanted].label}.`;
