import { type PlatformFile } from '@paceline/contract';
import { expect, it } from 'vitest';
import { fetchedText } from './prepare-connection.ts';

const file = (parts: Partial<PlatformFile>): PlatformFile =>
  ({
    outcome: 'LOADED',
    firstDay: '2026-02-03',
    lastDay: '2026-03-09',
    newDays: 1,
    correctedDays: 34,
    ...parts,
  }) as PlatformFile;

it('shows the days of a fetch and what it changed', () => {
  expect(fetchedText(file({}))).toBe('Feb 3, 2026 to Mar 9, 2026: 1 new, 34 corrected days.');
  expect(fetchedText(file({ outcome: 'UNCHANGED' }))).toBe('Feb 3, 2026 to Mar 9, 2026: nothing has changed.');
});
