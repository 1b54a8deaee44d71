import {
  type Comparison,
  COMPARISONS,
  comparedDays,
  countMonthsOf,
  type Days,
  daysOfMonth,
  daysOfRange,
  type Grain,
  grainFor,
  grainsOf,
  NAMED_RANGES,
  PACING_WIDGETS,
  REPORT_LIMITS,
  type WidgetBody,
  type WidgetId,
} from '@paceline/contract';
import { writtenDay, writtenDays, writtenMonth } from '../../lib/text/days-text.ts';
import type { DashboardSearch } from './dashboard-search.ts';

/** The picker's ranges, beside months and custom dates. */
export const RANGES = {
  own: 'Default ranges',
  ...NAMED_RANGES,
  custom: 'Custom dates',
} as const;
export type RangeChoice = keyof typeof RANGES;
export const isRange = (name: string | undefined): name is RangeChoice =>
  name !== undefined && Object.hasOwn(RANGES, name);

/** A month is itself the range in the address: `range=2026-10`. */
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
export const isMonth = (name: string | undefined): name is string => name !== undefined && MONTH.test(name);

/** The dates chosen in the address: none (each widget uses its own), valid days, or invalid ones. */
export type Chosen =
  | { kind: 'default' }
  | { kind: 'days'; days: Days; label: string }
  | { kind: 'wrong'; field: 'from' | 'to'; message: string };

const custom = ({ from, to }: DashboardSearch): Chosen => {
  if (from === undefined) return { kind: 'wrong', field: 'from', message: 'Enter a start date.' };
  if (to === undefined) return { kind: 'wrong', field: 'to', message: 'Enter an end date.' };
  if (to < from)
    return { kind: 'wrong', field: 'to', message: `The end date is before the start date, ${writtenDay(from)}.` };
  if (countMonthsOf({ from, to }) > REPORT_LIMITS.months)
    return { kind: 'wrong', field: 'to', message: `Choose at most ${REPORT_LIMITS.months} months.` };
  return { kind: 'days', days: { from, to }, label: RANGES.custom };
};

/** Ranges end with the last complete day. */
export const chosenRange = (search: DashboardSearch, today: string): Chosen => {
  const { range } = search;
  if (isMonth(range)) return { kind: 'days', days: daysOfMonth(range, today), label: writtenMonth(range) };
  const choice = isRange(range) ? range : 'own';
  if (choice === 'own') return { kind: 'default' };
  if (choice === 'custom') return custom(search);
  return { kind: 'days', days: daysOfRange(choice, today), label: RANGES[choice] };
};

/** Grain of a range's charts: the chosen one if the range allows it, else the default for it. */
export const grainOf = ({ grain }: DashboardSearch, days: Days): Grain =>
  grainsOf(days).find((one) => one === grain) ?? grainFor(days);

export const comparisonOf = ({ compare }: DashboardSearch): Comparison | undefined =>
  COMPARISONS.find((one) => one === compare);

/** The comparison's dates in words; null if each widget has its own. */
export const comparedText = (chosen: Chosen, compare: Comparison, today: string): string | null =>
  chosen.kind === 'days' ? writtenDays(comparedDays(chosen.days, compare, today)) : null;

/** A widget's request body, from the address. */
export const bodyOf = (search: DashboardSearch, ownerKey: number, today: string): WidgetBody => {
  const chosen = chosenRange(search, today);
  const compare = comparisonOf(search);
  return {
    ownerKey,
    ...(chosen.kind === 'days' && {
      startDate: chosen.days.from,
      endDate: chosen.days.to,
      grain: grainOf(search, chosen.days),
    }),
    ...(search.brand && { brandKeys: search.brand }),
    ...(search.client && { clientKeys: search.client }),
    ...(search.campus && { campusKeys: search.campus }),
    ...(search.program && { programNameKeys: search.program }),
    ...(search.state && { states: search.state }),
    ...(search.lineItem && { goalKeys: search.lineItem }),
    ...(search.customChannel && { customChannelKeys: search.customChannel }),
    ...(search.partner && { partnerKeys: search.partner }),
    ...(search.channel && { channels: search.channel }),
    ...(compare && { compare }),
  };
};

const isPacing = (id: WidgetId): boolean =>
  id in PACING_WIDGETS || id === 'deliveryReport' || id === 'overpacingCampaigns' || id === 'underpacingCampaigns';

/** Budgets are monthly: pacing uses the month in which the days end. */
export const bodyFor = (id: WidgetId, { startDate, endDate, ...body }: WidgetBody): WidgetBody => {
  if (startDate === undefined || endDate === undefined) return body;
  return isPacing(id) ? { ...body, month: endDate.slice(0, 7) } : { ...body, startDate, endDate };
};
