import { Text, UnstyledButton } from '@mantine/core';
import {
  changeKey,
  type FigureCard,
  formatMetricValue,
  type PickedCell,
  type ReportQuestion,
  goalState,
  youngOf,
  youngText,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useLabels } from '../../../lib/address/owner-labels.ts';
import { toneOf } from '../../../lib/text/change-tone.ts';
import { writtenDays } from '../../../lib/text/days-text.ts';
import { localZone, todayIn } from '../../../lib/text/format.ts';
import { Note } from '../../../ui/pieces/note.tsx';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';
import { answerQuery, LIVE_MS } from '../api.ts';
import { CellPanel } from '../answer/cell-panel.tsx';
import { chartMeasures, textOf } from '../answer/chart-values.ts';
import type { CardPage } from './card-page.ts';
import classes from './dashboard.module.css';
import { GoalLine } from './goal-line.tsx';

interface FigureBodyProps {
  page: CardPage;
  card: FigureCard;
  /** The card's question with the dashboard's dates and filters. */
  question: ReportQuestion;
  /** Whether these are not the dates and data that the goal is for. */
  isOverridden: boolean;
}

/** One figure, its change, and how it stands to its goal. Opens the rows behind it. */
export const FigureBody = ({ page, card, question, isOverridden }: FigureBodyProps) => {
  const { ownerKey, group, isLive } = page;
  const [picked, setPicked] = useState<PickedCell | null>(null);
  const labelsOf = useLabels();
  const place = useId();
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...answerQuery(ownerKey, question, place),
    ...(isLive && { refetchInterval: LIVE_MS }),
  });
  if (data === undefined)
    return error === null ? (
      <LoadingSkeleton label="Loading the figure" lines={2} />
    ) : (
      <RetryPanel
        title="This figure could not be loaded"
        message={error.message}
        requestId={error instanceof ApiError ? error.requestId : null}
        onRetry={() => void refetch()}
      />
    );
  const { answer } = data;
  const [column] = chartMeasures(answer);
  if (column === undefined) return <Note size="xs">This figure could not be shown.</Note>;
  const cell = answer.total[column.key];
  const value = typeof cell === 'number' ? cell : null;
  const write = (amount: number): string => textOf(column, amount);
  const young = youngOf(answer, answer.total, column.key);
  const change = answer.total[changeKey(column.key)];
  const goal =
    card.goal &&
    goalState({
      goal: card.goal,
      measure: card.measure,
      value,
      period: data.question.period,
      // A display on a wall goes on over midnight.
      today: todayIn(localZone(), new Date(dataUpdatedAt)),
      young: young && youngText(young, write),
      write,
    });
  return (
    <>
      <div className={classes.figureLine}>
        <UnstyledButton
          className={classes.figure}
          disabled={value === null}
          onClick={() => setPicked({ row: answer.total, column, question: data.question, answer })}
        >
          {textOf(column, value)}
        </UnstyledButton>
        {answer.compared !== null && typeof change === 'number' && (
          <span className={classes.change} data-tone={toneOf(column.key, change)}>
            {`${formatMetricValue({ kind: 'percent', decimals: 1 }, change, { signed: true })} vs previous`}
          </span>
        )}
      </div>
      {goal !== null && card.goal !== null && (
        <GoalLine goal={goal} amount={write(card.goal.amount)} side={card.goal.side} isCompared={!isOverridden} />
      )}
      {young !== null && goal === null && <Note size="xs">{youngText(young, write)}</Note>}
      <Text size="xs" c="dimmed">
        {writtenDays(answer.days)}
      </Text>
      <CellPanel {...{ ownerKey, group }} labels={labelsOf(ownerKey)} cell={picked} onClose={() => setPicked(null)} />
    </>
  );
};
