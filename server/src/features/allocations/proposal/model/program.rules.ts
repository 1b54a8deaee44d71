import { type ProposalObjective } from '@paceline/contract';
import { comingIn, type Piece } from './delivery-curve.rules.ts';

/** A campaign whose allocation may change, as input for the solver. */
export interface MovableCampaign {
  campaignKey: number;
  goalKey: number;
  /** Present units. */
  before: number;
  /** Lower bound in units. */
  least: number;
  most: number;
  /** Delivered so far: the pieces begin there. */
  delivered: number;
  pieces: readonly Piece[];
  price: number;
  /** Matured enrollments per inquiry. */
  rate: number;
}

/** Campaigns that exchange units: a client's, or a line item's. */
export interface MovableGroup {
  campaigns: readonly MovableCampaign[];
  /** The most that the allocations of a line item may cost, in dollars; a line item without a budget is left out. */
  dollarsOf: ReadonlyMap<number, number>;
  /** The most units that may be taken away, and added. */
  mostMoved: number;
}

/** Minimum share of the enrollments to keep: all, except for rounding in the problem's text. */
const KEPT = 0.9999;
/** Costs this close count as equal. */
const EVEN = 1e-9;
/** A move must be worth it: each end costs this share of an average unit's worth. */
const COST_OF_MOVING = 0.05;

export const plannedDollars = (campaigns: readonly MovableCampaign[], unitsOf: (campaign: MovableCampaign) => number) =>
  campaigns.reduce((sum, campaign) => sum + campaign.price * unitsOf(campaign), 0);

/** Inquiries that an allocation of this size brings, including those delivered. */
export const inquiriesAt = (
  { delivered, pieces }: Pick<MovableCampaign, 'delivered' | 'pieces'>,
  units: number,
): number => delivered + comingIn(pieces, units - delivered);

/** Dollars per unit of the objective: an inquiry, or a matured enrollment. */
const costOf = ({ price, rate }: MovableCampaign, objective: ProposalObjective): number =>
  objective === 'inquiries' ? price : rate > 0 ? price / rate : Number.POSITIVE_INFINITY;

/** The group's cost per unit of the objective with the present allocations. */
export const groupCost = (campaigns: readonly MovableCampaign[], objective: ProposalObjective): number => {
  const spend = plannedDollars(campaigns, ({ before }) => before);
  const counted = campaigns.reduce((sum, { before, rate }) => sum + before * (objective === 'inquiries' ? 1 : rate), 0);
  return counted > 0 ? spend / counted : Number.POSITIVE_INFINITY;
};

/** Whether a campaign costs more than its group: units move to cheaper ones, so it gets none. */
export const isDearer = (campaign: MovableCampaign, cost: number, objective: ProposalObjective): boolean =>
  costOf(campaign, objective) > cost * (1 + EVEN);

const enrollmentsBefore = (campaigns: readonly MovableCampaign[]): number =>
  campaigns.reduce((sum, one) => sum + one.rate * (inquiriesAt(one, one.before) - one.delivered), 0);

const number = (value: number): string => {
  const text = value.toFixed(9).replace(/\.?0+$/, '');
  return text === '-0' || text === '' ? '0' : text;
};
const sum = (terms: readonly (readonly [factor: number, name: string])[]): string =>
  terms.length === 0
    ? '0 nothing'
    : terms.map(([factor, name]) => `${factor < 0 ? '-' : '+'} ${number(Math.abs(factor))} ${name}`).join('\n  ');

/** The limits that can be left out one at a time to find the one that cannot be kept. */
export const LIMITS = ['share', 'enrollments', 'spend', 'lineItems'] as const;
export type Limit = (typeof LIMITS)[number];

interface ProgramOptions {
  objective: ProposalObjective;
  /** Integer units; false gives the value of an additional dollar. */
  whole: boolean;
  without?: Limit;
}

/**
 * The group as a linear problem: `x` are the units of a campaign, `u` and `d` units added and taken away, `s` units in each piece of its
 * delivery curve. Each piece brings less than the one before it, so the optimum fills them in order by itself.
 */
