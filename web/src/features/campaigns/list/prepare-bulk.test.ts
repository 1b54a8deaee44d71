import { describe, expect, it, test } from 'vitest';
import { bulkDone, undoBodies } from './prepare-bulk.ts';

const pause = (startsOn: string, endsOn: string | null) => ({ startsOn, endsOn, reason: 'holiday' });
const result = (
  campaignKey: number,
  pauseBefore: ReturnType<typeof pause> | null,
  fromStatus = 'LIVE',
  done = true,
) => ({
  campaignKey,
  pauseBefore,
  fromStatus: fromStatus as 'LIVE',
  done,
});

describe('undoing', () => {
  it('restores each campaign’s former pause, equal ones in one call', () => {
    const results = [
      result(1, pause('2026-03-01', null), 'PAUSED'),
      result(2, pause('2026-02-01', null), 'PAUSED'),
      result(3, pause('2026-03-20', '2026-03-25')),
      result(4, pause('2026-03-20', '2026-03-25'), 'LIVE', false),
    ];
    expect(undoBodies('resume', { results })).toEqual([
      { action: 'PAUSE', reason: 'holiday', campaignKeys: [1, 2] },
      { action: 'PAUSE', startDate: '2026-03-20', endDate: '2026-03-25', reason: 'holiday', campaignKeys: [3] },
    ]);
  });
  it('resumes campaigns that were not paused before', () => {
    expect(undoBodies('pause', { results: [result(1, null), result(2, null)] })).toEqual([
      { action: 'RESUME', campaignKeys: [1, 2] },
    ]);
  });
  it('is not offered for ending', () => expect(undoBodies('end', { results: [result(1, null)] })).toEqual([]));
});

test.each([
  ['resume', 'now', 2, '2 campaigns resumed.'],
  ['pause', 'now', 1, '1 campaign paused.'],
  ['pause', 'dates', 2, '2 campaigns set to pause.'],
  ['end', 'dates', 2, '2 campaigns given an end date.'],
] as const)('%s %s of %i', (kind, mode, count, words) => expect(bulkDone(kind, { mode }, count)).toBe(words));
