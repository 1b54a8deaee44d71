import { type ScenarioName } from '../build/sizes.ts';

export type Range = readonly [least: number, most: number];

/** What is looked at, and between what it must lie, both included. */
export interface Check {
  name: string;
  /** One row, one column called `value`. */
  query: string;
  range: Range;
  /** Where numbers are small, chance is large: what it may be there. */
  small?: Range;
  /** The scenarios that it is asked of, where it is not all of them. */
  only?: readonly ScenarioName[];
}

/** Everything but what benchmarks need no rows for. */
export const WHOLE: readonly ScenarioName[] = ['small', 'demo', 'large'];

export const rangeFor = ({ range, small = range }: Check, scenario: ScenarioName): Range =>
  scenario === 'small' ? small : range;
