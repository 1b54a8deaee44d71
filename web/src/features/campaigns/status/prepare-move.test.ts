import { ALL_PERMISSIONS, campaignStatusFormSchema, type SubStatus } from '@paceline/contract';
import { expect, it } from 'vitest';
import { actionsFor } from './prepare-actions.ts';
import { bulkBody, moveProblems, type MoveValues, NEW_MOVE, statusBody } from './prepare-move.ts';

const values = (change: Partial<MoveValues>): MoveValues => ({ ...NEW_MOVE, ...change });
const window = values({ mode: 'dates', startDate: '2026-03-11', endDate: '2026-03-13', reason: 'quality' });
const campaign = (subStatus: SubStatus, ...others: SubStatus[]) => ({
  subStatus,
  statusReasons: [subStatus, ...others].map((code) => ({ code, message: code })),
});
const all = (): boolean => true;

it.each([
  [campaign('LIVE'), ['pause', 'end', 'clone', 'delete']],
  [campaign('PAUSED'), ['pause', 'resume', 'end', 'clone', 'delete']],
  [campaign('NO_ALLOCATION', 'PAUSE_SCHEDULED'), ['pause', 'cancelPause', 'end', 'clone', 'delete']],
  [campaign('DRAFT'), ['activate', 'clone', 'delete']],
  [campaign('ENDED'), ['reopen', 'clone', 'delete']],
  [campaign('DELETED'), ['clone', 'restore']],
])('$subStatus offers what its status allows', (status, actions) => {
  expect(actionsFor(status, all)).toEqual(actions);
});

it('offers nothing without the right', () => {
  const may = (right: string) => right === 'campaigns:Status';
  expect(ALL_PERMISSIONS).toContain('campaigns:Status');
  expect(actionsFor(campaign('PAUSED'), may)).toEqual(['pause', 'resume', 'end']);
  expect(actionsFor(campaign('DELETED'), may)).toEqual([]);
});

it.each([
  ['pause', NEW_MOVE, { isPaused: true, reason: '' }],
  ['pause', window, { isPaused: true, startDate: '2026-03-11', endDate: '2026-03-13', reason: 'quality' }],
  ['pause', { ...window, endDate: '' }, { isPaused: true, startDate: '2026-03-11', endDate: null, reason: 'quality' }],
  ['resume', NEW_MOVE, { isPaused: false }],
  ['resume', window, { isPaused: false, startDate: '2026-03-11' }],
  ['end', { ...window, mode: 'now' as const }, { action: 'END' }],
  ['end', window, { action: 'END', endDate: '2026-03-13' }],
  ['reopen', values({ endDate: '2026-03-13' }), { action: 'REOPEN', endDate: '2026-03-13' }],
] as const)('%s %o is sent in the form of the call', (kind, input, body) => {
  expect(statusBody(kind, input)).toEqual(body);
  expect(campaignStatusFormSchema.safeParse(body).success).toBe(true);
  expect(moveProblems(kind, input)).toEqual({});
});

it('reopens several with a new last day', () => {
  const input = values({ endDate: '2026-03-13' });
  expect(bulkBody('reopen', input)).toEqual({ action: 'RESUME', endDate: '2026-03-13', reason: '' });
});

it.each([
  ['pause', values({ mode: 'dates' }), { startDate: 'Choose a date.' }],
  ['pause', { ...window, endDate: '2026-03-10' }, { endDate: 'End date must be on or after start date.' }],
  ['resume', values({ mode: 'dates' }), { startDate: 'Choose a date.' }],
  ['end', values({ mode: 'dates' }), { endDate: 'Choose a date.' }],
  ['pause', { ...window, endDate: window.startDate }, {}],
  ['reopen', NEW_MOVE, { endDate: 'Choose a date.' }],
] as const)('%s %o: %o', (kind, input, problems) => {
  expect(moveProblems(kind, input)).toEqual(problems);
});
