import { type MatureDetail } from '@paceline/contract';
import { type LagCurve, shareMatured } from './maturity.rules.ts';

/** Older inquiries say nothing about current costs. */
export const MATURE_DAYS = 540;
/** Half-life of a cohort, by which recent ones count more. */
const HALF_LIFE_DAYS = 120;

/** Weights are integers in these units: sums of cents and counts stay exact in any order. */
export const WEIGHT_UNITS = 100_000;
const inUnits = (weight: number): number => Math.round(weight * WEIGHT_UNITS);

/** Weights of a day's inquiries by age; in units. */
export interface AgeWeights {
  /** k: weight by recency. */
  recent: number;
  /** k²: for the effective number of outcomes behind a weighted count. */
  recentSquared: number;
  /** F: share of their outcomes that has arrived. */
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

/** Sums behind a mature cost, additive over campaigns. */
export interface MatureParts {
  /** Σ k·spend·F ÷ Σ k·outcomes is the cost. */
  weightedSpend: number;
  weightedOutcomes: number;
  /** Σ k²·outcomes. */
  squaredOutcomes: number;
  /** Σ k·inquiries·F: the amount of evidence. */
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

/** Below `few` the parent counts in full; above `enough` not at all. */
const OUTCOMES = { few: 3, enough: 9 } as const;
const INQUIRIES = { few: 30, enough: 60 } as const;
/** Weight of the parent, in outcomes. */
const PARENT_OUTCOMES = 3;

const lack = (count: number, { few, enough }: { few: number; enough: number }): number =>
  Math.min(1, Math.max(0, (enough - count) / (enough - few)));

/**
 * Weight of the parent's cost, 0 to 1. It fades gradually and uses weighted outcomes: four of a year ago are worth less than one of today,
 * and a hard switch would halve the figure overnight.
 */
export const leanOf = ({ weightedOutcomes, weightedInquiries }: MatureParts): number =>
  Math.max(lack(weightedOutcomes, OUTCOMES), lack(weightedInquiries, INQUIRIES));

/** 90th percentile of the normal distribution: one tenth lies beyond it on each side. */
const NORMAL_90 = 1.2816;
/** Lower or upper tenth of a gamma distribution of this shape, relative to its mean (Wilson and Hilferty). */
export const gammaTenth = (shape: number, side: -1 | 1): number => {
  const ninth = 1 / (9 * shape);
  return Math.max(0, 1 - ninth + side * NORMAL_90 * Math.sqrt(ninth)) ** 3;
};

/**
 * Cost of an outcome: every cohort counts as far as it has matured, recent ones more. It changes a little every day, and never jumps
 * because a window moves. `parent` is the cost of the parent group.
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
  // Effective number of outcomes: as many of equal weight would be as uncertain.
  const shape = (squaredOutcomes > 0 ? weightedOutcomes ** 2 / squaredOutcomes : 0) + added;
  const least = gammaTenth(shape, -1);
  return { ...basis, value, low: value / gammaTenth(shape, 1), high: least > 0 ? value / least : null };
};
