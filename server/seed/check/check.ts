import { type ScenarioName } from '../build/sizes.ts';

export type Range = readonly [least: number, most: number];

/** A checked value, and its allowed range, inclusive. */
export interface Check {
  name: string;
  /** One row, one column called `value`. */
  query: string;
  range: Range;
  /** Wider range for the small scenario, where chance matters more. */
  small?: Range;
  /** The scenarios it applies to, if not all. */
  only?: readonly ScenarioName[];
}

/** All scenarios except the benchmark's. */
export const WHOLE: readonly ScenarioName[] = ['small', 'demo', 'large'];

export const rangeFor = ({ range, small = range }: Check, scenario: ScenarioName): Range =>
  scenario === 'small' ? small : range;
