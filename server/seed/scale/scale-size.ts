import { type Channel, CHANNELS, SCENARIOS, type Size } from '../build/sizes.ts';

/** Size of the benchmark scenario: the demo's rules for many more owners, without data that no report reads. */
export interface ScaleSize {
  /** Approximate number per owner. */
  leads: readonly number[];
  campaigns: number;
  /** Together with the keywords, these determine the number of platform rows. */
  adGroups: number;
  keywordsPerAdGroup: number;
}

/** In thousands, ten million in total: one owner has a fifth of them, and the eighth is the smallest. */
const THOUSANDS = [2200, 640, 550, 508, 455, 430, 410, 330, 400, 394, 388, 383, 378, 374, 370, 366, 362, 358, 354, 350];

export const SCALE: ScaleSize = {
  leads: THOUSANDS.map((thousands) => thousands * 1000),
  campaigns: 3000,
  adGroups: 2,
  keywordsPerAdGroup: 8,
};

/** Integers in proportion to the weights that add up to the total. */
export const dealOut = (total: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  let dealt = 0;
  return weights.map((weight) => {
    sum += weight;
    const share = Math.round((total * sum) / whole) - dealt;
    dealt += share;
    return share;
  });
};

/** The size of one owner: the given number of campaigns, distributed over channels like the demo's owner of its kind. */
export const sizeOfOwner = ({ adGroups, keywordsPerAdGroup }: ScaleSize, kind: number, campaigns: number): Size => {
  const { demo } = SCENARIOS;
  const counts = dealOut(
    campaigns,
    CHANNELS.map((channel) => demo.campaigns[channel][kind]!),
  );
  const entries = CHANNELS.map((channel, index) => {
    const count = counts[index]!;
    return [channel, [count, count, count, count, count, count]] as const;
  });
  return {
    ...demo,
    campaigns: Object.fromEntries(entries) as Record<Channel, Size['campaigns'][Channel]>,
    adGroups,
    keywordsPerAdGroup,
    // Keyword data cover the whole history, like everything else.
    keywordDays: Infinity,
    sparse: true,
  };
};
