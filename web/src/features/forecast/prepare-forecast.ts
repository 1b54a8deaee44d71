import {
  formatMetricValue,
  type ForecastDetails,
  type ForecastPlan,
  type ForecastPoint,
  FORECAST_RATES,
  type ForecastRate,
  type ForecastScenario,
  type Kpi,
  KPIS,
  methodSpans,
  methodWords,
} from '@paceline/contract';

const MONEY: readonly Kpi[] = ['spend', 'cpl', 'cpa', 'cpe', 'cps'];

/** Small numbers get a decimal: 0.4 enrollments a month is not 0. */
export const formatKpi = (kpi: Kpi, value: number | null): string => {
  if (MONEY.includes(kpi)) return formatMetricValue({ kind: 'dollar', decimals: kpi === 'spend' ? 0 : 2 }, value);
  return formatMetricValue({ kind: 'number', decimals: value !== null && value > 0 && value < 10 ? 1 : 0 }, value);
};

const short = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', year: 'numeric' });
export const monthText = (month: string): string => short.format(new Date(`${month}T00:00:00Z`));

/** "120 (104–139), 8 in 10": always with a range. */
export const rangeText = (
  kpi: Kpi,
  { forecast, low80, high80 }: Pick<ForecastPoint, 'forecast' | 'low80' | 'high80'>,
): string =>
  forecast === null || low80 === null || high80 === null
    ? formatKpi(kpi, forecast)
    : `${formatKpi(kpi, forecast)} (${formatKpi(kpi, low80)}–${formatKpi(kpi, high80)}), 8 in 10`;

