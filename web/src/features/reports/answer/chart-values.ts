import { formatMetricValue, type MetricFormat, type QuestionAnswer, type QuestionColumn } from '@paceline/contract';
import type { ChartOption } from '../../../ui/chart/echarts.ts';
import type { ChartColours } from '../../../ui/chart/palette.ts';
import type { AnswerRow } from './prepare-table.ts';

export type BuildChart = (colours: ChartColours) => ChartOption;

/** More lines or colours cannot be told apart. */
export const MAX_SERIES = 8;

export const chartMeasures = ({ columns }: Pick<QuestionAnswer, 'columns'>): QuestionColumn[] =>
  columns.filter(({ role, pivotIndex }) => role === 'measure' && pivotIndex === undefined);

export const numberOf = (row: AnswerRow | undefined, key: string): number | null => {
  const value = row?.[key];
  return typeof value === 'number' ? value : null;
};

const formatOf = ({ kind, decimals }: QuestionColumn): MetricFormat => ({
  kind: kind as 'number',
  ...(decimals !== undefined && { decimals }),
});
export const textOf = (column: QuestionColumn, value: number | null | undefined): string =>
  formatMetricValue(formatOf(column), value ?? null);

export const valueAxis = (colours: ChartColours, column: QuestionColumn, name = '') => ({
  type: 'value' as const,
  name,
  nameTextStyle: { color: colours.dimmed },
  splitLine: { lineStyle: { color: colours.line } },
  axisLabel: {
    color: colours.dimmed,
    formatter: (value: number) => formatMetricValue(formatOf(column), value, { place: 'tile' }),
  },
});

/** A mark as ECharts hands it to a tooltip. */
export interface Item {
  seriesName: string;
  name: string;
  axisValueLabel: string;
  value: number | null;
  dataIndex: number;
  seriesIndex: number;
  percent?: number;
}
