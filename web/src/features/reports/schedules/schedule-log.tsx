import { Drawer, Group } from '@mantine/core';
import { type ReportSchedule, RUN_CAUSE_WORDS } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { formatInstant, localZone } from '../../../lib/text/format.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { scheduleLogQuery } from '../views/api.ts';
import { readerResultText } from './prepare-schedules.ts';
import record from '../../../ui/lists/record-list.module.css';

interface ScheduleLogProps {
  ownerKey: number;
  schedule: ReportSchedule;
  onClose: () => void;
}

/** The last runs: recipients, content, and why somebody was left out. */
export const ScheduleLog = ({ ownerKey, schedule, onClose }: ScheduleLogProps) => {
  const query = useQuery(scheduleLogQuery(ownerKey, schedule.scheduleKey));
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="md"
      title={<strong>{`Runs of ${schedule.viewName}`}</strong>}
      closeButtonProps={{ 'aria-label': 'Close the log' }}
    >
      <Loaded query={query} what="log" lines={4}>
        {(runs) =>
          runs.length === 0 ? (
            <EmptyState title="No runs yet" />
          ) : (
            <PlainList aria-label="Runs">
              {runs.map(({ runKey, cause, at, readers }) => (
                <li key={runKey} className={record.row}>
                  <div className={record.words}>
                    <Group gap="2px 10px" fz="sm">
                      <strong>{formatInstant(at, localZone())}</strong>
                      <span>{RUN_CAUSE_WORDS[cause]}</span>
                    </Group>
                    {readers.map((reader) => (
                      <Note key={reader.name} size="xs">
                        {readerResultText(reader, schedule.dashboardKey === null ? 'row' : 'card')}
                      </Note>
                    ))}
                  </div>
                </li>
              ))}
            </PlainList>
          )
        }
      </Loaded>
    </Drawer>
  );
};
