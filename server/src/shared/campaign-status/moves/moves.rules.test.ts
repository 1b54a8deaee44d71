import { type CampaignStatusForm, SUB_STATUSES, type SubStatus } from '@paceline/contract';
import { describe, expect, test } from 'vitest';
import { type Change, type Move, moveOf, type MoveState, planMove } from './moves.rules.ts';

const TODAY = '2026-03-10';

const state = (statuses: [SubStatus, ...SubStatus[]], parts: Partial<MoveState> = {}): MoveState => ({
  statuses,
  missing: [],
  startDate: '2026-01-01',
  endDate: null,
  today: TODAY,
  ...parts,
});

const MOVES: Record<string, Move> = {
  activate: { action: 'ACTIVATE' },
  'pause now': { action: 'PAUSE', reason: 'quality' },
  'pause from Wednesday to Friday': {
    action: 'PAUSE_BETWEEN',
    startDate: '2026-03-11',
    endDate: '2026-03-13',
    reason: '',
  },
  'resume now': { action: 'RESUME' },
  'resume on Thursday': { action: 'RESUME_ON', date: '2026-03-12' },
  'cancel the pause': { action: 'CANCEL_PAUSE' },
  'end on Friday': { action: 'END', endDate: '2026-03-13' },
  'reopen until Friday': { action: 'REOPEN', endDate: '2026-03-13' },
  delete: { action: 'DELETE' },
  restore: { action: 'UNDELETE' },
};

const PAUSES = ['pause now', 'pause from Wednesday to Friday'];
const UNDER_WAY = [...PAUSES, 'end on Friday', 'delete'];
/** All allowed moves by status; any other is refused. */
const ALLOWED: Record<SubStatus, readonly string[]> = {
  DELETED: ['restore'],
  DRAFT: ['activate', 'delete'],
  ENDED: ['reopen until Friday', 'delete'],
  PAUSED: [...UNDER_WAY, 'resume now', 'resume on Thursday'],
  SCHEDULED: UNDER_WAY,
  PARTNER_INACTIVE: UNDER_WAY,
  IO_PENDING: UNDER_WAY,
  NO_ALLOCATION: UNDER_WAY,
  GOAL_CAP: UNDER_WAY,
  CAP_MONTH: UNDER_WAY,
  CAP_WEEK: UNDER_WAY,
  CAP_DAY: UNDER_WAY,
  OFF_HOURS: UNDER_WAY,
  PLATFORM_PAUSED: UNDER_WAY,
  SOFT_CAP: UNDER_WAY,
  PAUSE_SCHEDULED: [...UNDER_WAY, 'cancel the pause'],
  LIVE: UNDER_WAY,
};

const CELLS = SUB_STATUSES.flatMap((status) => Object.keys(MOVES).map((name) => [status, name] as const));

test.each(CELLS)('%s: %s', (status, name) => {
  const planned = planMove(MOVES[name]!, state([status]));
  const outcome = 'refused' in planned ? planned.refused.code : 'allowed';
  expect(outcome).toBe(ALLOWED[status].includes(name) ? 'allowed' : 'CAMPAIGN_STATUS');
});

const changeOf = (move: Move, from: MoveState): Change => {
  const planned = planMove(move, from);
  if ('refused' in planned) throw new Error(planned.refused.message);
  return planned.change;
};
const refusalOf = (move: Move, from: MoveState) => {
  const planned = planMove(move, from);
  return 'refused' in planned ? planned.refused : null;
};

describe('changes written by an allowed transition', () => {
  test.each([
    ['PAUSED', 'resume now', { cancelPause: true }],
    ['PAUSED', 'resume on Thursday', { pauseEndsOn: '2026-03-11' }],
    ['LIVE', 'pause now', { pause: { startsOn: TODAY, endsOn: null, reason: 'quality' } }],
    ['LIVE', 'pause from Wednesday to Friday', { pause: { startsOn: '2026-03-11', endsOn: '2026-03-13', reason: '' } }],
    ['PAUSE_SCHEDULED', 'cancel the pause', { cancelPause: true }],
    ['LIVE', 'end on Friday', { endDate: '2026-03-13' }],
    ['ENDED', 'reopen until Friday', { endDate: '2026-03-13' }],
    ['DRAFT', 'activate', { activate: true }],
    ['LIVE', 'delete', { deleted: true }],
    ['DELETED', 'restore', { deleted: false }],
  ] satisfies [SubStatus, string, Change][])('%s: %s', (status, name, change) => {
    expect(changeOf(MOVES[name]!, state([status]))).toEqual(change);
  });

  test('a pause behind a cap can be cancelled', () => {
    expect(changeOf({ action: 'CANCEL_PAUSE' }, state(['CAP_DAY', 'PAUSE_SCHEDULED']))).toEqual({ cancelPause: true });
  });

  test('resuming with today’s date is resuming now', () => {
    expect(changeOf({ action: 'RESUME_ON', date: TODAY }, state(['PAUSED']))).toEqual({ cancelPause: true });
  });
});

