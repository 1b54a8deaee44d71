import { describe, expect, test } from 'vitest';
import { heightOf, PLOT, ruleLines, rulePoints, ruleScale, thresholdAt, thresholdByKey } from './prepare-rule-chart.ts';

const values = [40, null, 55, 61.2].map((value, index) => ({ day: `2026-11-0${index + 1}`, name: null, value }));

describe('the days behind a threshold', () => {
  test('are marked where they are beyond it, on the side it watches', () => {
    const marked = (direction: 'above' | 'below', threshold: number) =>
      rulePoints(values, { direction, threshold }).map(({ isMet }) => isMet);
    expect(marked('above', 55)).toEqual([false, false, false, true]);
    expect(marked('below', 55)).toEqual([true, false, false, false]);
  });

  test('are drawn from zero, with room above the largest, and without a line over a day without a value', () => {
    const scale = ruleScale(values, 50);
    expect(scale.min).toBe(0);
    expect(scale.max).toBeGreaterThan(61.2);
    expect(heightOf(0, scale)).toBe(PLOT.height - PLOT.bottom);
    expect(ruleLines(rulePoints(values, { direction: 'above', threshold: 50 }), scale)).toHaveLength(2);
  });

  test('negative changes and a threshold without any value have a scale', () => {
    expect(ruleScale([{ day: '2026-11-01', name: null, value: -80 }], -50)).toMatchObject({ max: 0 });
    expect(ruleScale([], 100)).toMatchObject({ min: 0 });
    expect(ruleScale([], 0).max).toBeGreaterThan(0);
  });
});

describe('moving the threshold', () => {
  test('ends on a round step, within the plot', () => {
    const scale = ruleScale(values, 50);
    expect(thresholdAt(heightOf(52.31, scale), scale)).toBe(52);
    expect(thresholdAt(-500, scale)).toBeCloseTo(scale.max, 1);
    expect(thresholdAt(5_000, scale)).toBe(0);
  });

  test('by keys goes a step, by the page keys ten', () => {
    const scale = ruleScale(values, 50);
    expect(thresholdByKey('ArrowUp', 50, scale)).toBe(50 + scale.step);
    expect(thresholdByKey('PageDown', 50, scale)).toBe(50 - 10 * scale.step);
    expect(thresholdByKey('a', 50, scale)).toBeNull();
  });
});
