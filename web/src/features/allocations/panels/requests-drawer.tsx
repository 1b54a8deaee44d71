import { Button, Drawer, Group, Text, TextInput } from '@mantine/core';
import type { AllocationRequest } from '@paceline/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatInstant } from '../../../lib/text/format.ts';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { useAnswerRequest } from '../api.ts';
import { QueryState } from '../../../ui/states/query-state.tsx';
import classes from './panels.module.css';

interface RequestsDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  query: Pick<UseQueryResult<AllocationRequest[]>, 'data' | 'error' | 'refetch'>;
  /** Agency users answer; partner users can only view. */
  mayAnswer: boolean;
  timeZone: string;
  onAnswered: () => void;
}

const STATES: Record<AllocationRequest['state'], string> = {
  OPEN: 'Waiting for the agency',
  ACCEPTED: 'Accepted',
  DECLINED: 'Declined',
  WITHDRAWN: 'Withdrawn',
};

export const openRequests = (requests: readonly AllocationRequest[] | undefined): AllocationRequest[] =>
  (requests ?? []).filter(({ state }) => state === 'OPEN');

const Words = ({ request, timeZone }: { request: AllocationRequest; timeZone: string }) => (
  <div>
    <Text size="sm" lh={1.4}>
      <strong>{request.campaignName}</strong>
    </Text>
    <Text size="sm" lh={1.4}>
      Requested <strong>{formatCount(request.requestedAllocation)}</strong>, current{' '}
      {request.currentAllocation === null ? 'no cap' : formatCount(request.currentAllocation)}
    </Text>
    <Note size="xs" mt={1} lh={1.4}>
      {request.requestedBy}, {request.vendor}, {formatInstant(request.requestedAt, timeZone)}
    </Note>
    {request.note && (
      <Note size="xs" mt={1} lh={1.4}>
        “{request.note}”
      </Note>
    )}
  </div>
);

const Outcome = ({ request, timeZone }: { request: AllocationRequest; timeZone: string }) => (
  <Note size="xs" mt={1} lh={1.4}>
    {STATES[request.state]}
    {request.decidedBy && ` by ${request.decidedBy}, ${formatInstant(request.decidedAt, timeZone)}`}
    {request.answer && `: “${request.answer}”`}
  </Note>
);

const Answer = ({ request, onAnswered }: { request: AllocationRequest; onAnswered: () => void }) => {
  const [answer, setAnswer] = useState('');
  const { mutate, isPending } = useAnswerRequest(onAnswered);
  const give = (accept: boolean) =>
    mutate({ ownerKey: request.ownerKey, requestKey: request.requestKey, accept, answer });
  return (
    <Group gap={8} align="flex-end">
      <TextInput
        flex={1}
        miw={0}
        size="xs"
        aria-label={`Answer to ${request.vendor} about ${request.campaignName}`}
        placeholder="Note to the partner (optional)"
        maxLength={500}
        value={answer}
        onChange={(event) => setAnswer(event.currentTarget.value)}
      />
      <Button size="xs" loading={isPending} aria-label={`Accept ${request.campaignName}`} onClick={() => give(true)}>
        Accept
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={isPending}
        aria-label={`Decline ${request.campaignName}`}
        onClick={() => give(false)}
      >
        Decline
      </Button>
    </Group>
  );
};

/** Partners' allocation requests of a month: answered by the agency, tracked by the partner. */
export const RequestsDrawer = ({ isOpen, onClose, query, mayAnswer, timeZone, onAnswered }: RequestsDrawerProps) => (
  <Drawer
    opened={isOpen}
    onClose={onClose}
    position="right"
    size={520}
    padding="md"
    title={<strong>Allocation requests</strong>}
  >
    <QueryState
      query={query}
      label="Loading the requests"
      isEmpty={(requests) => requests.length === 0}
      empty="No requests for this month"
    >
      {(requests) => (
        <PlainList gap={0} mt={10}>
          {requests.map((request) => (
            <li key={request.requestKey} className={classes.request}>
              <Words request={request} timeZone={timeZone} />
              {request.state === 'OPEN' && mayAnswer ? (
                <Answer request={request} onAnswered={onAnswered} />
              ) : (
                <Outcome request={request} timeZone={timeZone} />
              )}
            </li>
          ))}
        </PlainList>
      )}
    </QueryState>
  </Drawer>
);
