import { Badge, Box, Button, Group } from '@mantine/core';
import { type UserSession, userSessionEnd, userSessionList } from '@paceline/contract';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api/api-error.ts';
import { formatInstant, localZone } from '../lib/text/format.ts';
import { LoadingSkeleton } from '../ui/states/loading-skeleton.tsx';
import { PlainList } from '../ui/lists/plain-list.tsx';
import { Note } from '../ui/pieces/note.tsx';
import { RetryPanel } from '../ui/states/retry-panel.tsx';
import { ScrollFrame } from '../ui/pieces/scroll-frame.tsx';
import { prepareAgent } from './prepare-agent.ts';
import classes from './session-list.module.css';
import { callApi } from '../lib/api/api.ts';
import { callQuery } from '../lib/api/op-query.ts';
import { toast } from '../ui/toast/toast-store.ts';

const sessionsQuery = (userKey: number) => callQuery(userSessionList, { params: { userKey } });

/** Ends one session of a user; null ends all but the current one. */
const useEndSession = (userKey: number) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sessionKey: UserSession['sessionKey'] | null) =>
      callApi(userSessionEnd, { params: { userKey }, body: { sessionKey } }),
    onSuccess: (answer) => {
      if (answer) toast.success(answer.ended === 1 ? 'The session is ended.' : `${answer.ended} sessions are ended.`);
      return queries.invalidateQueries({ queryKey: [userSessionList.id] });
    },
    onError: (error) => toast.error(error instanceof ApiError ? error : { message: error.message }),
  });
};

interface SessionListProps {
  userKey: number;
  canEnd: boolean;
  /** Label of the button that ends all of them. */
  endAllLabel: string;
}

interface RowProps {
  session: UserSession;
  canEnd: boolean;
  isEnding: boolean;
  onEnd: () => void;
}

const Row = ({ session, canEnd, isEnding, onEnd }: RowProps) => {
  const agent = prepareAgent(session.userAgent);
  const Icon = /iOS|Android/.test(agent) ? IconDeviceMobile : IconDeviceDesktop;
  const since = formatInstant(session.createdAt, localZone());
  return (
    <li className={classes.row}>
      <Icon size={20} aria-hidden="true" className={classes.icon} />
      <Box flex={1} miw={0}>
        <Group gap="2px 8px" fz="sm" fw={550}>
          {agent}
          {session.current && (
            <Badge variant="light" size="sm" tt="none">
              This session
            </Badge>
          )}
        </Group>
        <Note size="xs">
          {session.ip || 'Unknown address'} · since {since}
        </Note>
      </Box>
      {canEnd && !session.current && (
        <Button
          variant="default"
          size="xs"
          loading={isEnding}
          onClick={onEnd}
          aria-label={`End the session of ${agent} since ${since}`}
        >
          End
        </Button>
      )}
    </li>
  );
};

/** A user's sessions, with a button to end each. */
export const SessionList = ({ userKey, canEnd, endAllLabel }: SessionListProps) => {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery(userKey));
  const { mutate: end, isPending, variables } = useEndSession(userKey);
  if (error && !sessions)
    return (
      <RetryPanel
        message={error.message}
        requestId={error instanceof ApiError ? error.requestId : null}
        onRetry={() => void refetch()}
      />
    );
  if (!sessions) return <LoadingSkeleton label="Loading the sessions" lines={3} />;
  const others = sessions.filter(({ current }) => !current);
  return (
    <>
      {sessions.length === 0 && <Note size="xs">Not signed in anywhere.</Note>}
      <ScrollFrame label="Sessions" height={420}>
        <PlainList>
          {sessions.map((session) => (
            <Row
              key={session.sessionKey}
              session={session}
              canEnd={canEnd}
              isEnding={isPending && variables === session.sessionKey}
              onEnd={() => end(session.sessionKey)}
            />
          ))}
        </PlainList>
      </ScrollFrame>
      {canEnd && others.length > 1 && (
        <Button variant="default" size="xs" mt={12} loading={isPending && variables === null} onClick={() => end(null)}>
          {endAllLabel}
        </Button>
      )}
    </>
  );
};
