import { isoOf } from './calendar.ts';
import { type Lead } from './lead.ts';
import { type Random, weighted } from './random.ts';
import { type Segment } from './structure.ts';

/** What is known of who asks, short of who it is. */

const AGES: Readonly<Record<Segment, readonly [middle: number, sigma: number]>> = {
  career: [25, 0.28],
  online: [31, 0.28],
  graduate: [33, 0.24],
  home: [46, 0.22],
};

const ladder = (...steps: readonly (readonly [string, number])[]) => weighted(steps, ([, weight]) => weight);
const SCHOOLING = {
  career: ladder(['NOHS', 3], ['GED', 14], ['HSD', 52], ['SC1', 17], ['SC2', 8], ['ASSOC', 4], ['BACH', 2]),
  online: ladder(['GED', 8], ['HSD', 36], ['SC1', 17], ['SC2', 13], ['SC3', 9], ['SC4', 6], ['ASSOC', 9], ['BACH', 2]),
  graduate: ladder(['BACH', 82], ['MAST', 15], ['DOCT', 1], ['SC4', 2]),
  home: ladder(['HSD', 100]),
};
const MILITARY = ladder(['NONE', 91], ['VETERAN', 4], ['ACTIVE', 2], ['RESERVE_GUARD', 1], ['SPOUSE_DEP', 2]);
const BRANCHES = ['Army', 'Navy', 'Air Force', 'Marine Corps', 'Coast Guard', 'Space Force'];
const TIMEFRAMES = ladder(['IMM', 34], ['M1_3', 36], ['M4_6', 15], ['M7_12', 7], ['Y1PLUS', 3], ['UNSURE', 5]);

export interface Attributes {
  age: number | null;
  education: string | null;
  gradYear: number | null;
  military: string | null;
  branch: string | null;
  timeframe: string | null;
}

export const drawAttributes = ({ campaign, day }: Lead, random: Random): Attributes => {
  const { segment } = campaign.client;
  const [middle, sigma] = AGES[segment];
  const age = Math.min(71, Math.max(17, Math.round(random.logNormal(middle, sigma))));
  const timeframe = TIMEFRAMES(random)[0];
  if (segment === 'home') return { age, timeframe, education: null, gradYear: null, military: null, branch: null };
  const military = MILITARY(random)[0];
  const served = military === 'ACTIVE' || military === 'VETERAN' || military === 'RESERVE_GUARD';
  return {
    age: random.chance(0.9) ? age : null,
    education: SCHOOLING[segment](random)[0],
    gradYear: random.chance(0.85) ? Number(isoOf(day).slice(0, 4)) - age + 18 : null,
    military,
    branch: served ? random.pick(BRANCHES) : null,
    timeframe,
  };
};
