/** By themselves: the address of the editor is read before anything else of it is loaded. */
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
