import { type Builder } from '../build/organisation.ts';
import { type Day, isoOf } from '../calendar.ts';
import { type Random, weighted } from '../random.ts';
import { type AdGroup } from './platforms.ts';

interface Sum {
  impressions: number;
  clicks: number;
  cost: number;
  /** With the fee. */
  clientCost: number;
  conversions: number;
}

const draws = new Map<number, (random: Random) => number>();
/** The first keywords are asked for most: one over its rank. */
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

/** Shares an ad group's day out among its keywords. */
export const writeKeywordDay = (
  { sheets }: Builder,
  ownerKey: number,
  day: Day,
  { keywords }: AdGroup,
  sum: Sum,
  random: Random,
): void => {
  const count = keywords.length;
  if (count === 0) return;
  const clicks = scatter(sum.clicks, count, random);
  const conversions = scatter(sum.conversions, count, random);
  const perClick = (cost: number): number => (sum.clicks === 0 ? 0 : cost / sum.clicks);
  const [cost, clientCost] = [perClick(sum.cost), perClick(sum.clientCost)];
  for (const [rank, keywordKey] of keywords.entries()) {
    const impressions = Math.max(
      clicks[rank]!,
      Math.floor(sum.impressions * shareOf(rank, count) + random.next() * 0.5),
    );
    if (impressions === 0 && conversions[rank] === 0) continue;
    sheets.put('platform_keyword_day', {
      owner_key: ownerKey,
      day: isoOf(day),
      keyword_key: keywordKey,
      impressions,
      clicks: clicks[rank]!,
      cost: (clicks[rank]! * cost).toFixed(2),
      client_cost: (clicks[rank]! * clientCost).toFixed(2),
      conversions: conversions[rank]!,
    });
  }
};
