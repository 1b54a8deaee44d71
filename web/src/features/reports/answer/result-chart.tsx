import { Box, SegmentedControl } from '@mantine/core';
import type { ReportChart } from '@paceline/contract';
import { useMemo, useState } from 'react';
import { Chart } from '../../../ui/chart/chart.tsx';
import { useUsMap } from '../../../ui/chart/use-us-map.ts';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import type { Answered } from '../api.ts';
import { chartMeasures } from './chart-values.ts';
import { pictureOf, whyNoChart } from './prepare-report-chart.ts';

const CHART_NAMES: Readonly<Record<Exclude<ReportChart, 'table'>, string>> = {
  line: 'Line chart',
  bar: 'Bar chart',
  stackedBar: 'Stacked bar chart',
  pie: 'Pie chart',
  scatter: 'Scatter chart',
  map: 'Map of states',
};
const MAX_CHOICES = 6;

interface ResultChartProps extends Answered {
  kind: Exclude<ReportChart, 'table'>;
  /** Pixels for the picture with its choices, inside a card; without it the picture has a box and its usual height. */
  room?: number;
}

/** Inside a card the card is box enough. */
const BOX = { p: 12, bg: 'var(--pl-surface)', bd: '1px solid var(--pl-line)', bdrs: 8 } as const;
const CHOICES = 38;
const MIN_HEIGHT = 140;

/** The answer as a chart of one measure; the table below has the numbers. */
export const ResultChart = ({ kind, question, answer, room }: ResultChartProps) => {
  const [chosen, setChosen] = useState('');
  const hasMap = useUsMap(kind === 'map');
  const { measures, measure, problem, picture } = useMemo(() => {
    const all = chartMeasures(answer);
    const drawn = all.find(({ key }) => key === chosen) ?? all[0];
    const why = whyNoChart(kind, answer, drawn);
    const built = why !== null || drawn === undefined ? null : pictureOf(kind, answer, question, drawn);
    return { measures: all, measure: drawn, problem: why, picture: built };
  }, [kind, answer, question, chosen]);
  if (measure === undefined || picture === null) return <Note size="xs">{problem}</Note>;
  const hasChoices = kind !== 'scatter' && measures.length > 1;
  const usual = kind === 'map' ? 340 : 280;
  const height = room === undefined ? usual : Math.max(MIN_HEIGHT, room - (hasChoices ? CHOICES : 0));
  const label =
    kind === 'scatter'
      ? `${CHART_NAMES[kind]} of ${measures[0]?.label} and ${measures[1]?.label}`
      : `${CHART_NAMES[kind]} of ${measure.label}`;
  return (
    <Box {...(room === undefined && BOX)}>
      {hasChoices && (
        <SegmentedControl
          size="xs"
          aria-label="Value to draw"
          maw="100%"
          mb={8}
          style={{ overflowX: 'auto' }}
          data={measures.slice(0, MAX_CHOICES).map(({ key, label: name }) => ({ value: key, label: name }))}
          value={measure.key}
          onChange={setChosen}
        />
      )}
      {kind === 'map' && !hasMap ? (
        <LoadingSkeleton label="Loading the map" lines={8} />
      ) : (
        <Chart label={label} option={picture.build} height={height} />
      )}
      {picture.left !== null && <Note size="xs">{picture.left}</Note>}
    </Box>
  );
};
