import { expect, test } from 'vitest';
import { draftName, laterNumber, seriesOf } from './number.rules.ts';

const seriesFor = (partnerName: string, partnerCode = 'P-7'): string =>
  seriesOf({ month: '2026-12-01', partnerName, partnerCode });

test.each([
  ['BrightPath Media', '2026-12-BrightPathMedia'],
  ['edu-leads & co.', '2026-12-EduLeadsCo'],
  ['Ágora Niño’s', '2026-12-AgoraNinos'],
  ['学校', '2026-12-P7'],
  [`../../etc/${'x'.repeat(80)}`, `2026-12-EtcX${'x'.repeat(26)}`],
])('the series of %s has letters and digits only', (name, series) => {
  expect(seriesFor(name)).toBe(series);
});

test('a partner without a letter in name and code has a series, too', () => {
  expect(seriesFor('…', '—')).toBe('2026-12-Partner');
});

test('a later version has the number of the first one, whichever came before it', () => {
  expect(laterNumber('IO-2026-12-BrightPath-1', 2)).toBe('IO-2026-12-BrightPath-1-v2');
  expect(laterNumber('IO-2026-12-BrightPath-1-v2', 3)).toBe('IO-2026-12-BrightPath-1-v3');
  expect(laterNumber('IO-1-2-202612-3-v1', 2)).toBe('IO-1-2-202612-3-v2');
});

test('a file of a draft says so', () => {
  expect(draftName({ month: '2026-12-01', partnerName: 'BrightPath', partnerCode: 'B' })).toBe(
    'IO-2026-12-BrightPath-draft',
  );
});
