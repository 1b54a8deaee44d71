import { expect, test } from 'vitest';
import { matureNote } from './mature-note.ts';

const DETAIL = {
  value: 1180.4,
  low: 980.2,
  high: 1420.7,
  shrunk: false,
  spend: 22_310,
  inquiries: 1204,
  outcomes: 18,
  percentMatured: 84.4,
};

test('a mature cost states its basis and its precision', () => {
  expect(matureNote(DETAIL)).toBe(
    '18 outcomes of 1,204 inquiries and $22,310 of the last 540 days, 84% matured; recent ones count more. 80% range: $980 to $1,421.',
  );
});

test('with few outcomes it names the prior; without a cost there is no note', () => {
  const few = matureNote({ ...DETAIL, shrunk: true, outcomes: 1, inquiries: 1, percentMatured: null, high: null });
  expect(few).toBe(
    '1 outcome of 1 inquiry and $22,310 of the last 540 days; recent ones count more. Few outcomes: the channel’s or the overall cost is mixed in.',
  );
  expect(matureNote({ ...DETAIL, value: null })).toBeNull();
});