export const programOf = (group: MovableGroup, { objective, whole, without }: ProgramOptions): string => {
  const { campaigns, dollarsOf, mostMoved } = group;
  const of = campaigns.map((campaign, index) => ({
    ...campaign,
    x: `x${index}`,
    u: `u${index}`,
    d: `d${index}`,
    s: campaign.pieces.map((piece, place) => ({ ...piece, name: `s${index}_${place}` })),
  }));
  const isCost = objective === 'cost';
  const worthOf = ({ rate }: MovableCampaign): number => (objective === 'inquiries' ? 1 : rate);
  const units = of.reduce((total, { before }) => total + before, 0) || 1;
  // In the unit of the objective: the worth of an average allocated unit.
  const average = isCost
    ? plannedDollars(campaigns, ({ before }) => before) / units
    : of.reduce((total, one) => total + worthOf(one) * one.before, 0) / units;
  const sign = isCost ? 1 : -1;
  const gained = of.flatMap((one) => one.s.map(({ name, share }) => [worthOf(one) * share, name] as const));
  const dollars = of.map(({ price, x }) => [price, x] as const);
  const moved = of.flatMap(({ u, d }) => [u, d].map((name) => [sign * COST_OF_MOVING * average, name] as const));

  const rows: string[] = [];
  for (const { before, delivered, x, u, d, s } of of) {
    rows.push(
      `moved_${x}: ${sum([
        [1, x],
        [-1, u],
        [1, d],
      ])} = ${number(before)}`,
    );
    // Units delivered already are in no piece; a finished campaign has none.
    if (s.length > 0)
      rows.push(`filled_${x}: ${sum([...s.map(({ name }) => [1, name] as const), [-1, x]])} <= ${number(-delivered)}`);
  }
  if (without !== 'share') {
    rows.push(`given: ${sum(of.map(({ u }) => [1, u] as const))} <= ${number(mostMoved)}`);
    rows.push(`taken: ${sum(of.map(({ d }) => [1, d] as const))} <= ${number(mostMoved)}`);
  }
  if (isCost && without !== 'enrollments' && gained.length > 0)
    rows.push(`enrollments: ${sum(gained)} >= ${number(enrollmentsBefore(campaigns) * KEPT)}`);
  if (without !== 'spend')
    rows.push(`spend: ${sum(dollars)} <= ${number(plannedDollars(campaigns, ({ before }) => before))}`);
  if (without !== 'lineItems')
    for (const [goalKey, most] of dollarsOf) {
      const own = of.filter((one) => one.goalKey === goalKey).map(({ price, x }) => [price, x] as const);
      if (own.length > 0) rows.push(`line_item_${goalKey}: ${sum(own)} <= ${number(most)}`);
    }
  const bounds = of.flatMap(({ x, least, most, s }) => [
    ` ${number(least)} <= ${x} <= ${number(most)}`,
    ...s.map(({ name, units: length }) => ` 0 <= ${name} <= ${number(length)}`),
  ]);
  return [
    isCost ? 'Minimize' : 'Maximize',
    ` worth: ${sum([...(isCost ? dollars : gained), ...moved])}`,
    'Subject To',
    ...rows.map((row) => ` ${row}`),
    'Bounds',
    ...bounds,
    ...(whole ? ['General', ` ${of.map(({ x }) => x).join(' ')}`] : []),
    'End',
  ].join('\n');
};

/** Half a cent: dollars may be added up in another order elsewhere. */
const TOLERANCE = 0.005;

/** The limits an answer breaks; one that breaks any is not used. */
export const brokenLimits = (group: MovableGroup, units: readonly number[]): string[] => {
  const { campaigns, dollarsOf, mostMoved } = group;
  const broken = campaigns.flatMap(({ campaignKey, least, most }, index) => {
    const own = units[index] ?? 0;
    return Number.isInteger(own) && own >= least && own <= most ? [] : [`campaign ${campaignKey}`];
  });
  const after = new Map(campaigns.map((campaign, index) => [campaign.campaignKey, units[index] ?? 0]));
  const unitsAfter = ({ campaignKey }: MovableCampaign): number => after.get(campaignKey) ?? 0;
  const dollars = plannedDollars(campaigns, unitsAfter);
  if (dollars > plannedDollars(campaigns, ({ before }) => before) + TOLERANCE) broken.push('spend');
  for (const [goalKey, most] of dollarsOf)
    if (
      plannedDollars(
        campaigns.filter((one) => one.goalKey === goalKey),
        unitsAfter,
      ) >
      most + TOLERANCE
    )
      broken.push(`line item ${goalKey}`);
  const changes = campaigns.map((campaign) => unitsAfter(campaign) - campaign.before);
  const increase = changes.reduce((total, change) => total + Math.max(0, change), 0);
  const decrease = changes.reduce((total, change) => total + Math.max(0, -change), 0);
  if (Math.max(increase, decrease) > mostMoved) broken.push('share');
  return broken;
};
