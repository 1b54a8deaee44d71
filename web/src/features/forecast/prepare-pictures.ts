import { type ForecastCurve, type ForecastDetails, type ForecastWhatIf, type Kpi } from '@paceline/contract';
import type { ChartOption } from '../../ui/chart/echarts.ts';
import {
  axesOf,
  expectedLine,
  knownLine,
  levelLine,
  placeTooltip,
  plannedLine,
  rangeBand,
} from '../../ui/chart/fan.ts';
import type { ChartColours } from '../../ui/chart/palette.ts';
import { comparedText, formatKpi, monthText, pointLines } from './prepare-forecast.ts';

const NAMES = { actual: 'Actual', forecast: 'Forecast', target: 'Target', override: 'Override' } as const;

/** The first colour is the line item's own. */
const whatIfColour = ({ series, dimmed }: ChartColours, index: number): string => series[index + 1] ?? dimmed;

/** Actual values in blue, the forecast dashed with its range, the target in grey, overrides as hollow marks, what-ifs in other colours. */
export const fanChart =
  ({ kpi, points, currentMonth, scenarios }: ForecastDetails) =>
  (colours: ChartColours): ChartOption => {
    const blue = colours.series[0] ?? '';
    // The current month is incomplete and not drawn as an actual value.
    const complete = points.map(({ month, actual }) => (month < currentMonth ? actual : null));
    const last = complete.findLastIndex((value) => value !== null);
    // The dashed line starts at the end of the actual line.
    const joined = (of: 'forecast' | 'low80' | 'high80') =>
      points.map((point, index) => (index === last ? (complete[index] ?? null) : index > last ? point[of] : null));
    // As the forecast, each begins where the actual line ends.
    const whatIfs = scenarios.map(({ name, points: own }) => ({
      name,
      data: points.map(({ month }, index) =>
        index === last ? (complete[index] ?? null) : (own.find((one) => one.month === month)?.forecast ?? null),
      ),
    }));
    return {
      grid: { left: 8, right: 14, top: 34, bottom: 6, containLabel: true },
      legend: {
        top: 0,
        left: 0,
        data: [
          ...new Set([
            NAMES.actual,
            NAMES.forecast,
            ...(points.some(({ target }) => target !== null) ? [NAMES.target] : []),
            ...(points.some(({ override }) => override !== null) ? [NAMES.override] : []),
            ...whatIfs.map(({ name }) => name),
          ]),
        ],
        textStyle: { color: colours.text },
        selectedMode: false,
      },
      tooltip: placeTooltip(points, (point) => pointLines(kpi, point, currentMonth, scenarios)),
      ...axesOf(
        colours,
        points.map(({ month }) => monthText(month)),
        (value) => formatKpi(kpi, value),
      ),
      series: [
        knownLine(NAMES.actual, complete, blue),
        expectedLine(NAMES.forecast, joined('forecast'), blue),
        plannedLine(
          NAMES.target,
          points.map(({ target }) => target),
          colours,
        ),
        {
          type: 'scatter',
          name: NAMES.override,
          data: points.map(({ override }) => override),
          symbol: 'circle',
          symbolSize: 11,
          itemStyle: { color: colours.surface, borderColor: blue, borderWidth: 2 },
          z: 5,
        },
        ...whatIfs.map(({ name, data }, index) => expectedLine(name, data, whatIfColour(colours, index))),
        ...rangeBand(joined('low80'), joined('high80'), blue),
      ],
    };
  };

/** All line items together by month: as forecast, and with changed spend. */
export const sumChart =
  (kpi: Kpi, name: string, points: ForecastWhatIf['points']) =>
  (colours: ChartColours): ChartOption => ({
    grid: { left: 8, right: 14, top: 34, bottom: 6, containLabel: true },
    legend: { top: 0, left: 0, textStyle: { color: colours.text }, selectedMode: false },
    tooltip: placeTooltip(points, ({ month, forecast, whatIf }) => [
      monthText(month),
      `Forecast: ${formatKpi(kpi, forecast)}`,
      `${name}: ${comparedText(kpi, forecast, whatIf)}`,
    ]),
    ...axesOf(
      colours,
      points.map(({ month }) => monthText(month)),
      (value) => formatKpi(kpi, value),
    ),
    series: [
      expectedLine(
        NAMES.forecast,
        points.map(({ forecast }) => forecast),
        colours.series[0] ?? '',
      ),
      expectedLine(
        name,
        points.map(({ whatIf }) => whatIf),
        whatIfColour(colours, 0),
      ),
    ],
  });

/** What twice the spend brings, and what that is based on. */
export const doublingWords = ({ exponent, isFitted }: ForecastCurve): string =>
  `Doubling spend brings about ${(2 ** (1 - exponent)).toFixed(1)} times the inquiries (${isFitted ? 'fitted to its own history' : 'default curve; own history is unclear'})`;

const STEPS = 20;
interface CurvePoint {
  spend: number;
  inquiries: number;
}

const at = ({ spend, cpl, exponent }: ForecastCurve, planned: number): number =>
  planned <= 0 ? 0 : planned / (cpl * (planned / spend) ** exponent);

/** From zero to twice the current spend. */
export const curvePoints = (curve: ForecastCurve): CurvePoint[] =>
  Array.from({ length: STEPS + 1 }, (_, step) => {
    const spend = Math.round((curve.spend * 2 * step) / STEPS);
    return { spend, inquiries: at(curve, spend) };
  });

export const curveLabel = (curve: ForecastCurve): string => {
  const twice = at(curve, 2 * curve.spend) / at(curve, curve.spend);
  return `Inquiries by spend in ${monthText(curve.month)}: ${formatKpi('inquiries', at(curve, curve.spend))} at ${formatKpi('spend', curve.spend)}; twice the spend brings ${twice.toFixed(2)} times as many`;
};

/** Spend on the x axis, the result on the y axis, and a ring at the current point. */
export const curveChart =
  (curve: ForecastCurve, planned: number) =>
  (colours: ChartColours): ChartOption => {
    const blue = colours.series[0] ?? '';
    const points = curvePoints(curve);
    const { capacity } = curve;
    const words = (value: CurvePoint): string[] => [
      formatKpi('spend', value.spend),
      `${formatKpi('inquiries', value.inquiries)} inquiries`,
      ...(value.inquiries > 0 ? [`${formatKpi('cpl', value.spend / value.inquiries)} each`] : []),
    ];
    const nearest = Math.min(points.length - 1, Math.max(0, Math.round((planned / (curve.spend * 2)) * STEPS)));
    return {
      grid: { left: 8, right: 18, top: 16, bottom: 6, containLabel: true },
      tooltip: placeTooltip(points, words),
      ...axesOf(
        colours,
        points.map(({ spend }) => formatKpi('spend', spend)),
      ),
      series: [
        {
          type: 'line',
          name: 'Inquiries',
          symbol: 'none',
          smooth: true,
          data: points.map(({ inquiries }) => inquiries),
          lineStyle: { color: blue, width: 2 },
          itemStyle: { color: blue },
          ...(capacity !== null && {
            markLine: levelLine(capacity, `Partners can deliver ${formatKpi('inquiries', capacity)}`, colours),
          }),
        },
        {
          type: 'scatter',
          name: 'Here',
          data: points.map(({ inquiries }, index) => (index === nearest ? inquiries : null)),
          symbol: 'circle',
          symbolSize: 14,
          itemStyle: { color: colours.surface, borderColor: blue, borderWidth: 3 },
          tooltip: { show: false },
          z: 5,
        },
      ],
    };
  };
