import { dateLabel, widgetColumns } from '@paceline/contract';
import { describe, expect, it } from 'vitest';
import { anAnswer } from '../../../testing/widgets.ts';
import { chartColours } from '../../../ui/chart/palette.ts';
import { funnelChart, mapChart, namedStages, seriesChart, twoAxesChart } from './prepare-charts.ts';

const colours = chartColours(false);
// The parts of a chart option that tests read; ECharts' own type covers all chart types.
interface Drawn {
  xAxis: { data: string[]; axisLabel: { interval?: number; hideOverlap?: boolean } };
  yAxis: { axisLabel: { formatter: (value: number) => string } };
  series: {
    type: string;
    name: string;
    data: unknown[];
    yAxisIndex?: number;
    lineStyle?: { type: string };
    symbol?: string;
  }[];
  tooltip: { trigger: string; formatter: (items: unknown) => string };
  visualMap: { min: number; max: number; text: string[] };
  legend: { data: string[] };
}
const draw = (build: (on: typeof colours) => unknown): Drawn => build(colours) as Drawn;

const MONTHS = anAnswer({
  range: { from: '2026-09-01', to: '2026-10-31' },
  data: [
    { date: '2026-09-01', spend: 1200.5, inquiries: 40, cpl: 30.01 },
    { date: '2026-10-01', spend: 900, inquiries: null, cpl: 'x' },
  ],
});
const OVER_MONTHS = widgetColumns('spendVsPerformance', 'default', 'ag');

describe('dates on an axis', () => {
  it('are months in a monthly table and days in a daily one, also if only the 1st is shown', () => {
    expect(dateLabel('2026-03-01', 'month')).toBe('Mar 2026');
    expect(dateLabel('2026-03-09', 'week')).toBe('Week of Mar 9');
    expect(dateLabel('2026-03-09', 'day')).toBe('Mar 9');
    expect(draw(seriesChart('bar', MONTHS, OVER_MONTHS)).xAxis.data).toEqual(['Sep 2026', 'Oct 2026']);
    const daily = anAnswer({ data: [{ date: '2026-11-01' }, { date: '2026-11-02' }] });
    expect(draw(seriesChart('line', daily, widgetColumns('mtdSpend', 'default', 'ag'))).xAxis.data).toEqual([
      'Nov 1',
      'Nov 2',
    ]);
    const first = anAnswer({ data: [{ date: '2026-11-01' }] });
    expect(draw(seriesChart('line', first, widgetColumns('mtdSpend', 'default', 'ag'))).xAxis.data).toEqual(['Nov 1']);
  });

  it('may be thinned out if there are many; names may not', () => {
    expect(draw(seriesChart('bar', MONTHS, OVER_MONTHS)).xAxis.axisLabel.hideOverlap).toBe(true);
    const named = draw(
      seriesChart(
        'bar',
        anAnswer({ data: [{ channelName: 'Search' }, {}] }),
        widgetColumns('topChannels', 'default', 'ag'),
      ),
    );
    expect(named.xAxis.data).toEqual(['Search', 'No custom channel']);
    expect(named.xAxis.axisLabel.interval).toBe(0);
  });
});

