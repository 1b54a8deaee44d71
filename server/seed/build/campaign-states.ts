import { type CampaignState } from './model.ts';
import { type Random } from '../random.ts';

/** Percentages of campaigns by state. Only campaigns that buy inquiries individually have caps and allocations. */
const BOUGHT: readonly (readonly [CampaignState, number])[] = [
  ['ended', 13.3],
  ['paused', 8],
  ['capped', 10.7],
  ['scheduled', 4.7],
  ['unallocated', 6.7],
  ['draft', 3.3],
];
const ON_PLATFORMS: readonly (readonly [CampaignState, number])[] = [
  ['ended', 10.7],
  ['paused', 8],
  ['scheduled', 5.4],
  ['draft', 2.7],
];

/** Assigns a state to each of `count` campaigns in random order; the rest is live. */
export const dealStates = (bought: boolean, count: number, random: Random): CampaignState[] => {
  const dealt = (bought ? BOUGHT : ON_PLATFORMS).flatMap(([state, percent]) =>
    Array.from({ length: Math.round((percent / 100) * count) }, () => state),
  );
  const live = Array.from({ length: count - dealt.length }, () => 'live' as const);
  return random.shuffle<CampaignState>([...dealt, ...live]);
};
