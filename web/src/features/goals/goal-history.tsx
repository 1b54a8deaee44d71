import { Box, Button } from '@mantine/core';
import { isCountTarget, TARGET_LABELS, type TargetChange } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatCount, formatDollars, formatInstant, localZone } from '../../lib/text/format.ts';
import { LoadingSkeleton } from '../../ui/states/loading-skeleton.tsx';
import { RetryPanel } from '../../ui/states/retry-panel.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { historyQuery } from './api.ts';
import classes from './goal-history.module.css';
import { shortMonthName } from './prepare-months.ts';

const SHOWN = 12;
const VIA: Readonly<Record<TargetChange['via'], string | null>> = {
  screen: null,
  file: 'by file',
  job: 'by Paceline',
  undo: 'by undoing a file',
  restore: 'by restoring',
};

const amount = (field: TargetChange['field'], value: number | null): string =>
  isCountTarget(field) ? formatCount(value) : formatDollars(value);

const Change = ({ change }: { change: TargetChange }) => {
  const { month, field, before, after, by, at, via } = change;
  return (
    <li className={classes.change}>
      <span className={classes.what}>
        {shortMonthName(month)}, {TARGET_LABELS[field]}
      </span>
      <Box component="span" style={{ whiteSpace: 'nowrap' }}>
        {amount(field, before)} <span aria-label="to">→</span> <strong>{amount(field, after)}</strong>
      </Box>
      <span className={classes.who}>
        {by}, {formatInstant(at, localZone())}
        {VIA[via] && `, ${VIA[via]}`}
      </span>
    </li>
  );
};

/** Target history, newest first: who, old and new value. */
export const GoalHistory = ({ goalKey }: { goalKey: number }) => {
  const { data: changes, error, refetch } = useQuery(historyQuery(goalKey));
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? changes : changes?.slice(0, SHOWN);
  return (
    <Box mt={16}>
      <SectionCard title="Target history">
        {error && !changes && (
          <RetryPanel
            message={error.message}
            requestId={error instanceof ApiError ? error.requestId : null}
            onRetry={() => void refetch()}
          />
        )}
        {!changes && !error && <LoadingSkeleton label="Loading the history" lines={3} />}
        {changes?.length === 0 && <p className={classes.none}>No target changes yet.</p>}
        <Box component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
          {shown?.map((change) => (
            <Change key={change.changeKey} change={change} />
          ))}
        </Box>
        {changes && shown && changes.length > shown.length && (
          <Button variant="subtle" size="xs" onClick={() => setWhole(true)}>
            Show all {formatCount(changes.length)}
          </Button>
        )}
      </SectionCard>
    </Box>
  );
};
