import { type MatureDetail } from '@paceline/contract';
import { type LagCurve, shareMatured } from './maturity.rules.ts';

/** Inquiries that are older say nothing about what one costs now. */
export const MATURE_DAYS = 540;
/** A cohort counts half as much as one that is so many days younger. */
const HALF_LIFE_DAYS = 120;

/** Weights are whole numbers of these: sums of cents and counts stay exact, in whatever order they are added up. */
export const WEIGHT_UNITS = 100_000;
const inUnits = (weight: number): number => Math.round(weight * WEIGHT_UNITS);

/** What a day's inquiries count for, by their age; in units. */
export interface AgeWeights {
  /** k: how recent they are. */
  recent: number;
  /** k²: from how many outcomes a weighed count comes. */
  recentSquared: number;
  /** F: the share of their outcomes that has come in. */
  matured: number;
  /** k·F. */
  weight: number;
}

export const ageWeights = (lag: LagCurve, age: number): AgeWeights => {
  const recent = 0.5 ** (age / HALF_LIFE_DAYS);
  const matured = shareMatured(lag, age);
  return {
    recent: inUnits(recent),
    recentSquared: inUnits(recent * recent),
    matured: inUnits(matured),
    weight: inUnits(recent * matured),
  };
};

/** The sums that a mature cost is made of. They add up over campaigns. */
export interface MatureParts {
  /** Σ k·spend·F ÷ Σ k·outcomes is the cost. */
  weightedSpend: number;
  weightedOutcomes: number;
  /** Σ k²·outcomes. */
  squaredOutcomes: number;
  /** Σ k·inquiries·F: how much there is to tell from. */
  weightedInquiries: number;
  /** Σ inquiries·F. */
  maturedInquiries: number;
  spend: number;
  inquiries: number;
  outcomes: number;
}

export const NO_MATURE_PARTS: MatureParts = {
  weightedSpend: 0,
  weightedOutcomes: 0,
  squaredOutcomes: 0,
  weightedInquiries: 0,
  maturedInquiries: 0,
  spend: 0,
  inquiries: 0,
  outcomes: 0,
};

const PARTS = Object.keys(NO_MATURE_PARTS) as (keyof MatureParts)[];
export const addMatureParts = (all: Iterable<MatureParts>): MatureParts => {
  const total = { ...NO_MATURE_PARTS };
  for (const parts of all) for (const part of PARTS) total[part] += parts[part];
  return total;
};

/** With fewer than these the parent counts in full, from three times, or twice, as many on not at all. */
const OUTCOMES = { few: 3, enough: 9 } as const;
const INQUIRIES = { few: 30, enough: 60 } as const;
/** As many outcomes as the parent is worth. */
const PARENT_OUTCOMES = 3;

const lack = (count: number, { few, enough }: { few: number; enough: number }): number =>
  Math.min(1, Math.max(0, (enough - count) / (enough - few)));

/**
 * How far a cost leans on its parent's, 0 to 1. It fades instead of switching, and goes by what the outcomes count for: four of
 * a year ago are worth less than one of today, which would halve the figure overnight.
 */
export const leanOf = ({ weightedOutcomes, weightedInquiries }: MatureParts): number =>
  Math.max(lack(weightedOutcomes, OUTCOMES), lack(weightedInquiries, INQUIRIES));

/** One tenth of a normal distribution is beyond it, on each side. */
const NORMAL_90 = 1.2816;
/** Where a gamma distribution of this shape has one tenth below, or above, over its mean (Wilson and Hilferty). */
export const gammaTenth = (shape: number, side: -1 | 1): number => {
  const ninth = 1 / (9 * shape);
  return Math.max(0, 1 - ninth + side * NORMAL_90 * Math.sqrt(ninth)) ** 3;
};

/**
 * What an outcome costs: every cohort as far as it has matured, recent ones more. It moves a little every day, and never because
 * a window has switched. `parent` is the cost of what it is a part of.
 */
export const matureCost = (parts: MatureParts, parent: number | null): MatureDetail => {
  const { spend, inquiries, outcomes, weightedSpend, weightedOutcomes, squaredOutcomes } = parts;
  const lean = leanOf(parts);
  const percentMatured = inquiries === 0 ? null : (parts.maturedInquiries / inquiries) * 100;
  const basis = { shrunk: lean > 0 && parent !== null, spend, inquiries, outcomes, percentMatured };
  const added = parent === null ? 0 : lean * PARENT_OUTCOMES;
  const divisor = weightedOutcomes + added;
  if ((lean === 1 && parent === null) || divisor <= 0) return { ...basis, value: null, low: null, high: null };
  const value = (weightedSpend + added * (parent ?? 0)) / divisor;
  // As many outcomes, all of the same weight, would be as uncertain.
  const shape = (squaredOutcomes > 0 ? weightedOutcomes ** 2 / squaredOutcomes : 0) + added;
  const least = gammaTenth(shape, -1);
  return { ...basis, value, low: value / gammaTenth(shape, 1), high: least > 0 ? value / least : null };
};
