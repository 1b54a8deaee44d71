import { Button, Drawer, NativeSelect, TextInput } from '@mantine/core';
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
import { formatCount, formatInstant } from '../../lib/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { toast } from '../../ui/toast-store.ts';
import { messageQuery, messagesQuery, useIntegrationChange } from './api.ts';
import { daysAgo, eventText, instantOf, MESSAGE_MARKS } from './prepare-webhooks.ts';
import classes from './integrations.module.css';

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
    {({ body, tries }) => (
      <>
        <p className={classes.dim}>{message.messageId}</p>
        <pre className={classes.code}>{body}</pre>
        <ol className={classes.list} aria-label={`Tries of ${message.messageId}, the newest first`}>
          {tries.map((one) => (
            <li key={one.attempt} className={classes.try}>
              <p className={classes.line}>
                <strong>Try {one.attempt}</strong>
                <StatusMark tone={MESSAGE_MARKS[one.outcome].tone}>{MESSAGE_MARKS[one.outcome].label}</StatusMark>
                <span className={classes.dim}>
                  {[formatInstant(one.at, timeZone), one.because, `${formatCount(one.durationMs)} ms`].join(', ')}
                </span>
              </p>
              {one.response !== '' && <pre className={classes.code}>{one.response}</pre>}
            </li>
          ))}
        </ol>
        {tries.length === 0 && <p className={classes.dim}>Nothing was sent yet.</p>}
      </>
    )}
  </Loaded>
);

/** What was sent to a webhook, each message with its tries, and the ways to send it again. */
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
      <div className={classes.tools}>
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
      </div>
      <Loaded query={query} what="log" lines={6}>
        {({ rows, hasMore }) => (
          <>
            {rows.length === 0 && <p className={classes.dim}>No messages in the last 30 days.</p>}
            <ul className={classes.list} aria-label="Messages, the newest first">
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
                  <li key={message.messageKey} className={classes.row}>
                    <div className={classes.words}>
                      <p className={classes.line}>
                        <strong>{eventText(message.event)}</strong>
                        <StatusMark tone={tone}>{label}</StatusMark>
                      </p>
                      <p className={classes.dim}>{facts.join(' · ')}</p>
                      {isOpen && <Details webhookKey={webhookKey} message={message} timeZone={timeZone} />}
                    </div>
                    <div className={classes.actions}>
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
                    </div>
                  </li>
                );
              })}
            </ul>
            <div className={classes.actions}>
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
            </div>
          </>
        )}
      </Loaded>
    </Drawer>
  );
};
