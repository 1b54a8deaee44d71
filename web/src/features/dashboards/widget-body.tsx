import { SegmentedControl } from '@mantine/core';
import type { WidgetAnswer, WidgetRow } from '@paceline/contract';
import { type Ref, useMemo, useState } from 'react';
import { Chart, type ChartHandle } from '../../ui/chart/chart.tsx';
import { registerUsMap } from '../../ui/chart/us-map.ts';
import { ChangeTiles } from './change-tiles.tsx';
import type { WidgetView } from './dashboards.ts';
import { funnelChart, mapChart, seriesChart, twoAxesChart } from './prepare-charts.ts';
import { numberColumns, type WidgetColumn } from './prepare-columns.ts';
import classes from './widget-body.module.css';
import { WidgetTable } from './widget-table.tsx';

interface WidgetBodyProps {
  title: string;
  view: WidgetView;
  answer: WidgetAnswer;
  columns: readonly WidgetColumn[];
  tall: boolean;
  handle: Ref<ChartHandle>;
  onPick: (row: WidgetRow) => void;
}

registerUsMap();

const Chooser = ({
  columns,
  value,
  onChange,
}: {
  columns: readonly WidgetColumn[];
  value: string;
  onChange: (key: string) => void;
}) => (
  <SegmentedControl
    size="xs"
    aria-label="Number to show"
    data={columns.slice(0, 6).map(({ key, label }) => ({ value: key, label }))}
    value={value}
    onChange={onChange}
  />
);

export const WidgetBodyView = ({ title, view, answer, columns, tall, handle, onPick }: WidgetBodyProps) => {
  const numbers = useMemo(() => numberColumns(columns), [columns]);
  const lines = useMemo(() => numbers.filter(({ key }) => key !== 'spend'), [numbers]);
  const [chosen, setChosen] = useState<string>((view === 'twoAxes' ? lines[0]?.key : numbers[0]?.key) ?? '');
  const height = tall ? 560 : 270;
  const option = useMemo(() => {
    if (view === 'bars') return seriesChart('bar', answer, columns);
    if (view === 'twoAxes') return twoAxesChart(answer, columns, chosen);
    if (view === 'funnel') return funnelChart(answer);
    if (view === 'map') return mapChart(answer, columns, chosen);
    return seriesChart('line', answer, columns);
  }, [view, answer, columns, chosen]);

  if (view === 'tiles') return <ChangeTiles answer={answer} columns={columns} />;
  if (view === 'table' || view === 'heat')
    return <WidgetTable label={title} answer={answer} columns={columns} heat={view === 'heat'} onPick={onPick} />;

  const [first] = columns;
  const pick = (name: string): void => {
    const row = answer.data.find((one) => one['stateName'] === name || one[first?.key ?? ''] === name);
    if (row) onPick(row);
  };
  const chart = (
    <Chart
      label={`${title}, as a chart`}
      option={option}
      height={view === 'map' ? height + 60 : height}
      handle={handle}
      onPick={pick}
    />
  );
  if (view === 'map')
    return (
      <>
        <Chooser columns={numbers} value={chosen} onChange={setChosen} />
        <div className={classes.beside}>
          {chart}
          <WidgetTable label={`${title}, as a table`} answer={answer} columns={columns} onPick={onPick} />
        </div>
      </>
    );
  return (
    <>
      {view === 'twoAxes' && lines.length > 1 && <Chooser columns={lines} value={chosen} onChange={setChosen} />}
      {chart}
    </>
  );
};
