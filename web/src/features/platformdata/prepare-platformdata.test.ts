import { type PlatformFile, type PlatformPreview, type PlatformUndoPreview } from '@paceline/contract';
import { expect, test } from 'vitest';
import { comparedSums, fileText, monthsOf, previewText, undoLines } from './prepare-platformdata.ts';

test('calendar weeks begin on Monday, without days of other months', () => {
  const [february, march] = monthsOf('2026-02-01', '2026-03-31', []);
  // February 1, 2026 is a Sunday.
  expect(february?.weeks[0]?.map((cell) => cell?.day ?? null)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    '2026-02-01',
  ]);
  expect(
    march?.weeks
      .at(-1)
      ?.map((cell) => cell?.day ?? null)
      .slice(0, 3),
  ).toEqual(['2026-03-30', '2026-03-31', null]);
});

test('a rounding difference is ignored, a cent is not', () => {
  const figures = { impressions: 10, clicks: 1, cost: 5.004, conversions: 1.4 };
  const stored = { impressions: 11, clicks: 1, cost: 5, conversions: 1 };
  expect(comparedSums('keywords', figures, stored).map(({ differs }) => differs)).toEqual([true, false, false, false]);
  expect(comparedSums('keywords', figures, { ...stored, cost: 4.99 })[2]).toMatchObject({
    stored: '$4.99',
    differs: true,
  });
  expect(comparedSums('keywords', null, stored)[0]).toMatchObject({ file: '–', differs: false });
});

test('describes a file in one sentence', () => {
  const file = {
    outcome: 'LOADED',
    firstDay: '2026-02-01',
    lastDay: '2026-02-28',
    days: 28,
    newDays: 1,
    correctedDays: 27,
    changedRows: 1_224,
    undoneAt: null,
  } as PlatformFile;
  expect(fileText(file)).toMatch(/: 1 day new, 27 days corrected, 1,224 rows changed$/);
  expect(fileText({ ...file, outcome: 'UNCHANGED' })).toMatch(/: 28 days, no changes$/);
  expect(fileText({ ...file, outcome: 'REFUSED', error: 'The file is empty.' })).toBe('The file is empty.');
});

test('a preview says rows and cost before and after; a website’s has sessions', () => {
  const preview = {
    report: 'daily',
    firstDay: '2026-05-02',
    lastDay: '2026-05-03',
    before: { rows: 69, amount: 2310.11 },
    after: { rows: 2, amount: 413.5 },
  } as PlatformPreview;
  expect(previewText(preview)).toBe('May 2 to May 3: 69 rows, $2,310.11 → 2 rows, $413.50');
  const ofSite = { ...preview, report: 'pages', after: { rows: 1, amount: 1200 } } as const;
  expect(previewText(ofSite)).toMatch(/→ 1 row, 1,200 sessions$/);
});

test('an undo says what goes, in all and by day', () => {
  const day = (at: string, rows: number, amount: number) => ({
    day: at,
    before: { rows: rows + 2, amount: amount + 10 },
    after: { rows, amount },
  });
  const preview = {
    fileName: 'less.csv',
    report: 'daily',
    before: { rows: 3, amount: 71.25 },
    after: { rows: 1, amount: 61.25 },
    days: [day('2026-05-02', 0, 0), day('2026-05-03', 1, 61.25)],
    campaigns: [],
  } satisfies PlatformUndoPreview;
  expect(undoLines(preview)).toEqual({
    sum: '2 days get back what they held before: 3 rows, $71.25 → 1 row, $61.25.',
    days: ['May 2: 2 rows, $10.00 → nothing', 'May 3: 3 rows, $71.25 → 1 row, $61.25'],
    more: null,
  });
  expect(undoLines({ ...preview, days: preview.days.slice(0, 1) })).toMatchObject({
    sum: 'May 2 gets back what it held before: 3 rows, $71.25 → 1 row, $61.25.',
    days: [],
  });
  const many = Array.from({ length: 12 }, (_, index) => day(`2026-05-${10 + index}`, 1, 1));
  expect(undoLines({ ...preview, days: many })).toMatchObject({ days: { length: 8 }, more: 'And 4 days more.' });
});