describe('bars and lines', () => {
  it('draw one series for each number; a missing number is a gap, not zero', () => {
    const { series } = draw(seriesChart('line', MONTHS, OVER_MONTHS));
    expect(series.slice(0, 2).map(({ name, data }) => [name, data])).toEqual([
      ['Spend', [1200.5, 900]],
      [series[1]?.name, [40, null]],
    ]);
    expect(series.find(({ name }) => name.includes('CPL') || name.includes('Cost Per'))?.data).toEqual([30.01, null]);
  });

  it('distinguish lines by more than colour', () => {
    const marks = draw(seriesChart('line', MONTHS, OVER_MONTHS)).series.map(({ symbol }) => symbol);
    expect(marks.slice(0, 3)).toEqual(['circle', 'rect', 'triangle']);
    expect(draw(seriesChart('bar', MONTHS, OVER_MONTHS)).series[0]?.lineStyle).toBeUndefined();
  });

  it('connect times only: names get marks without a line', () => {
    const byName = draw(
      seriesChart(
        'line',
        anAnswer({ data: [{ channelName: 'Search' }] }),
        widgetColumns('topChannels', 'default', 'ag'),
      ),
    );
    expect(byName.series[0]?.lineStyle).toEqual({ width: 0 });
    expect(draw(seriesChart('line', MONTHS, OVER_MONTHS)).series[0]?.lineStyle).toEqual({ width: 2 });
  });

  it('format values as the registry does: whole dollars on the axis, cents in the tooltip', () => {
    const { tooltip, yAxis } = draw(seriesChart('bar', MONTHS, OVER_MONTHS));
    expect(yAxis.axisLabel.formatter(1200.5)).toBe('$1,201');
    expect(tooltip.trigger).toBe('axis');
    expect(
      tooltip.formatter([
        { axisValueLabel: 'Sep 26', seriesName: 'Spend', seriesIndex: 0, value: 1200.5 },
        { axisValueLabel: 'Sep 26', seriesName: 'Inquiries', seriesIndex: 1, value: null },
      ]),
    ).toBe('Sep 26\nSpend: $1,200.50\nInquiries: –');
    expect(tooltip.formatter([])).toBe('');
  });
});

describe('an unfinished month', () => {
  const data = [
    { date: '2026-10-01', spend: 900, inquiries: 40 },
    { date: '2026-11-01', spend: 300, inquiries: 12 },
  ];
  const open = anAnswer({ data, range: { from: '2026-10-01', to: '2026-11-10' } });

  it('is labelled: to date, or to the last day of the range', () => {
    const axis = (answer: typeof open) => draw(seriesChart('bar', answer, OVER_MONTHS)).xAxis.data;
    expect(axis(open)).toEqual(['Oct 2026', 'Nov 2026\nto date']);
    const cut = anAnswer({ data, range: { from: '2026-10-01', to: '2026-11-05' }, asOf: '2026-12-10' });
    expect(axis(cut)).toEqual(['Oct 2026', 'Nov 2026\nto Nov 5']);
    const over = anAnswer({ data, range: { from: '2026-10-01', to: '2026-11-30' }, asOf: '2026-11-30' });
    expect(axis(over)).toEqual(['Oct 2026', 'Nov 2026']);
  });

  it('is marked where the range starts within it, too', () => {
    const late = anAnswer({ data, range: { from: '2026-10-12', to: '2026-11-30' }, asOf: '2026-11-30' });
    const { series, xAxis } = draw(twoAxesChart(late, OVER_MONTHS, 'inquiries'));
    expect(xAxis.data).toEqual(['Oct 2026\nfrom Oct 12', 'Nov 2026']);
    expect(series[0]?.data[0]).toMatchObject({ value: 900, itemStyle: { decal: { symbol: 'rect' } } });
    expect(series[1]?.data).toEqual([null, 12]);
    expect(series[2]?.data).toEqual([{ value: 40 }, { value: 12, symbol: 'none' }]);
  });

  it('is hatched as a bar, and dashed as a line with one number in the tooltip', () => {
    const { series, tooltip } = draw(twoAxesChart(open, OVER_MONTHS, 'inquiries'));
    expect(series[0]?.data[0]).toBe(900);
    expect(series[0]?.data[1]).toMatchObject({ value: 300, itemStyle: { decal: { symbol: 'rect' } } });
    expect(series[1]?.data).toEqual([40, null]);
    expect(series[2]).toMatchObject({
      type: 'line',
      data: [{ value: 40, symbol: 'none' }, { value: 12 }],
      lineStyle: { type: 'dashed' },
    });
    const at = { axisValueLabel: 'Nov 2026\nto date', dataIndex: 1 };
    expect(
      tooltip.formatter([
        { ...at, seriesName: 'Spend', seriesIndex: 0, value: 300 },
        { ...at, seriesName: 'Valid Leads', seriesIndex: 1, value: null },
        { ...at, seriesName: 'Valid Leads', seriesIndex: 2, value: 12 },
      ]),
    ).toBe('Nov 2026 to date\nSpend: $300.00\nValid Leads: 12');
  });
});

