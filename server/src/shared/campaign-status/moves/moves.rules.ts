import {
  CAMPAIGN_STATUSES,
  campaignActions,
  type CampaignStatusForm,
  type ErrorCode,
  type SubStatus,
} from '@paceline/contract';
import { Temporal } from 'temporal-polyfill';

/** A requested change of a campaign's status. Dates are days in the owner's time zone. */
export type Move =
  | { action: 'ACTIVATE' | 'RESUME' | 'CANCEL_PAUSE' | 'DELETE' | 'UNDELETE' }
  | { action: 'PAUSE'; reason: string }
  | { action: 'PAUSE_BETWEEN'; startDate: string; endDate: string | null; reason: string }
  | { action: 'RESUME_ON'; date: string }
  | { action: 'END' | 'REOPEN'; endDate: string }
  /** New dates from the campaign form or a file. */
  | { action: 'RESCHEDULE'; startDate: string; endDate: string | null }
  /** Back to the end date and the pause before an action; what is not named stays. */
  | { action: 'UNDO'; endDate?: string | null; pause?: Pause | null };

interface Pause {
  startsOn: string;
  endsOn: string | null;
  reason: string;
}

/** The campaign before the move. */
export interface MoveState {
  /** Every matching status, the campaign's own first. */
  statuses: readonly [SubStatus, ...SubStatus[]];
  missing: readonly string[];
  startDate: string;
  endDate: string | null;
  today: string;
}

/** The changes to write. A pause always replaces the current or scheduled one. */
export interface Change {
  activate?: true;
  deleted?: boolean;
  startDate?: string;
  endDate?: string | null;
  pause?: Pause;
  cancelPause?: true;
  pauseEndsOn?: string;
}

export interface Refusal {
  code: Extract<ErrorCode, 'VALIDATION' | 'CAMPAIGN_STATUS'>;
  message: string;
  field: string | null;
  /** The missing parts, where they are the reason. */
  missing?: readonly string[];
}

const PAST_START = 'Start date cannot be in the past.';
const END_BEFORE_START = 'End date must be on or after start date.';
const HAS_ENDED = 'Campaign has ended. Change its end date first.';

const VERBS: Record<Move['action'], string> = {
  ACTIVATE: 'activated',
  PAUSE: 'paused',
  PAUSE_BETWEEN: 'paused',
  RESUME: 'resumed',
  RESUME_ON: 'resumed',
  CANCEL_PAUSE: 'resumed',
  END: 'ended',
  REOPEN: 'reopened',
  RESCHEDULE: 'given other dates',
  UNDO: 'put back',
  DELETE: 'deleted',
  UNDELETE: 'restored',
};

const refusal = (message: string, field: string | null): { refused: Refusal } => ({
  refused: { code: 'VALIDATION', message, field },
});

const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();

/** The reason why the campaign's status does not allow the move; null if it does. */
const refusedBy = ({ action }: Move, { statuses }: MoveState): Refusal | null => {
  const [status] = statuses;
  if (
    action === 'RESCHEDULE' || action === 'UNDO' ? status !== 'DELETED' : campaignActions(statuses).includes(action)
  ) {
    return null;
  }
  const ended = status === 'ENDED' && action !== 'ACTIVATE' && action !== 'UNDELETE';
  const label = CAMPAIGN_STATUSES[status].label;
  const message = ended ? HAS_ENDED : `A campaign with the status “${label}” cannot be ${VERBS[action]}.`;
  return { code: 'CAMPAIGN_STATUS', message, field: null };
};

type Planned = { change: Change } | { refused: Refusal };

const planPause = (startsOn: string, endsOn: string | null, reason: string, { today }: MoveState): Planned => {
  if (startsOn < today) return refusal(PAST_START, 'startDate');
  if (endsOn !== null && endsOn < startsOn) return refusal(END_BEFORE_START, 'endDate');
  return { change: { pause: { startsOn, endsOn, reason } } };
};

