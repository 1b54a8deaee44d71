import { Button, Group, Text } from '@mantine/core';
import type { User } from '@paceline/contract';
import { type ReactNode, useId } from 'react';
import { formatInstant, localZone } from '../lib/text/format.ts';
import { Note } from '../ui/pieces/note.tsx';
import { SectionCard } from '../ui/pieces/section-card.tsx';
import { useDecideEmail } from './email-change-api.ts';

interface EmailChangeCardProps {
  user: Pick<User, 'userKey' | 'email' | 'emailChange'>;
  /** The user's own account: the change can be cancelled here, but confirmed only by the mailed link. */
  isOwn?: boolean;
  /** Why the viewer cannot decide; null if they can. */
  lock?: string | null;
}

const Why = ({ id, children }: { id: string; children: ReactNode }) => (
  <Note id={id} size="xs" mt={12}>
    {children}
  </Note>
);

const APPROVE_LOCK = 'You requested this change, so a second administrator must approve it.';

/** An email address that awaits confirmation: who asked for it, and the possible actions. */
export const EmailChangeCard = ({ user, isOwn = false, lock = null }: EmailChangeCardProps) => {
  const id = useId();
  const { mutate: decide, isPending, variables } = useDecideEmail(user.userKey);
  const change = user.emailChange;
  if (change === null) return null;
  const { changeKey, newEmail, requestedBy, requestedAt, expiresAt, isMine } = change;
  const approveLock = lock ?? (isMine ? APPROVE_LOCK : null);
  const why = isOwn ? null : approveLock;
  return (
    <SectionCard title="New email address">
      <Text size="sm" mb={4} fw={550} style={{ overflowWrap: 'anywhere' }}>
        {newEmail}
      </Text>
      <Text size="sm" lh={1.6} style={{ overflowWrap: 'anywhere' }}>
        {requestedBy} asked for it on {formatInstant(requestedAt, localZone())}. Mail keeps going to the old address
        until the change is confirmed {isOwn ? 'by the link sent there' : 'by the link sent there or approved here'}, at
        the latest on {formatInstant(expiresAt, localZone())}.
      </Text>
      <Group gap={8} mt={12}>
        {!isOwn && (
          <Button
            size="xs"
            disabled={approveLock !== null}
            aria-describedby={why === null ? undefined : id}
            loading={isPending && variables.approve}
            onClick={() => decide({ changeKey, approve: true })}
          >
            Approve
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          disabled={lock !== null}
          aria-describedby={lock === null ? undefined : id}
          loading={isPending && !variables.approve}
          onClick={() => decide({ changeKey, approve: false })}
        >
          {isOwn ? 'Stop this change' : 'Cancel the change'}
        </Button>
      </Group>
      {why !== null && <Why id={id}>{why}</Why>}
    </SectionCard>
  );
};
