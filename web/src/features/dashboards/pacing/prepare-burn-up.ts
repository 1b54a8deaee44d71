import { type BurnUpDay, formatMetricValue, type PacingSummary } from '@paceline/contract';
import type { ChartOption } from '../../../ui/chart/echarts.ts';
import {
  axesOf,
  expectedLine,
  knownLine,
  levelLine,
  partlyKnownLine,
  placeTooltip,
  plannedLine,
  rangeBand,
} from '../../../ui/chart/fan.ts';
import type { ChartColours } from '../../../ui/chart/palette.ts';
import { writtenDay } from '../../../lib/text/days-text.ts';

const DOLLARS = { kind: 'dollar', decimals: 0 } as const;
const dollars = (value: number | null): string => formatMetricValue(DOLLARS, value);

const shortDay = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' });
const dayText = (date: string): string => shortDay.format(new Date(`${date}T00:00:00Z`));

const NAMES = {
  spent: 'Spent',
  late: 'Spent (an ad account is late)',
  planned: 'Plan',
  projected: 'Projection',
} as const;

/** Tooltip lines of a day. */
export const dayLines = ({ date, spent, late, planned, projected, low, high }: BurnUpDay): string[] => [
  dayText(date),
  ...(spent === null ? [] : [`${late ? NAMES.late : NAMES.spent}: ${dollars(spent)}`]),
  ...(planned === null ? [] : [`${NAMES.planned}: ${dollars(planned)}`]),
  ...(projected === null || projected === spent ? [] : [`${NAMES.projected}: ${dollars(projected)}`]),
  ...(low === null || high === null || low === high ? [] : [`8 in 10: ${dollars(low)} – ${dollars(high)}`]),
];

/** The chart in a sentence, for screen readers. */
export const burnUpLabel = ({ days, totals }: PacingSummary): string => {
  const last = days.findLast(({ spent }) => spent !== null);
  const isLate = last?.late ?? false;
  const budget = typeof totals['budget'] === 'number' ? totals['budget'] : null;
  const soFar =
    last === undefined
      ? 'Spend by day: none yet'
      : `Spend by day: ${dollars(last.spent)} by ${writtenDay(last.date)}${isLate ? ', an ad account is late' : ''}${last.planned === null ? '' : `, planned ${dollars(last.planned)}`}`;
  const end = days.at(-1)?.projected ?? null;
  const projected = end === null ? '' : `; projected ${dollars(end)}`;
  return `${soFar}${projected}${budget === null ? '' : `; budget ${dollars(budget)}`}`;
};

/**
 * Cumulative spend against its plan: actual in blue, plan in grey, projection dashed with its range. Days an account has not delivered yet
 * are dotted: they only look like underspending.
 */
export const burnUpChart =
  ({ days, totals }: PacingSummary) =>
  (colours: ChartColours): ChartOption => {
    const blue = colours.series[0] ?? '';
    const budget = typeof totals['budget'] === 'number' ? totals['budget'] : null;
    const hasProjection = days.some(({ projected }) => projected !== null);
    const hasLate = days.some(({ late }) => late);
    return {
      grid: { left: 8, right: 12, top: 34, bottom: 6, containLabel: true },
      legend: {
        top: 0,
        left: 0,
        data: [
          NAMES.spent,
          ...(hasLate ? [NAMES.late] : []),
          NAMES.planned,
          ...(hasProjection ? [NAMES.projected] : []),
        ],
        textStyle: { color: colours.text },
        // Lines have no marks, so neither does the legend.
        itemStyle: { opacity: 0 },
        selectedMode: false,
      },
      tooltip: placeTooltip(days, dayLines),
      ...axesOf(
        colours,
        days.map(({ date }) => dayText(date)),
        dollars,
      ),
      series: [
        {
          ...knownLine(
            NAMES.spent,
            days.map(({ spent, late }) => (late ? null : spent)),
            blue,
          ),
          ...(budget !== null && { markLine: levelLine(budget, `Budget ${dollars(budget)}`, colours) }),
        },
        // Starts at the last complete day, so that the line is not interrupted.
        ...(hasLate
          ? [
              partlyKnownLine(
                NAMES.late,
                days.map(({ spent, late }, index) => (late || days[index + 1]?.late ? spent : null)),
                blue,
              ),
            ]
          : []),
        plannedLine(
          NAMES.planned,
          days.map(({ planned }) => planned),
          colours,
        ),
        ...(hasProjection
          ? [
              expectedLine(
                NAMES.projected,
                days.map(({ projected }) => projected),
                blue,
              ),
              ...rangeBand(
                days.map(({ low }) => low),
                days.map(({ high }) => high),
                blue,
              ),
            ]
          : []),
      ],
    };
  };

interface BurnUpRow {
  day: string;
  cells: string[];
}
export const BURN_UP_HEADS = ['Spent', 'Plan', 'Projection', 'Low', 'High'] as const;

/** The same as a table, each day as far as known. */
export const burnUpRows = ({ days }: PacingSummary): BurnUpRow[] =>
  days.map(({ date, spent, late, planned, projected, low, high }) => ({
    day: writtenDay(date),
    cells: [
      `${dollars(spent)}${late ? ' (an ad account is late)' : ''}`,
      ...[planned, projected, low, high].map(dollars),
    ],
  }));
