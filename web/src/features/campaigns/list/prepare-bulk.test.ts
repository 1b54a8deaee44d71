import { expect, test } from 'vitest';
import { bulkDone } from './prepare-bulk.ts';

test.each([
  ['resume', 'now', 2, '2 campaigns resumed.'],
  ['pause', 'now', 1, '1 campaign paused.'],
  ['pause', 'dates', 2, '2 campaigns set to pause.'],
  ['end', 'dates', 2, '2 campaigns given an end date.'],
] as const)('%s %s of %i', (kind, mode, count, words) => expect(bulkDone(kind, { mode }, count)).toBe(words));
