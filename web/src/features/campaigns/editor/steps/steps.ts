/** A separate file: the editor's address is read before the rest of it is loaded. */
export const STEPS = [
  'basics',
  'prices',
  'allocation',
  'programs',
  'audience',
  'geo',
  'hours',
  'sources',
  'tracking',
  'review',
] as const;
export type Step = (typeof STEPS)[number];
