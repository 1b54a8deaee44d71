import type { CallInput, campaignStatusBulk, campaignStatusSave } from '@paceline/contract';
import type { ActionKind } from './prepare-actions.ts';

/** An action that asks for dates and a reason first. */
export type MoveKind = Extract<ActionKind, 'pause' | 'resume' | 'end' | 'reopen'>;

/** The form's values; an empty date means not given. */
export interface MoveValues {
  mode: 'now' | 'dates';
  startDate: string;
  endDate: string;
  reason: string;
}
export type MoveField = Exclude<keyof MoveValues, 'mode'>;
type MoveProblems = Partial<Record<MoveField, string>>;

export const NEW_MOVE: MoveValues = { mode: 'now', startDate: '', endDate: '', reason: '' };

const REQUIRED = 'Choose a date.';

/** Client-side checks. Whether a date has passed is decided by the server, in the owner's zone. */
export const moveProblems = (kind: MoveKind, { mode, startDate, endDate }: MoveValues): MoveProblems => {
  if (kind === 'reopen') return endDate === '' ? { endDate: REQUIRED } : {};
  if (mode === 'now') return {};
  if (kind === 'end') return endDate === '' ? { endDate: REQUIRED } : {};
  if (startDate === '') return { startDate: REQUIRED };
  const isBackwards = kind === 'pause' && endDate !== '' && endDate < startDate;
  return isBackwards ? { endDate: 'End date must be on or after start date.' } : {};
};

type StatusBody = CallInput<typeof campaignStatusSave>['body'];
type BulkBody = Omit<CallInput<typeof campaignStatusBulk>['body'], 'campaignKeys'>;

/** The dates that apply in the chosen mode. */
const datesOf = (kind: MoveKind, { mode, startDate, endDate }: MoveValues) => {
  if (kind === 'reopen') return { endDate };
  if (mode === 'now') return {};
  if (kind === 'end') return { endDate };
  return kind === 'resume' ? { startDate } : { startDate, endDate: endDate || null };
};

export const statusBody = (kind: MoveKind, values: MoveValues): StatusBody => {
  const dates = datesOf(kind, values);
  if (kind === 'pause') return { isPaused: true, ...dates, reason: values.reason };
  if (kind === 'resume') return { isPaused: false, ...dates };
  return { action: kind === 'end' ? 'END' : 'REOPEN', ...dates };
};

/** An ended campaign is resumed by a new end date: bulk reopening is a resume. */
const BULK_ACTIONS = { pause: 'PAUSE', resume: 'RESUME', end: 'END', reopen: 'RESUME' } as const;

export const bulkBody = (kind: MoveKind, values: MoveValues): BulkBody => ({
  action: BULK_ACTIONS[kind],
  ...datesOf(kind, values),
  reason: kind === 'pause' ? values.reason : '',
});
