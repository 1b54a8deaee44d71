import { expect, test } from 'vitest';
import { lastRunText, readerResultText, readersText } from './prepare-schedules.ts';

test('describes recipients, the last run and each result', () => {
  expect(readersText(['Ada', 'Max'])).toBe('Ada, Max');
  expect(readersText(['Ada', 'Max', 'Zoe', 'Kim', 'Lee'])).toBe('Ada, Max, Zoe and 2 more');
  expect(lastRunText(null, 'UTC')).toBe('Not run yet');
  const last = { cause: 'due' as const, at: '2026-11-16T13:00:00.000Z', sent: 2, skipped: 1, waiting: 1 };
  expect(lastRunText(last, 'UTC')).toMatch(
    /^Last run Nov 16, 2026, 1:00\sPM: 2 sent, 1 not sent: see the log, 1 on the way$/,
  );
  const result = { name: 'Ada', reason: null, rowCount: null };
  expect(readerResultText({ ...result, state: 'waiting' })).toBe('Ada: on the way');
  expect(readerResultText({ ...result, state: 'sent', rowCount: 1 })).toBe('Ada: sent, 1 row');
  expect(readerResultText({ ...result, state: 'skipped', reason: 'May not see Media Cost.' })).toBe(
    'Ada: not sent. May not see Media Cost.',
  );
});