/** A month's method and its past error, when months use different methods; null when the page's head names it. */
export const methodText = ({ methods }: Pick<ForecastDetails, 'methods'>, month: string): string | null => {
  const own = methods.find(({ fromMonth, toMonth }) => fromMonth <= month && month <= toMonth);
  if (own === undefined || methodSpans(methods).length < 2) return null;
  const words = methodWords(own);
  const error = own.wape === null ? '' : `, off by ${Math.round(own.wape)}% on average`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${error}`;
};

export const effective = ({ forecast, override }: Pick<ForecastPoint, 'forecast' | 'override'>): number | null =>
  override ?? forecast;

/** Tooltip lines of a month, with its what-ifs and how far each is from the forecast. */
export const pointLines = (
  kpi: Kpi,
  point: ForecastPoint,
  currentMonth: string,
  scenarios: readonly Pick<ForecastScenario, 'name' | 'points'>[] = [],
): string[] => [
  monthText(point.month),
  ...(point.actual === null
    ? []
    : [`${point.month === currentMonth ? 'So far' : 'Actual'}: ${formatKpi(kpi, point.actual)}`]),
  ...(point.forecast === null ? [] : [`Forecast: ${rangeText(kpi, point)}`]),
  ...(point.override === null ? [] : [`Override: ${formatKpi(kpi, point.override)} · ${point.overrideNote ?? ''}`]),
  ...(point.target === null ? [] : [`Target: ${formatKpi(kpi, point.target)}`]),
  ...scenarios.flatMap(({ name, points }) => {
    const value = points.find(({ month }) => month === point.month)?.forecast ?? null;
    return value === null ? [] : [`${name}: ${comparedText(kpi, effective(point), value)}`];
  }),
];

/** The chart in a sentence, for screen readers. */
export const fanLabel = ({
  kpi,
  lineItemName,
  points,
  startMonth,
  currentMonth,
  total,
  months,
}: ForecastDetails): string => {
  const last = points.findLast(({ month, actual }) => month < currentMonth && actual !== null);
  const came =
    last === undefined ? 'no complete month yet' : `${formatKpi(kpi, last.actual)} in ${monthText(last.month)}`;
  return `${KPIS[kpi]} of ${lineItemName}: ${came}; forecast ${formatKpi(kpi, total.forecast)} for ${months} months from ${monthText(startMonth)}`;
};

/** Unsaved input, as text so that half-typed numbers are kept. */
export interface MonthDraft {
  plannedSpend?: string;
  plannedCpl?: string;
  override?: string;
  note?: string;
}
export type Drafts = Readonly<Record<string, MonthDraft>>;
/** Unsaved rates, which apply to all months. */
export type RateDrafts = Readonly<Partial<Record<ForecastRate, string>>>;

export const cellText = (value: number | null | undefined): string => (value == null ? '' : String(value));
const numberOf = (text: string): number | null => {
  const value = Number(text.replaceAll(/[$,\s]/g, ''));
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
};
const RATE_CODES = Object.keys(FORECAST_RATES) as ForecastRate[];
export const rateText = (percent: number): string => `${percent.toFixed(percent < 10 ? 2 : 1)} %`;
/** Parses "12.5", with or without a percent sign. */
const rateOf = (text: string): number | null => numberOf(text.replace(/%\s*$/, ''));
export const isRateText = (text: string): boolean => {
  const rate = rateOf(text);
  return text.trim() === '' || (rate !== null && rate >= 0 && rate <= 100);
};
/** The month or rate an error is about. */
export const placeText = (field: string): string => {
  const place = field.split('.').at(-1) ?? '';
  const rate = RATE_CODES.find((code) => code === place);
  return rate === undefined ? monthText(place) : FORECAST_RATES[rate];
};
export const isNumberText = (text: string): boolean => text.trim() === '' || (numberOf(text) ?? -1) >= 0;

/** The plan including unsaved input. */
export const planWith = (details: ForecastPlan, drafts: Drafts, rateDrafts: RateDrafts = {}): ForecastPlan => {
  const merged = (of: 'plannedSpend' | 'plannedCpl'): Record<string, number> => {
    const months = { ...details[of] };
    for (const [month, draft] of Object.entries(drafts)) {
      const text = draft[of];
      if (text === undefined) continue;
      const value = numberOf(text);
      if (value === null) delete months[month];
      else months[month] = value;
    }
    return months;
  };
  return {
    plannedSpend: merged('plannedSpend'),
    plannedCpl: merged('plannedCpl'),
    rateOverrides: Object.fromEntries(
      RATE_CODES.flatMap((rate) => {
        const typed = rateDrafts[rate];
        const value = typed === undefined ? (details.rateOverrides[rate] ?? null) : rateOf(typed);
        return value === null ? [] : [[rate, value]];
      }),
    ),
  };
};

/** The input as the call takes it, or its errors. */
export const changesOf = (
  details: ForecastDetails,
  drafts: Drafts,
  rateDrafts: RateDrafts = {},
): { problem: string } | { plan: ForecastPlan; overrides: { month: string; value: number | null; note: string }[] } => {
  const overrides = [];
  for (const [month, draft] of Object.entries(drafts)) {
    const point = details.points.find((one) => one.month === month);
    for (const text of [draft.plannedSpend, draft.plannedCpl, draft.override])
      if (text !== undefined && !isNumberText(text))
        return { problem: `${monthText(month)}: “${text}” is not a number.` };
    if (draft.override === undefined && draft.note === undefined) continue;
    const value = draft.override === undefined ? (point?.override ?? null) : numberOf(draft.override);
    const note = (draft.note ?? point?.overrideNote ?? '').trim();
    if (value !== null && note === '' && details.method !== 'MANUAL')
      return { problem: `${monthText(month)}: add a note on why this value replaces the forecast.` };
    overrides.push({ month, value, note });
  }
  const wrong = RATE_CODES.find((rate) => !isRateText(rateDrafts[rate] ?? ''));
  if (wrong !== undefined)
    return { problem: `${FORECAST_RATES[wrong]}: “${rateDrafts[wrong]}” is not a number from 0 to 100.` };
  return { plan: planWith(details, drafts, rateDrafts), overrides };
};

/** A what-if's month: its value, and the difference to the forecast. */
export const comparedText = (kpi: Kpi, base: number | null, other: number | null): string => {
  if (base === null || other === null) return formatKpi(kpi, other);
  const by = other - base;
  const sign = by > 0 ? '+' : by < 0 ? '–' : '±';
  return `${formatKpi(kpi, other)} (${sign}${formatKpi(kpi, Math.abs(by))})`;
};

const TOTAL_WORDS = { spend: 'Spend', inquiries: 'Inquiries', enrollments: 'Enrollments', cpe: 'Cost per enrollment' };
/** Totals of all months, in the figures a plan is judged by. */
export const totalRows = (
  totals: ForecastDetails['totals'],
  scenarios: readonly ForecastScenario[],
): { label: string; base: string; others: string[] }[] =>
  (Object.keys(TOTAL_WORDS) as (keyof typeof TOTAL_WORDS)[]).map((kpi) => ({
    label: TOTAL_WORDS[kpi],
    base: formatKpi(kpi, totals[kpi]),
    others: scenarios.map((one) => comparedText(kpi, totals[kpi], one.totals[kpi])),
  }));
