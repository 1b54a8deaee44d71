import { Button, Group, Text, Title } from '@mantine/core';
import { type Statement, STATEMENT_MAIL_STATES, type StatementMail, statementSeen } from '@paceline/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '../../../lib/api/api.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { formatInstant, localZone } from '../../../lib/text/format.ts';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { type StatusTone, StatusMark } from '../../../ui/marks/status-mark.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { useSendStatements, useStatementsAgain } from './api.ts';

const TONES: Readonly<Record<StatementMail['state'], StatusTone>> = {
  QUEUED: 'warn',
  SENDING: 'warn',
  SENT: 'good',
  KEPT: 'off',
  FAILED: 'bad',
  UNSURE: 'warn',
};

const Mails = ({ mails }: { mails: readonly StatementMail[] }) => (
  <PlainList mt={8} fz="sm" aria-label="Mails">
    {mails.map((mail) => (
      <li key={`${mail.to} ${mail.at}`}>
        <StatusMark tone={TONES[mail.state]}>{STATEMENT_MAIL_STATES[mail.state]}</StatusMark> {mail.to}{' '}
        <Text span size="sm" c="dimmed">
          {[formatInstant(mail.at, localZone()), mail.reason].filter(Boolean).join('. ')}
        </Text>
      </li>
    ))}
  </PlainList>
);

/** How a statement reached its side. */
export const StatementSending = ({ statement }: { statement: Statement }) => {
  const { mails, sentAt, seenAt, statementKey, ownerKey } = statement;
  const { mutate, isPending } = useSendStatements(ownerKey);
  const send = (by: 'mail' | 'hand') => mutate({ statementKeys: [statementKey], by, again: sentAt !== null });
  return (
    <section aria-label="Sending">
      <Title order={3} mt={16} mb={4} fz="md">
        Sending
      </Title>
      {sentAt === null && <Note>Not sent yet. Its PDF goes by mail to the users of its side who may see bills.</Note>}
      {seenAt !== null && <Note>{`Opened ${formatInstant(seenAt, localZone())}.`}</Note>}
      {mails.length > 0 && <Mails mails={mails} />}
      {sentAt !== null && mails.length === 0 && <Note>{`Marked as sent ${formatInstant(sentAt, localZone())}.`}</Note>}
      <Group gap={8} mt={10}>
        <Button
          size="xs"
          variant={sentAt === null ? 'filled' : 'default'}
          loading={isPending}
          onClick={() => send('mail')}
        >
          {sentAt === null ? 'Send by mail' : 'Send again'}
        </Button>
        {sentAt === null && (
          <Button size="xs" variant="default" loading={isPending} onClick={() => send('hand')}>
            Mark as sent
          </Button>
        )}
      </Group>
    </section>
  );
};

/** Says once that its side opened it. A failure is no matter of the reader's: the next opening says it. */
export const useSeen = (statement: Statement | undefined) => {
  const again = useStatementsAgain();
  const { mutate } = useMutation({
    mutationFn: ({ ownerKey, statementKey }: Statement) =>
      callApi(statementSeen, { params: { owner: ownerKey, statementKey } }),
    onSuccess: again,
  });
  const isNew = statement !== undefined && statement.seenAt === null && groupOfSession() !== 'ag';
  const key = isNew ? statement.statementKey : null;
  useEffect(() => {
    if (key !== null && statement !== undefined) mutate(statement);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each statement, not for each answer about it
  }, [key]);
};
