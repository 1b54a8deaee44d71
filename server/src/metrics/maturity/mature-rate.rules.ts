import { gammaTenth, leanOf, type MatureParts, NO_MATURE_PARTS, addMatureParts } from './mature-cost.rules.ts';

/**
 * Expected mature rate of a campaign's next inquiries, from the weighted sums of mature costs. A campaign with little data is shrunk to its
 * line item's rate, adjusted by its partner's results elsewhere.
 */
export interface MatureRate {
  rate: number;
  /** Effective number of outcomes: the shape of a gamma distribution. */
  shape: number;
  /** Too little matured history of its own. */
  young: boolean;
  inquiries: number;
  outcomes: number;
}

export interface RatedCampaign {
  campaignKey: number;
  goalKey: number;
  /** Null if it has none. */
  partnerKey: number | null;
  parts: MatureParts;
}

/** Weight of a parent's rate in outcomes: estimated from the data within these limits. */
const PRIOR = { least: 3, most: 20, unknown: 6 } as const;

/** The parent's weight in a mature cost from which a campaign counts as young. */
const YOUNG = 0.5;

const drawn = (parts: MatureParts, parent: number, worth: number): number =>
  (parts.weightedOutcomes + worth) / (parts.weightedInquiries + worth / parent);

/**
 * Estimated from how far campaigns differ from their line items beyond chance: the more they differ, the less a line item's rate says about
 * a campaign.
 */
const parentWorth = (rows: readonly { parts: MatureParts; expected: number }[]): number => {
  const all = addMatureParts(rows.map(({ parts }) => parts));
  if (all.weightedOutcomes <= 0) return PRIOR.unknown;
  const chance = all.squaredOutcomes / all.weightedOutcomes;
  let [excess, squares] = [0, 0];
  for (const { parts, expected } of rows) {
    excess += (parts.weightedOutcomes - expected) ** 2 - expected * chance;
    squares += expected ** 2;
  }
  if (squares === 0) return PRIOR.unknown;
  return excess <= 0 ? PRIOR.most : Math.min(PRIOR.most, Math.max(PRIOR.least, squares / excess));
};

/** Actual ÷ expected outcomes, shrunk to 1 if outcomes are few. */
const indexOf = (rows: readonly { parts: MatureParts; expected: number }[]): number => {
  const expected = rows.reduce((sum, row) => sum + row.expected, 0);
  return (addMatureParts(rows.map(({ parts }) => parts)).weightedOutcomes + PRIOR.unknown) / (expected + PRIOR.unknown);
};

export interface MatureRates {
  /** Null if nothing has matured yet, so that there are no rates. */
  overall: number | null;
  /** Weight of the prior in outcomes: with as many of its own, a campaign's history counts equally. */
  worth: number;
  of: (campaignKey: number) => MatureRate | null;
}

export const matureRates = (campaigns: readonly RatedCampaign[]): MatureRates => {
  const all = addMatureParts(campaigns.map(({ parts }) => parts));
  const overall =
    all.weightedOutcomes > 0 && all.weightedInquiries > 0 ? all.weightedOutcomes / all.weightedInquiries : null;
  if (overall === null) return { overall, worth: PRIOR.unknown, of: () => null };
  const goals = new Map(
    [...Map.groupBy(campaigns, ({ goalKey }) => goalKey)].map(([goalKey, own]) => [
      goalKey,
      drawn(addMatureParts(own.map(({ parts }) => parts)), overall, PRIOR.unknown),
    ]),
  );
  const rateOfGoal = (goalKey: number): number => goals.get(goalKey) ?? overall;
  const byPartner = Map.groupBy(campaigns, ({ partnerKey }) => partnerKey);
  const partners = new Map(
    [...byPartner].map(([partnerKey, own]) => [
      partnerKey,
      partnerKey === null
        ? 1
        : indexOf(
            own.map(({ goalKey, parts }) => ({ parts, expected: parts.weightedInquiries * rateOfGoal(goalKey) })),
          ),
    ]),
  );
  const parentOf = ({ goalKey, partnerKey }: RatedCampaign): number =>
    rateOfGoal(goalKey) * (partners.get(partnerKey) ?? 1);
  const worth = parentWorth(
    campaigns.map((campaign) => ({
      parts: campaign.parts,
      expected: campaign.parts.weightedInquiries * parentOf(campaign),
    })),
  );
  const byKey = new Map(campaigns.map((campaign) => [campaign.campaignKey, campaign]));
  return {
    overall,
    worth,
    of: (campaignKey) => {
      const campaign = byKey.get(campaignKey);
      const parts = campaign?.parts ?? NO_MATURE_PARTS;
      const parent = campaign ? parentOf(campaign) : overall;
      const counted = parts.squaredOutcomes > 0 ? parts.weightedOutcomes ** 2 / parts.squaredOutcomes : 0;
      return {
        rate: drawn(parts, parent, worth),
        shape: counted + worth,
        young: leanOf(parts) >= YOUNG,
        inquiries: parts.inquiries,
        outcomes: parts.outcomes,
      };
    },
  };
};

/** Cost of an outcome at a price per inquiry, with its 80 % range. */
export const costAtPrice = (
  price: number,
  { rate, shape }: Pick<MatureRate, 'rate' | 'shape'>,
): { value: number; low: number; high: number | null } => {
  const least = gammaTenth(shape, -1);
  const value = price / rate;
  return { value, low: value / gammaTenth(shape, 1), high: least > 0 ? value / least : null };
};