describe('error messages', () => {
  const between = (startDate: string, endDate: string | null): Move => ({
    action: 'PAUSE_BETWEEN',
    startDate,
    endDate,
    reason: '',
  });

  test.each([
    [between('2026-03-09', null), 'LIVE', 'Start date cannot be in the past.'],
    [between('2026-03-12', '2026-03-11'), 'LIVE', 'End date must be on or after start date.'],
    [{ action: 'RESUME_ON', date: '2026-03-09' }, 'PAUSED', 'Start date cannot be in the past.'],
    [{ action: 'END', endDate: '2026-03-09' }, 'LIVE', 'End date cannot be in the past.'],
    [{ action: 'REOPEN', endDate: '2026-03-09' }, 'ENDED', 'End date cannot be in the past.'],
    [{ action: 'PAUSE', reason: '' }, 'ENDED', 'Campaign has ended. Change its end date first.'],
    [{ action: 'RESUME' }, 'ENDED', 'Campaign has ended. Change its end date first.'],
    [{ action: 'RESUME' }, 'LIVE', 'A campaign with the status “Live” cannot be resumed.'],
    [{ action: 'PAUSE', reason: '' }, 'DRAFT', 'A campaign with the status “Draft” cannot be paused.'],
  ] satisfies [Move, SubStatus, string][])('%j of %s', (move, status, message) => {
    expect(refusalOf(move, state([status]))?.message).toBe(message);
  });

  test('an end before the start', () => {
    const scheduled = state(['SCHEDULED'], { startDate: '2026-04-01' });
    expect(refusalOf({ action: 'END', endDate: '2026-03-20' }, scheduled)?.message).toBe(
      'End date must be on or after start date.',
    );
  });

  test('activation lists everything missing', () => {
    const refused = refusalOf({ action: 'ACTIVATE' }, state(['DRAFT'], { missing: ['price', 'tracking URL'] }));
    expect(refused).toMatchObject({ code: 'VALIDATION', missing: ['price', 'tracking URL'] });
  });
});

describe('new dates from a form or a file', () => {
  const dates = (startDate: string, endDate: string | null): Move => ({ action: 'RESCHEDULE', startDate, endDate });

  test('only differences are written', () => {
    expect(changeOf(dates('2026-01-01', '2026-05-31'), state(['LIVE']))).toEqual({ endDate: '2026-05-31' });
    expect(changeOf(dates('2026-01-01', null), state(['LIVE']))).toEqual({});
    expect(changeOf(dates('2026-01-01', null), state(['LIVE'], { endDate: '2026-05-31' }))).toEqual({ endDate: null });
  });

  test('an ended campaign is reopened by a later end', () => {
    const ended = state(['ENDED'], { endDate: '2026-03-01' });
    expect(changeOf(dates('2026-01-01', '2026-04-30'), ended)).toEqual({ endDate: '2026-04-30' });
    expect(refusalOf(dates('2026-01-01', '2026-03-05'), ended)?.field).toBe('endDate');
  });

  test('a past start cannot change, a future one can be postponed', () => {
    expect(refusalOf(dates('2026-02-01', null), state(['LIVE']))?.field).toBe('startDate');
    const scheduled = state(['SCHEDULED'], { startDate: '2026-04-01' });
    expect(changeOf(dates('2026-03-20', null), scheduled)).toEqual({ startDate: '2026-03-20' });
    expect(refusalOf(dates('2026-03-01', null), scheduled)?.message).toBe('Start date cannot be in the past.');
  });

  test('a draft may have a past start', () => {
    expect(changeOf(dates('2026-02-01', null), state(['DRAFT']))).toEqual({ startDate: '2026-02-01' });
  });

  test('a deleted campaign’s dates cannot change', () => {
    expect(refusalOf(dates('2026-01-01', '2026-05-31'), state(['DELETED']))?.code).toBe('CAMPAIGN_STATUS');
  });
});

describe('interpretation of the request', () => {
  const form = (parts: Partial<CampaignStatusForm>): CampaignStatusForm => ({ reason: '', ...parts });
  test.each([
    [{ isPaused: true }, ['LIVE'], { action: 'PAUSE', reason: '' }],
    [
      { isPaused: true, endDate: '2026-03-13' },
      ['LIVE'],
      { action: 'PAUSE_BETWEEN', startDate: TODAY, endDate: '2026-03-13', reason: '' },
    ],
    [
      { isPaused: true, startDate: '2026-03-11' },
      ['LIVE'],
      { action: 'PAUSE_BETWEEN', startDate: '2026-03-11', endDate: null, reason: '' },
    ],
    [{ isPaused: false }, ['PAUSED'], { action: 'RESUME' }],
    [{ isPaused: false, startDate: '2026-03-12' }, ['PAUSED'], { action: 'RESUME_ON', date: '2026-03-12' }],
    [{ isPaused: false }, ['PAUSE_SCHEDULED'], { action: 'CANCEL_PAUSE' }],
    [{ isPaused: false }, ['CAP_DAY', 'PAUSE_SCHEDULED'], { action: 'CANCEL_PAUSE' }],
    [{ isPaused: false }, ['LIVE'], { action: 'RESUME' }],
    [{ isPaused: false, endDate: '2026-04-30' }, ['ENDED'], { action: 'REOPEN', endDate: '2026-04-30' }],
    [{ action: 'END' }, ['LIVE'], { action: 'END', endDate: TODAY }],
    [{ action: 'ACTIVATE' }, ['DRAFT'], { action: 'ACTIVATE' }],
  ] satisfies [Partial<CampaignStatusForm>, SubStatus[], Move][])('%j of %j', (parts, statuses, move) => {
    expect(moveOf(form(parts), { statuses: statuses as [SubStatus], today: TODAY })).toEqual(move);
  });
});
