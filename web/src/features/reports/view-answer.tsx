import { Box } from '@mantine/core';
import { type CardShows, type PickedCell, type ReportQuestion } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useLabels } from '../../lib/address/owner-labels.ts';
import { groupOfSession } from '../../lib/session/session-store.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadingSkeleton } from '../../ui/states/loading-skeleton.tsx';
import { RetryPanel } from '../../ui/states/retry-panel.tsx';
import { UnattributedLine } from '../../shared/unattributed-line.tsx';
import { answerQuery, LIVE_MS } from './api.ts';
import { CellPanel } from './answer/cell-panel.tsx';
import { drawnChart } from './answer/prepare-report-chart.ts';
import { maturityTexts } from './answer/prepare-table.ts';
import { ResultChart } from './answer/result-chart.tsx';
import { ResultTable } from './answer/result-table.tsx';

interface ViewAnswerProps {
  ownerKey: number;
  question: ReportQuestion;
  shows: CardShows;
  /** Pixels for the picture or the table. */
  room: number;
  /** Whether it is asked again by itself. */
  isLive: boolean;
}

/** The grid's tools and total, around the rows that scroll. */
const TABLE_FRAME = 84;
const MIN_TABLE = 96;
/** What stands below; more of it scrolls. */
const UNATTRIBUTED = 42;
const NOTE = 19;
const MAX_NOTES = 3;

/** A saved question's answer for the viewer: chart or table, with its own loading and failure. */
export const ViewAnswer = ({ ownerKey, question, shows, room, isLive }: ViewAnswerProps) => {
  // Sorting is local: the view does not change.
  const [order, setOrder] = useState(question.order);
  const orderedQuestion = shows === 'table' ? { ...question, order } : question;
  const [picked, setPicked] = useState<PickedCell | null>(null);
  const labelsOf = useLabels();
  const group = groupOfSession();
  const place = useId();
  const { data, error, refetch } = useQuery({
    ...answerQuery(ownerKey, orderedQuestion, place),
    ...(isLive && { refetchInterval: LIVE_MS }),
  });
  if (data === undefined)
    return error === null ? (
      <LoadingSkeleton label="Loading the answer" lines={6} />
    ) : (
      <RetryPanel
        title="This question could not be answered"
        message={error.message}
        requestId={error instanceof ApiError ? error.requestId : null}
        onRetry={() => void refetch()}
      />
    );
  const { answer } = data;
  if (answer.rows.length === 0)
    return <EmptyState title="Nothing matches">There are no rows in these days with these filters.</EmptyState>;
  const notes = [...maturityTexts(answer), ...answer.notes];
  const below = (answer.unattributed === undefined ? 0 : UNATTRIBUTED) + NOTE * Math.min(notes.length, MAX_NOTES);
  return (
    <>
      {shows === 'chart' ? (
        <ResultChart kind={drawnChart(question)} room={room - below} {...data} />
      ) : (
        <ResultTable
          {...data}
          isShaded={false}
          maxHeight={`${Math.max(MIN_TABLE, room - below - TABLE_FRAME)}px`}
          onOrder={setOrder}
          onPick={setPicked}
        />
      )}
      {group !== null && (
        <CellPanel
          ownerKey={ownerKey}
          group={group}
          labels={labelsOf(ownerKey)}
          cell={picked}
          onClose={() => setPicked(null)}
        />
      )}
      <UnattributedLine unattributed={answer.unattributed} />
      {notes.length > 0 && (
        <Box component="ul" m={0} pl={18} fz="xs" c="dimmed" aria-label="Notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </Box>
      )}
    </>
  );
};
