import { type ForecastCurve, type ForecastDetails } from '@paceline/contract';
import type { ChartOption } from '../../ui/chart/echarts.ts';
import type { ChartColours } from '../../ui/chart/palette.ts';
import { formatKpi, monthText, pointLines } from './prepare-forecast.ts';

const NAMES = { actual: 'Actual', forecast: 'Forecast', target: 'Target', override: 'Override' } as const;

/** Blue is what came, dashed what is to come with its range around it, grey the target, hollow what somebody put in its place. */
export const fanChart =
  ({ kpi, points, currentMonth }: ForecastDetails) =>
  (colours: ChartColours): ChartOption => {
    const blue = colours.series[0] ?? '';
    const line = { type: 'line' as const, symbol: 'none', connectNulls: false };
    const band = { ...line, stack: 'range', silent: true, lineStyle: { opacity: 0 }, tooltip: { show: false } };
    // A month that is not over is not drawn as if it were.
    const complete = points.map(({ month, actual }) => (month < currentMonth ? actual : null));
    const last = complete.findLastIndex((value) => value !== null);
    // The dashes begin where the line ends.
    const joined = (of: 'forecast' | 'low80' | 'high80') =>
      points.map((point, index) => (index === last ? (complete[index] ?? null) : index > last ? point[of] : null));
    const [low, high] = [joined('low80'), joined('high80')];
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
          ]),
        ],
        textStyle: { color: colours.text },
        selectedMode: false,
      },
      tooltip: {
        trigger: 'axis',
        formatter: (items: unknown) => {
          const [{ dataIndex }] = items as [{ dataIndex: number }];
          const point = points[dataIndex];
          return point === undefined ? '' : pointLines(kpi, point, currentMonth).join('\n');
        },
      },
      xAxis: {
        type: 'category',
        boundaryGap: false,
        data: points.map(({ month }) => monthText(month)),
        axisLabel: { color: colours.dimmed, hideOverlap: true },
        axisLine: { lineStyle: { color: colours.line } },
      },
      yAxis: {
        type: 'value',
        min: 0,
        splitLine: { lineStyle: { color: colours.line } },
        axisLabel: { color: colours.dimmed, formatter: (value: number) => formatKpi(kpi, value) },
      },
      series: [
        {
          ...line,
          name: NAMES.actual,
          data: complete,
          lineStyle: { color: blue, width: 3 },
          itemStyle: { color: blue },
          z: 4,
        },
        {
          ...line,
          name: NAMES.forecast,
          data: joined('forecast'),
          lineStyle: { color: blue, width: 2, type: 'dashed' },
          itemStyle: { color: blue },
          z: 3,
        },
        {
          ...line,
          name: NAMES.target,
          data: points.map(({ target }) => target),
          lineStyle: { color: colours.dimmed, width: 1.5 },
          itemStyle: { color: colours.dimmed },
        },
        {
          type: 'scatter',
          name: NAMES.override,
          data: points.map(({ override }) => override),
          symbol: 'circle',
          symbolSize: 11,
          itemStyle: { color: colours.surface, borderColor: blue, borderWidth: 2 },
          z: 5,
        },
        { ...band, name: 'Low', data: low },
        {
          ...band,
          name: 'Range',
          data: high.map((value, index) => (value === null || low[index] == null ? null : value - low[index])),
          areaStyle: { color: blue, opacity: 0.16 },
        },
      ],
    };
  };

const STEPS = 20;
export interface CurvePoint {
  spend: number;
  inquiries: number;
}

const at = ({ spend, cpl, exponent }: ForecastCurve, planned: number): number =>
  planned <= 0 ? 0 : planned / (cpl * (planned / spend) ** exponent);

/** From nothing to twice what is spent. */
export const curvePoints = (curve: ForecastCurve): CurvePoint[] =>
  Array.from({ length: STEPS + 1 }, (_, step) => {
    const spend = Math.round((curve.spend * 2 * step) / STEPS);
    return { spend, inquiries: at(curve, spend) };
  });

export const curveLabel = (curve: ForecastCurve): string => {
  const twice = at(curve, 2 * curve.spend) / at(curve, curve.spend);
  return `Inquiries by spend in ${monthText(curve.month)}: ${formatKpi('inquiries', at(curve, curve.spend))} at ${formatKpi('spend', curve.spend)}; twice the spend brings ${twice.toFixed(2)} times as many`;
};

/** Spend across, result up, a ring where we are. */
export const curveChart =
  (curve: ForecastCurve, planned: number) =>
  (colours: ChartColours): ChartOption => {
    const blue = colours.series[0] ?? '';
    const points = curvePoints(curve);
    const { capacity } = curve;
    const words = (value: { spend: number; inquiries: number }): string =>
      [
        formatKpi('spend', value.spend),
        `${formatKpi('inquiries', value.inquiries)} inquiries`,
        ...(value.inquiries > 0 ? [`${formatKpi('cpl', value.spend / value.inquiries)} each`] : []),
      ].join('\n');
    const nearest = Math.min(points.length - 1, Math.max(0, Math.round((planned / (curve.spend * 2)) * STEPS)));
    return {
      grid: { left: 8, right: 18, top: 16, bottom: 6, containLabel: true },
      tooltip: {
        trigger: 'axis',
        formatter: (items: unknown) => {
          const [{ dataIndex }] = items as [{ dataIndex: number }];
          const point = points[dataIndex];
          return point === undefined ? '' : words(point);
        },
      },
      xAxis: {
        type: 'category',
        boundaryGap: false,
        data: points.map(({ spend }) => formatKpi('spend', spend)),
        axisLabel: { color: colours.dimmed, hideOverlap: true },
        axisLine: { lineStyle: { color: colours.line } },
      },
      yAxis: {
        type: 'value',
        min: 0,
        splitLine: { lineStyle: { color: colours.line } },
        axisLabel: { color: colours.dimmed },
      },
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
            markLine: {
              silent: true,
              symbol: 'none',
              data: [{ yAxis: capacity }],
              lineStyle: { color: colours.text, type: 'solid' as const, width: 1 },
              label: {
                formatter: `Partners can deliver ${formatKpi('inquiries', capacity)}`,
                position: 'insideStartTop' as const,
                color: colours.text,
              },
            },
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
