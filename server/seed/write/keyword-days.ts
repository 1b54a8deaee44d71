import { type Account } from '../build/model.ts';
import { type Builder } from '../build/organisation.ts';
import { type Day, isoOf } from '../calendar.ts';
import { type Random, weighted } from '../random.ts';
import { chargedOf } from './money/charged.ts';
import { type AdGroup } from './platforms.ts';

interface Sum {
  impressions: number;
  clicks: number;
  cost: number;
  conversions: number;
}

const draws = new Map<number, (random: Random) => number>();
/** Weighted by 1/rank: the first keywords are searched most. */
const drawKeyword = (count: number): ((random: Random) => number) => {
  let draw = draws.get(count);
  if (draw === undefined) draws.set(count, (draw = weighted([...Array(count).keys()], (rank) => 1 / (rank + 1))));
  return draw;
};
const shareOf = (rank: number, count: number): number => 1 / (rank + 1) / (Math.log(count) + 0.5772);

const scatter = (total: number, count: number, random: Random): number[] => {
  const each = Array.from({ length: count }, () => 0);
  const draw = drawKeyword(count);
  for (let i = 0; i < total; i += 1) each[draw(random)]! += 1;
  return each;
};

/** Distributes an ad group's day over its keywords: their costs add up to the ad group's, to the cent. */
export const writeKeywordDay = (
  { sheets }: Builder,
  { owner, feePercent }: Account,
  day: Day,
  { keywords }: AdGroup,
  sum: Sum,
  random: Random,
): void => {
  const count = keywords.length;
  if (count === 0) return;
  const clicks = scatter(sum.clicks, count, random);
  const conversions = scatter(sum.conversions, count, random);
  let clicksSoFar = 0;
  const costThrough = (shared: number): number =>
    sum.clicks === 0 ? 0 : Math.round(((sum.cost * shared) / sum.clicks) * 100) / 100;
  for (const [rank, keywordKey] of keywords.entries()) {
    const impressions = Math.max(
      clicks[rank]!,
      Math.floor(sum.impressions * shareOf(rank, count) + random.next() * 0.5),
    );
    const cost = costThrough(clicksSoFar + clicks[rank]!) - costThrough(clicksSoFar);
    clicksSoFar += clicks[rank]!;
    if (impressions === 0 && conversions[rank] === 0) continue;
    sheets.put('platform_keyword_day', {
      owner_key: owner.key,
      day: isoOf(day),
      keyword_key: keywordKey,
      impressions,
      clicks: clicks[rank]!,
      cost: cost.toFixed(2),
      client_cost: chargedOf(cost, feePercent).toFixed(2),
      conversions: conversions[rank]!,
    });
  }
};
