import { Button, Group, NativeSelect, Progress } from '@mantine/core';
import { type ClientCriteriaRecord, REPLAY_DAYS } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatInstant } from '../../../lib/text/format.ts';
import { ErrorText } from '../../../ui/states/error-text.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { replayListQuery, replayQuery, useCancelReplay, useStartReplay } from './api.ts';
import classes from './criteria.module.css';
import { type CriteriaValues, formProblems } from './prepare-criteria.ts';
import { progressOf, staleWords } from './prepare-replay.ts';
import { ReplayResultView } from './replay-result.tsx';

type Days = (typeof REPLAY_DAYS)[number];

interface ReplayPanelProps {
  record: ClientCriteriaRecord;
  values: CriteriaValues;
  isChanged: boolean;
  canTest: boolean;
}

/** What the form's rules would have done with the leads of the last weeks. */
export const ReplayPanel = ({ record, values, isChanged, canTest }: ReplayPanelProps) => {
  const { clientKey } = record;
  const [days, setDays] = useState<Days>(30);
  const [chosen, setChosen] = useState<number | null>(null);
  const { data: past = [] } = useQuery(replayListQuery(clientKey));
  const start = useStartReplay(clientKey);
  const cancel = useCancelReplay(clientKey);
  const failed = start.error ?? cancel.error;
  const shown = chosen ?? past[0]?.replayKey ?? null;
  const { data: replay } = useQuery({ ...replayQuery(clientKey, shown ?? 0), enabled: shown !== null });
  const isRunning = replay?.state === 'queued' || replay?.state === 'running';
  const isReady = isChanged && formProblems(values).length === 0;
  const run = async () => {
    const started = await start.mutateAsync({ days, criteria: values }).catch(() => undefined);
    if (started) setChosen(started.replayKey);
  };
  const stale = replay && staleWords(replay, record, values);
  return (
    <SectionCard
      title="Test on past leads"
      note="Runs the changed rules on leads that media partners posted. Nothing is changed. The test continues if you leave this page."
    >
      <Group gap={12} align="flex-end" mt={14}>
        <NativeSelect
          label="Leads of the last"
          data={REPLAY_DAYS.map((count) => ({ value: String(count), label: `${count} days` }))}
          value={String(days)}
          onChange={(event) => {
            const dayCount = Number(event.currentTarget.value);
            setDays(REPLAY_DAYS.find((count) => count === dayCount) ?? 30);
          }}
        />
        {canTest && (
          <Button
            variant="default"
            disabled={!isReady || isRunning}
            loading={start.isPending}
            onClick={() => void run()}
          >
            Test on past leads
          </Button>
        )}
        {past.length > 1 && (
          <NativeSelect
            label="Past tests"
            data={past.map(({ replayKey, startedBy, startedAt, days: of }) => ({
              value: String(replayKey),
              label: `${formatInstant(startedAt, record.timeZone)}, ${startedBy}, ${of} days`,
            }))}
            value={String(shown ?? '')}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
          />
        )}
      </Group>
      {isRunning && canTest && (
        <Button variant="default" mt="sm" loading={cancel.isPending} onClick={() => cancel.mutate(replay.replayKey)}>
          Cancel test
        </Button>
      )}
      {!isChanged && canTest && <Note my={8}>Change a rule to test it.</Note>}
      {failed && (
        <FormFailure
          failure={{
            message: failed.message,
            requestId: failed instanceof ApiError ? failed.requestId : null,
          }}
        />
      )}
      <div role="status" aria-live="polite">
        {isRunning && (
          <>
            <Progress value={progressOf(replay).percent} aria-label="Progress of the test" mt="sm" />
            <Note my={8}>Testing: {progressOf(replay).words}</Note>
          </>
        )}
        {replay?.state === 'cancelled' && <Note my={8}>The test was cancelled.</Note>}
        {replay?.state === 'failed' && <ErrorText size="xs">The test failed. Start it again.</ErrorText>}
        {replay?.state === 'done' && stale && <p className={classes.stale}>{stale}</p>}
      </div>
      {replay?.result && <ReplayResultView replay={replay} result={replay.result} timeZone={record.timeZone} />}
    </SectionCard>
  );
};
