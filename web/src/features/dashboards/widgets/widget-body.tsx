import { SegmentedControl } from '@mantine/core';
import { numberColumns, type WidgetAnswer, type WidgetBody, type WidgetColumn } from '@paceline/contract';
import { type Ref, useMemo, useState } from 'react';
import { Chart, type ChartHandle, type ChartPoint } from '../../../ui/chart/chart.tsx';
import { useUsMap } from '../../../ui/chart/use-us-map.ts';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { ChangeTiles } from './change-tiles.tsx';
import type { WidgetView } from '../dashboards.ts';
import { PivotTable } from './pivot-table.tsx';
import { cohortHeat, deliveryHeat } from './prepare-heat.ts';
import { scatterChart } from './prepare-scatter.ts';
import { drawnColumns, funnelChart, mapChart, seriesChart, twoAxesChart, twoAxesColumns } from './prepare-charts.ts';
import type { Sort } from './prepare-sort.ts';
import classes from './widget-body.module.css';
import { type PickFigure, WidgetTable } from './widget-table.tsx';

interface WidgetBodyProps {
  title: string;
  /** The widget's question. */
  body: WidgetBody;
  view: WidgetView;
  answer: WidgetAnswer;
  columns: readonly WidgetColumn[];
  /** The reader's chosen columns. */
  tableColumns: readonly WidgetColumn[];
  /** Full-screen height. */
  tall: boolean;
  /** The page's one large chart. */
  isMain?: boolean;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
  /** The server sorts. */
  isRanked: boolean;
  handle?: Ref<ChartHandle>;
  /** Opens the rows behind a number; without it numbers are not clickable. */
  onPick?: PickFigure | undefined;
  /** The mature cost is a different figure, from the pacing table. */
  onPickMature?: (() => void) | undefined;
}

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
    data={columns.slice(0, 6).map(({ key, label, short = label }) => ({ value: key, label: short }))}
    value={value}
    onChange={onChange}
  />
);

/** The column of a chart's mark. */
const columnOf = (
  view: WidgetView,
  columns: readonly WidgetColumn[],
  chosen: string,
  series: number,
): WidgetColumn | null => {
  const numbers = numberColumns(columns);
  if (view === 'map' || view === 'measureBars') return numbers.find(({ key }) => key === chosen) ?? null;
  if (view === 'scatter') return null;
  const shown = view === 'twoAxes' ? twoAxesColumns(columns, chosen) : numbers;
  // The dashed lines into open periods come after all other series.
  const lines = view === 'twoAxes' ? shown.slice(1) : shown;
  return [...drawnColumns(columns, shown), ...lines][series] ?? null;
};

/** With more bars there is no room for names. The table has all rows. */
const MAX_BARS = 15;

export const WidgetBodyView = ({
  title,
  body,
  view,
  answer,
  columns,
  tableColumns,
  tall,
  isMain = false,
  sort,
  onSort,
  isRanked,
  handle,
  onPick,
  onPickMature,
}: WidgetBodyProps) => {
  const numbers = useMemo(
    () => numberColumns(columns).filter(({ key }) => answer.blank?.[key] === undefined),
    [columns, answer.blank],
  );
  const lines = useMemo(() => numbers.filter(({ key }) => key !== 'spend' && key !== 'percentMatured'), [numbers]);
  const [chosen, setChosen] = useState<string>((view === 'twoAxes' ? lines[0]?.key : numbers[0]?.key) ?? '');
  const hasMap = useUsMap(view === 'map');
  const height = tall ? Math.max(320, window.innerHeight - 220) : isMain ? 340 : 270;
  const option = useMemo(() => {
    if (view === 'bars') return seriesChart('bar', answer, columns);
    if (view === 'twoAxes') return twoAxesChart(answer, columns, chosen);
    if (view === 'funnel') return funnelChart(answer);
    if (view === 'map') return mapChart(answer, columns, chosen);
    if (view === 'scatter') return scatterChart(answer, columns);
    if (view === 'measureBars') {
      const drawn = columns.filter(
        ({ key, measure, role }, place) => place === 0 || key === chosen || (role === 'previous' && measure === chosen),
      );
      return seriesChart('bar', { ...answer, data: answer.data.slice(0, MAX_BARS) }, drawn);
    }
    return seriesChart('line', answer, columns);
  }, [view, answer, columns, chosen]);

  const table = { answer, columns: tableColumns, full: tall, onPick, sort, onSort, isRanked };
  if (view === 'tiles')
    return <ChangeTiles answer={answer} columns={columns} onPick={onPick} onPickMature={onPickMature} />;
  if (view === 'cohorts' || view === 'days')
    return <WidgetTable label={title} {...table} heatOf={view === 'cohorts' ? cohortHeat(answer) : deliveryHeat} />;
  if (view === 'pivot')
    return (
      <>
        <Chooser columns={numbers} value={chosen} onChange={setChosen} />
        <PivotTable
          label={title}
          answer={answer}
          body={body}
          attributes={[columns[0], columns[1]]}
          column={numbers.find(({ key }) => key === chosen)}
          full={tall}
        />
      </>
    );
  if (view === 'table' || view === 'heat') return <WidgetTable label={title} heat={view === 'heat'} {...table} />;

  const pick = ({ index, series }: ChartPoint): void => {
    const row = answer.data[index];
    if (row) onPick?.(row, columnOf(view, columns, chosen, series));
  };
  const chart = (
    <Chart
      label={`${title}, as a chart`}
      option={option}
      height={view === 'map' ? height + 60 : height}
      {...(handle !== undefined && { handle })}
      {...(onPick !== undefined && { onPick: pick })}
    />
  );
  if (view === 'map')
    return (
      <>
        <Chooser columns={numbers} value={chosen} onChange={setChosen} />
        <div className={classes.beside}>
          {hasMap ? chart : <LoadingSkeleton label={`Loading the map of ${title}`} lines={8} />}
          <WidgetTable label={`${title}, as a table`} {...table} />
        </div>
      </>
    );
  if (view === 'measureBars' || view === 'scatter')
    return (
      <>
        {view === 'measureBars' && <Chooser columns={numbers} value={chosen} onChange={setChosen} />}
        {chart}
        <WidgetTable label={`${title}, as a table`} {...table} />
      </>
    );
  return (
    <>
      {view === 'twoAxes' && lines.length > 1 && <Chooser columns={lines} value={chosen} onChange={setChosen} />}
      {chart}
    </>
  );
};