describe('compared days', () => {
  const compared = { from: '2025-09-01', to: '2025-10-31' };
  const answer = anAnswer({
    compared,
    range: { from: '2026-09-01', to: '2026-10-31' },
    data: [
      {
        date: '2026-09-01',
        comparedDate: '2025-09-01',
        spend: 10,
        spendPrevious: 8,
        inquiries: 4,
        inquiriesPrevious: 5,
      },
      { date: '2026-10-01', comparedDate: '2025-10-01', spend: 20, spendPrevious: null, inquiries: 6 },
    ],
  });
  const columns = widgetColumns('spendVsPerformance', 'default', 'ag', { compared });

  it('are dashed lines with the colours and axes of their numbers, and not in the legend', () => {
    const { series, legend } = draw(twoAxesChart(answer, columns, 'inquiries'));
    expect(series.map(({ type, yAxisIndex, data }) => [type, yAxisIndex, data])).toEqual([
      ['bar', 0, [10, 20]],
      ['line', 1, [4, 6]],
      ['line', 0, [8, null]],
      ['line', 1, [5, null]],
    ]);
    expect(series.slice(2).map(({ lineStyle }) => lineStyle?.type)).toEqual(['dashed', 'dashed']);
    expect(legend.data).toEqual(['Spend', 'Valid Leads']);
    const bars = draw(seriesChart('bar', answer, columns)).series;
    expect(bars.at(-1)?.type).toBe('line');
  });

  it('show their own date in the tooltip', () => {
    const { tooltip } = draw(twoAxesChart(answer, columns, 'inquiries'));
    const item = { axisValueLabel: 'Sep 2026', seriesName: 'Spend before', seriesIndex: 2, dataIndex: 0, value: 8 };
    expect(tooltip.formatter([item])).toBe('Sep 2026\nSpend before: $8.00 (Sep 2025)');
  });
});

describe('spend beside another number', () => {
  it('has spend as bars on the left and the selected number as a line on the right', () => {
    const { series, tooltip } = draw(twoAxesChart(MONTHS, OVER_MONTHS, 'inquiries'));
    expect(series.map(({ type, yAxisIndex, data }) => [type, yAxisIndex, data])).toEqual([
      ['bar', 0, [1200.5, 900]],
      ['line', 1, [40, null]],
    ]);
    const second = [{ axisValueLabel: 'Sep 26', seriesName: 'Inquiries', seriesIndex: 1, value: 40 }];
    expect(tooltip.formatter(second)).toBe('Sep 26\nInquiries: 40');
  });

  it('shows the maturity beside cohort outcomes', () => {
    const young = { ...MONTHS, data: [{ date: '2026-10-01', enrollments: 29, cpl: 30, percentMatured: 40.4 }] };
    const basis = {
      enrollments: { counted: 'cohort' as const, percentMatured: 80, comparedPercentMatured: null },
    };
    const tip = (key: string, value: number) =>
      draw(twoAxesChart({ ...young, basis }, OVER_MONTHS, key)).tooltip.formatter([
        { axisValueLabel: 'Oct 26', seriesName: 'It', seriesIndex: 1, dataIndex: 0, value },
      ]);
    expect(tip('enrollments', 29)).toBe('Oct 26\nIt: 29, 40% matured');
    expect(tip('cpl', 30)).toBe('Oct 26\nIt: $30.00');
  });

  it('uses the first other number for an unknown one', () => {
    expect(draw(twoAxesChart(MONTHS, OVER_MONTHS, 'gone')).series[1]?.data).toEqual([40, null]);
  });

  it('has bars alone if there is one number only', () => {
    expect(draw(twoAxesChart(MONTHS, OVER_MONTHS.slice(0, 2), 'spend')).series[0]?.type).toBe('bar');
  });
});

