import { CodeBlock } from '../../ui/code-block.tsx';
import { Box, Button, CopyButton, Drawer, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import {
  type Webhook,
  webhookList,
  type WebhookMessage,
  webhookMessageGet,
  webhookMessageList,
  webhookReplay,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatInstant } from '../../lib/text/format.ts';
import { Loaded } from '../../ui/states/loaded.tsx';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { messageQuery, messagesQuery, useIntegrationChange } from './api.ts';
import { daysAgo, eventText, instantOf, MESSAGE_MARKS } from './prepare-webhooks.ts';
import record from '../../ui/lists/record-list.module.css';

interface WebhookLogProps {
  webhook: Webhook;
  timeZone: string;
  onClose: () => void;
}

const STATES = [
  { value: '', label: 'All messages' },
  { value: 'failed', label: 'Failed' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'delivered', label: 'Delivered' },
];

const Details = ({
  webhookKey,
  message,
  timeZone,
}: {
  webhookKey: number;
  message: WebhookMessage;
  timeZone: string;
}) => (
  <Loaded query={useQuery(messageQuery(webhookKey, message.messageKey))} what="message" lines={3}>
    {({ body, command, tries }) => (
      <>
        <Group gap={8} justify="space-between">
          <Note size="xs">{message.messageId}</Note>
          <CopyButton value={command}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="subtle" title="Without its signature" onClick={copy}>
                {copied ? 'Copied' : 'Copy as curl'}
              </Button>
            )}
          </CopyButton>
        </Group>
        <CodeBlock>{body}</CodeBlock>
        <PlainList component="ol" aria-label={`Tries of ${message.messageId}, the newest first`}>
          {tries.map((one) => (
            <Box key={one.attempt} component="li" pt={8}>
              <Group gap="2px 10px" fz="sm">
                <strong>Try {one.attempt}</strong>
                <StatusMark tone={MESSAGE_MARKS[one.outcome].tone}>{MESSAGE_MARKS[one.outcome].label}</StatusMark>
                <Text span size="xs" c="dimmed">
                  {[formatInstant(one.at, timeZone), one.because, `${formatCount(one.durationMs)} ms`].join(', ')}
                </Text>
              </Group>
              {one.response !== '' && <CodeBlock>{one.response}</CodeBlock>}
            </Box>
          ))}
        </PlainList>
        {tries.length === 0 && <Note size="xs">Nothing was sent yet.</Note>}
      </>
    )}
  </Loaded>
);

/** A webhook's messages with their attempts, and how to send them again. */
export const WebhookLog = ({ webhook, timeZone, onClose }: WebhookLogProps) => {
  const { webhookKey } = webhook;
  const [state, setState] = useState('');
  const [before, setBefore] = useState<number | null>(null);
  const [since, setSince] = useState(() => daysAgo(7, new Date()));
  const [opened, setOpened] = useState<number | null>(null);
  const query = useQuery(messagesQuery(webhookKey, state, before));
  const replay = useIntegrationChange(
    webhookReplay,
    [webhookList, webhookMessageList, webhookMessageGet],
    ({ replayed }) =>
      toast.success(replayed === 0 ? 'No message to replay.' : `${formatCount(replayed)} queued to be sent again.`),
  );
  const failedSince = instantOf(since);
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={<strong>{`Log of ${webhook.name}`}</strong>}>
      <Group gap={8} align="flex-end" mb={8}>
        <NativeSelect
          label="Show"
          data={STATES}
          value={state}
          onChange={(event) => {
            setState(event.currentTarget.value);
            setBefore(null);
          }}
        />
        <TextInput
          label="Failed since"
          type="datetime-local"
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={failedSince === null}
          loading={replay.isPending}
          onClick={() => failedSince !== null && replay.mutate({ webhookKey, failedSince })}
        >
          Replay all failed
        </Button>
      </Group>
      <Loaded query={query} what="log" lines={6}>
        {({ rows, hasMore }) => (
          <>
            {rows.length === 0 && <Note size="xs">No messages in the last 30 days.</Note>}
            <PlainList aria-label="Messages, the newest first">
              {rows.map((message) => {
                const { tone, label } = MESSAGE_MARKS[message.state];
                const isOpen = opened === message.messageKey;
                const facts = [
                  formatInstant(message.createdAt, timeZone),
                  message.ownerName,
                  message.tries === 1 ? '1 try' : `${formatCount(message.tries)} tries`,
                  ...(message.lastBecause === null ? [] : [message.lastBecause]),
                  ...(message.nextTryAt === null ? [] : [`next try ${formatInstant(message.nextTryAt, timeZone)}`]),
                ];
                return (
                  <li key={message.messageKey} className={record.row}>
                    <div className={record.words}>
                      <Group gap="2px 10px" fz="sm">
                        <strong>{eventText(message.event)}</strong>
                        <StatusMark tone={tone}>{label}</StatusMark>
                      </Group>
                      <Note size="xs">{facts.join(' · ')}</Note>
                      {isOpen && <Details webhookKey={webhookKey} message={message} timeZone={timeZone} />}
                    </div>
                    <Group gap={8}>
                      <Button
                        size="xs"
                        variant="default"
                        aria-expanded={isOpen}
                        onClick={() => setOpened(isOpen ? null : message.messageKey)}
                      >
                        {isOpen ? 'Hide' : 'Details'}
                      </Button>
                      {message.state !== 'waiting' && (
                        <Button
                          size="xs"
                          variant="default"
                          onClick={() => replay.mutate({ webhookKey, messageKeys: [message.messageKey] })}
                        >
                          Replay
                        </Button>
                      )}
                    </Group>
                  </li>
                );
              })}
            </PlainList>
            <Group gap={8}>
              {before !== null && (
                <Button size="xs" variant="subtle" onClick={() => setBefore(null)}>
                  Newest
                </Button>
              )}
              {hasMore && (
                <Button size="xs" variant="subtle" onClick={() => setBefore(rows.at(-1)?.messageKey ?? null)}>
                  Older
                </Button>
              )}
            </Group>
          </>
        )}
      </Loaded>
    </Drawer>
  );
};
