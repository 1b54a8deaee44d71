import { NativeSelect, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { GRANULARITIES, type Granularity, type QuestionAnswer } from '@paceline/contract';
import { memo, useMemo } from 'react';
import { writtenDays } from '../../../lib/text/days-text.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { Answered } from '../api.ts';
import { GRAIN_WORDS } from '../fields/grain-words.ts';
import classes from './explore.module.css';
import { FigureStrip } from './figure-strip.tsx';
import { trendChart, trendOf } from './prepare-trend.ts';

interface TrendCardProps {
  answered: Answered | undefined;
  error: Error | null;
  isStale: boolean;
  lead: string;
  /** Why the values have no trend; null if they have. */
  reason: string | null;
  onLead: (measure: string) => void;
  onGrain: (grain: Granularity | undefined) => void;
  /** Selects the days from the start of one period to the end of another. */
  onDays: (starts: readonly [string, string], answer: QuestionAnswer, grain: Granularity) => void;
  onRetry: () => void;
}

/** As high as two leaderboards beside it. */
const HEIGHT = 376;
const NARROW_HEIGHT = 260;

const Picture = ({ answered, lead, onDays }: Pick<TrendCardProps, 'lead' | 'onDays'> & { answered: Answered }) => {
  const { answer, question } = answered;
  const grain = question.granularity ?? 'month';
  const isNarrow = useMediaQuery('(width < 900px)') ?? false;
  const column = answer.columns.find(({ key, role }) => key === lead && role === 'measure');
  const trend = useMemo(() => trendOf(answer, grain, lead), [answer, grain, lead]);
  const option = useMemo(() => (column === undefined ? null : trendChart(trend, column)), [trend, column]);
  if (option === null || column === undefined || trend.starts.length === 0)
    return <EmptyState title="Nothing to draw">There are no rows in these days with these filters.</EmptyState>;
  const pick = (from: number, to: number): void => {
    const [first, last] = [trend.starts[from], trend.starts[to]];
    if (first !== undefined && last !== undefined) onDays([first, last], answer, grain);
  };
  return (
    <Chart
      label={`Trend of ${column.label}`}
      option={option}
      height={isNarrow ? NARROW_HEIGHT : HEIGHT}
      onPick={({ index }) => pick(index, index)}
      onBrush={({ from, to }) => pick(from, to)}
    />
  );
};

const daysText = ({ days, compared }: QuestionAnswer): string =>
  `${writtenDays(days)}${compared === null ? '' : `, dashed ${writtenDays(compared)}`}`;

const hasYoung = ({ matured }: QuestionAnswer, lead: string): boolean => matured?.[lead] !== undefined;

const GRAIN_CHOICES = GRANULARITIES.map((value) => ({ value, label: GRAIN_WORDS[value] }));

/** One value over time, with the compared days; a drag over the chart zooms into its days. */
export const TrendCard = memo(
  ({ answered, error, isStale, lead, reason, onLead, onGrain, onDays, onRetry }: TrendCardProps) => (
    <section className={classes.trend} aria-label="Trend" aria-busy={isStale} data-stale={isStale || undefined}>
      {reason !== null && <EmptyState title="No trend of these values">{reason}</EmptyState>}
      {reason === null && error !== null && (
        <RetryPanel
          title="The trend could not be loaded"
          message={error.message}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={onRetry}
        />
      )}
      {reason === null && error === null && answered === undefined && (
        <LoadingSkeleton label="Loading the trend" lines={9} />
      )}
      {reason === null && answered !== undefined && (
        <>
          <FigureStrip answer={answered.answer} lead={lead} onLead={onLead} />
          <div className={classes.trendHead}>
            <Text span size="xs" c="dimmed" lineClamp={2}>
              {daysText(answered.answer)}
              {hasYoung(answered.answer, lead) && '; dotted where outcomes are still to come, ○ at full maturity'}
            </Text>
            <NativeSelect
              size="xs"
              aria-label="Chart by"
              data={GRAIN_CHOICES}
              value={answered.question.granularity ?? 'month'}
              onChange={({ currentTarget }) => onGrain(currentTarget.value as Granularity)}
            />
          </div>
          <Picture answered={answered} lead={lead} onDays={onDays} />
        </>
      )}
    </section>
  ),
);
