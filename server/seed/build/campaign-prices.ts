import { type Day, isoOf } from '../calendar.ts';
import { type Owner, type Partner, type Price } from './model.ts';
import { type Random } from '../random.ts';
import { type Kind, ratesOf } from '../leads/rates.ts';
import { priceDriftAt } from '../leads/shape.ts';
import { priceRiseOf } from '../leads/shocks.ts';
import { type Segment } from './structure.ts';

const toCents = (price: number): number => Math.round(price * 100) / 100;
/** Prices are rounded to half a dollar. */
const toStep = (price: number): number => Math.round(price * 2) / 2;

/** A campaign's prices: from its start, renewed each January, and after the price rise. */
export const pricesOf = (
  owner: Owner,
  segment: Segment,
  kind: Kind,
  partner: Partner | null,
  start: Day,
  random: Random,
): Price[] => {
  const {
    cpl,
    range: [least, most],
  } = ratesOf(segment, kind);
  const base = Math.min(
    most * 0.97,
    Math.max(least * 1.04, cpl * 1.03 * (partner?.price ?? 1) * random.logNormal(1, 0.08)),
  );
  const margin = Math.min(0.3, Math.max(0.07, random.normal(0.18, 0.05)));
  const history = owner.months[0]!.first;
  const januaries = owner.months.filter(({ ofYear }) => ofYear === 0).map(({ first }) => first);
  const rise = priceRiseOf(owner, partner);
  const days = [start, ...januaries, ...(rise === null ? [] : [rise.from])]
    .filter((day) => day >= start)
    .toSorted((a, b) => a - b);
  return [...new Set(days)].map((from) => {
    const months =
      (Number(isoOf(from).slice(0, 4)) - Number(isoOf(history).slice(0, 4))) * 12 +
      Number(isoOf(from).slice(5, 7)) -
      Number(isoOf(history).slice(5, 7));
    const risen = rise !== null && from >= rise.from ? rise.factor : 1;
    const client = toStep(Math.min(most * 1.05, base * priceDriftAt(Math.max(0, months)) * risen));
    return { from, client, media: toCents(client * (1 - margin)) };
  });
};
