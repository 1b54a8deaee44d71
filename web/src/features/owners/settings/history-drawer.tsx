import { Drawer, Text } from '@mantine/core';
import { OWNER_SETTINGS } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { formatInstant } from '../../../lib/text/format.ts';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';
import { historyQuery } from './api.ts';
import classes from './owner-settings.module.css';

interface HistoryDrawerProps {
  ownerKey: number;
  timeZone: string;
  onClose: () => void;
}

/** Settings history, newest first: who, old and new value. */
export const HistoryDrawer = ({ ownerKey, timeZone, onClose }: HistoryDrawerProps) => {
  const { data, error, refetch } = useQuery(historyQuery(ownerKey));
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={480}
      padding="md"
      title={<strong>History of settings</strong>}
    >
      {error && !data && <RetryPanel message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingSkeleton label="Loading the history" lines={4} />}
      {data?.length === 0 && <Note>No settings changed yet.</Note>}
      <ol className={classes.history}>
        {data?.map(({ at, by, name, before, after }) => (
          <li key={`${at} ${name}`}>
            <strong>{OWNER_SETTINGS[name].label}</strong>
            <span>
              {before} → {after}
            </span>
            <Text span size="sm" c="dimmed">
              {by ?? 'Paceline'}, {formatInstant(at, timeZone)}
            </Text>
          </li>
        ))}
      </ol>
    </Drawer>
  );
};
