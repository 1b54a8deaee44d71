import { expect, test } from 'vitest';
import { countedLabel, countingOf } from '../core/metrics/counting.ts';
import { METRICS } from '../core/metrics/metrics.ts';
import { REPORT_WIDGETS } from './report-widgets.ts';

test('under no label of any widget stand two numbers', () => {
  const counted = new Map<string, Set<string>>();
  for (const { measures } of Object.values(REPORT_WIDGETS))
    for (const key of Object.values(measures)) {
      if (METRICS[key].basis !== 'additive') continue;
      const label = countedLabel(key, 'default', 'ag');
      counted.set(label, (counted.get(label) ?? new Set()).add(countingOf(key)?.counted ?? 'neither'));
    }
  expect([...counted].filter(([, ways]) => ways.size > 1)).toEqual([]);
  expect(counted.has('Enrollments of these inquiries')).toBe(true);
  expect(counted.has('Enrollments in the period')).toBe(true);
});