/** A past day cannot become the last one: the campaign has run since. */
const planEnd = (endDate: string, { today, startDate }: MoveState): Planned => {
  if (endDate < startDate) return refusal(END_BEFORE_START, 'endDate');
  if (endDate < today) return refusal('End date cannot be in the past.', 'endDate');
  return { change: { endDate } };
};

const planDates = (startDate: string, endDate: string | null, state: MoveState): Planned => {
  const startMoves = startDate !== state.startDate;
  const endMoves = endDate !== state.endDate;
  const isDraft = state.statuses[0] === 'DRAFT';
  if (startMoves && !isDraft && state.startDate <= state.today) {
    return refusal('The start date of a campaign that has started cannot be changed.', 'startDate');
  }
  if (startMoves && !isDraft && startDate < state.today) return refusal(PAST_START, 'startDate');
  if (endDate !== null && endDate < startDate) return refusal(END_BEFORE_START, 'endDate');
  if (endMoves && endDate !== null && endDate < state.today)
    return refusal('End date cannot be in the past.', 'endDate');
  return { change: { ...(startMoves && { startDate }), ...(endMoves && { endDate }) } };
};

/** A pause that was lifted meanwhile begins again today: the campaign has run since. */
const undoChange = ({ endDate, pause }: Extract<Move, { action: 'UNDO' }>, { today }: MoveState): Change => ({
  ...(endDate !== undefined && { endDate }),
  ...(pause === null && { cancelPause: true as const }),
  ...(pause && { pause: { ...pause, startsOn: pause.startsOn < today ? today : pause.startsOn } }),
});

const planActivation = ({ missing }: MoveState): Planned =>
  missing.length === 0
    ? { change: { activate: true } }
    : {
        refused: {
          code: 'VALIDATION',
          message: `The campaign cannot be activated: ${missing.join(', ')} missing.`,
          field: null,
          missing,
        },
      };

/** The changes a move makes, or why it is refused. The only place with these rules. */
export const planMove = (move: Move, state: MoveState): Planned => {
  const refused = refusedBy(move, state);
  if (refused !== null) return { refused };
  switch (move.action) {
    case 'ACTIVATE':
      return planActivation(state);
    case 'PAUSE':
      return planPause(state.today, null, move.reason, state);
    case 'PAUSE_BETWEEN':
      return planPause(move.startDate, move.endDate, move.reason, state);
    case 'RESUME':
    case 'CANCEL_PAUSE':
      return { change: { cancelPause: true } };
    case 'RESUME_ON':
      if (move.date < state.today) return refusal(PAST_START, 'startDate');
      return { change: move.date === state.today ? { cancelPause: true } : { pauseEndsOn: dayBefore(move.date) } };
    case 'END':
    case 'REOPEN':
      return planEnd(move.endDate, state);
    case 'RESCHEDULE':
      return planDates(move.startDate, move.endDate, state);
    case 'UNDO':
      return { change: undoChange(move, state) };
    case 'DELETE':
    case 'UNDELETE':
      return { change: { deleted: move.action === 'DELETE' } };
  }
};

/** Translates the wire's `isPaused` and dates into a move of the campaign. */
export const moveOf = (form: CampaignStatusForm, { statuses, today }: Pick<MoveState, 'statuses' | 'today'>): Move => {
  const { isPaused, action, reason } = form;
  const startDate = form.startDate ?? null;
  const endDate = form.endDate ?? null;
  if (action === 'ACTIVATE') return { action };
  if (action !== undefined) return { action, endDate: endDate ?? today };
  if (isPaused === true) {
    if (startDate === null && endDate === null) return { action: 'PAUSE', reason };
    return { action: 'PAUSE_BETWEEN', startDate: startDate ?? today, endDate, reason };
  }
  if (statuses[0] === 'ENDED' && endDate !== null) return { action: 'REOPEN', endDate };
  if (startDate !== null) return { action: 'RESUME_ON', date: startDate };
  const isSet = statuses[0] !== 'PAUSED' && statuses.includes('PAUSE_SCHEDULED');
  return { action: isSet ? 'CANCEL_PAUSE' : 'RESUME' };
};