describe('the map', () => {
  const columns = widgetColumns('topPerformingStates', 'default', 'ag');
  const states = anAnswer({
    data: [
      { stateCode: 'US-TX', stateName: 'Texas', leadVolume: 120, cpa: 80.25 },
      { stateCode: 'US-OH', stateName: 'Ohio', leadVolume: null, cpa: null },
    ],
  });

  it('shades states by the selected number; states without data are not shaded', () => {
    const { series, visualMap } = draw(mapChart(states, columns, 'leadVolume'));
    expect(series[0]?.data).toEqual([
      { name: 'Texas', value: 120 },
      { name: 'Ohio', value: Number.NaN },
    ]);
    expect(visualMap).toMatchObject({ min: 0, max: 120, text: ['120', '0'] });
  });

  it('takes its scale from the map’s states only', () => {
    const rest = [
      { stateCode: 'Not attributed', stateName: 'Not attributed', leadVolume: -40, cpa: null },
      { stateCode: 'US-PR', stateName: 'Puerto Rico', leadVolume: 900, cpa: null },
    ];
    const { series, visualMap } = draw(mapChart({ ...states, data: [...rest, ...states.data] }, columns, 'leadVolume'));
    expect(series[0]?.data).toHaveLength(2);
    expect(visualMap).toMatchObject({ min: 0, max: 120, text: ['120', '0'] });
  });

  it('gives the value in words, or a dash', () => {
    const { tooltip } = draw(mapChart(states, columns, 'cpa'));
    const [label] = tooltip.formatter({ name: 'Texas', value: 80.25 }).split(': ');
    expect(tooltip.formatter({ name: 'Texas', value: 80.25 })).toBe(`${label}: $80.25`);
    expect(tooltip.formatter({ name: 'Ohio', value: Number.NaN })).toBe(`${label?.replace('Texas', 'Ohio')}: –`);
  });

  it('uses the first number for an unknown one, and has a scale without any', () => {
    expect(draw(mapChart(states, columns, 'gone')).series[0]?.data[0]).toEqual({ name: 'Texas', value: 120 });
    expect(draw(mapChart(anAnswer(), columns, 'cpa')).visualMap).toMatchObject({ min: 0, max: 1 });
  });
});

describe('the funnel', () => {
  const answer = anAnswer({
    data: [
      { stage: 'inquiry', label: 'Inquiries', count: 1000, rate: null, cost: 25, projected: 1200 },
      { stage: 'enrollment', months: 'May–Jul', label: 'Enrollments', count: 50, rate: 5, cost: 500, projected: null },
    ],
  });

  it('uses the owner’s stage labels and leaves other rows unchanged', () => {
    const named = namedStages(answer, 'sales').data.map((row) => row['label']);
    expect(named[1]).toBe('Sales of May–Jul inquiries');
    expect(namedStages(answer, 'default').data[1]?.['label']).toBe('Enrollments of May–Jul inquiries');
    const other = anAnswer({ data: [{ stage: 'nothing', label: 'As it is' }, { label: 'Also' }] });
    expect(namedStages(other, 'sales').data).toEqual(other.data);
  });

  it('shows each stage’s number, rate, cost and projection', () => {
    const { series, tooltip } = draw(funnelChart(answer));
    expect(series[0]?.data.map((one) => (one as { value: number }).value)).toEqual([1000, 50]);
    expect(tooltip.formatter({ dataIndex: 0 })).toBe('Inquiries  1,000\nEach: $25.00\nThis month, projected: 1,200');
    expect(tooltip.formatter({ dataIndex: 1 })).toBe('Enrollments  50  5.0%\nEach: $500.00\nThis month, projected: –');
  });
});
