import { Button, Group, Menu, Text } from '@mantine/core';
import {
  type ReportSchedule,
  reportScheduleLeave,
  reportScheduleList,
  reportScheduleLog,
  reportSchedulePause,
  reportScheduleRemove,
  reportScheduleRun,
  scheduleWords,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formatInstant, localZone } from '../../../lib/text/format.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { schedulesQuery, useOwnerChange } from '../views/api.ts';
import { lastRunText, readersText } from './prepare-schedules.ts';
import record from '../../../ui/lists/record-list.module.css';

const ScheduleDialog = lazy(async () => ({ default: (await import('./schedule-dialog.tsx')).ScheduleDialog }));
const ScheduleLog = lazy(async () => ({ default: (await import('./schedule-log.tsx')).ScheduleLog }));

type Open = { kind: 'edit' | 'log'; schedule: ReportSchedule };

interface RowProps {
  ownerKey: number;
  schedule: ReportSchedule;
  onOpen: (open: Open) => void;
}

const ScheduleRow = ({ ownerKey, schedule, onOpen }: RowProps) => {
  const { scheduleKey, viewName, mayChange, isReader, isPaused, pauseReason, nextRunAt } = schedule;
  const reads = [reportScheduleList, reportScheduleLog];
  const run = useOwnerChange(reportScheduleRun, ownerKey, reads);
  const pause = useOwnerChange(reportSchedulePause, ownerKey, reads);
  const remove = useOwnerChange(reportScheduleRemove, ownerKey, reads);
  const leave = useOwnerChange(reportScheduleLeave, ownerKey, reads);
  const start = (cause: 'now' | 'test') =>
    run.mutate(
      { scheduleKey, cause },
      {
        onSuccess: () =>
          toast.success(
            cause === 'test' ? 'A test is on its way to you.' : `“${viewName}” is on its way to its readers.`,
          ),
      },
    );
  const drop = () =>
    remove.mutate(
      { scheduleKey, isRemoved: true },
      {
        onSuccess: () =>
          toast.success(`Schedule of “${viewName}” deleted.`, {
            label: 'Undo',
            onAct: () => remove.mutate({ scheduleKey, isRemoved: false }),
          }),
      },
    );
  return (
    <li className={record.row}>
      <div className={record.words}>
        <Group gap="2px 10px" fz="sm">
          <strong>{viewName}</strong>
          <StatusMark tone={isPaused ? 'warn' : 'good'}>{isPaused ? 'Paused' : 'Active'}</StatusMark>
        </Group>
        <Text size="sm">{`${scheduleWords(schedule)} to ${readersText(schedule.readers)}`}</Text>
        <Note size="xs">
          {isPaused ? (pauseReason ?? 'Paused by hand.') : `Next run ${formatInstant(nextRunAt, localZone())}`}
        </Note>
        <Note size="xs">{lastRunText(schedule.lastRun, localZone())}</Note>
      </div>
      <Group gap={8}>
        {mayChange && (
          <>
            <Button
              size="xs"
              variant="default"
              aria-label={`Log of ${viewName}`}
              onClick={() => onOpen({ kind: 'log', schedule })}
            >
              Log
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={`Run now: ${viewName}`}
              loading={run.isPending}
              onClick={() => start('now')}
            >
              Run now
            </Button>
          </>
        )}
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <Button size="xs" variant="default" aria-label={`More for the schedule of ${viewName}`}>
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {mayChange && (
              <>
                <Menu.Item onClick={() => start('test')}>Send me a test</Menu.Item>
                <Menu.Item onClick={() => onOpen({ kind: 'edit', schedule })}>Edit</Menu.Item>
                <Menu.Item onClick={() => pause.mutate({ scheduleKey, isPaused: !isPaused })}>
                  {isPaused ? 'Resume' : 'Pause'}
                </Menu.Item>
              </>
            )}
            {isReader && <Menu.Item onClick={() => leave.mutate({ scheduleKey })}>Stop emailing me</Menu.Item>}
            {mayChange && (
              <Menu.Item color="red" onClick={drop}>
                Delete
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
    </li>
  );
};

/** Email schedules the viewer created or receives. */
export const SchedulesList = ({ ownerKey }: { ownerKey: number }) => {
  const query = useQuery(schedulesQuery(ownerKey));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <SectionCard title="Schedules" note="Each reader gets only what they may see at that time.">
      <Loaded query={query} what="schedules" lines={4}>
        {(schedules) =>
          schedules.length === 0 ? (
            <EmptyState title="No schedules yet">
              Choose “Schedule” on a saved view or a dashboard to email it regularly.
            </EmptyState>
          ) : (
            <PlainList aria-label="Schedules">
              {schedules.map((schedule) => (
                <ScheduleRow key={schedule.scheduleKey} ownerKey={ownerKey} schedule={schedule} onOpen={setOpen} />
              ))}
            </PlainList>
          )
        }
      </Loaded>
      <Suspense fallback={null}>
        {open?.kind === 'edit' && (
          <ScheduleDialog
            ownerKey={ownerKey}
            subject={{ ...open.schedule, name: open.schedule.viewName }}
            schedule={open.schedule}
            onSaved={close}
            onClose={close}
          />
        )}
        {open?.kind === 'log' && <ScheduleLog ownerKey={ownerKey} schedule={open.schedule} onClose={close} />}
      </Suspense>
    </SectionCard>
  );
};
