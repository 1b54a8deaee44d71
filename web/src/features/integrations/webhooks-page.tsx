import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import {
  type Webhook,
  webhookList,
  webhookMessageList,
  webhookPause,
  webhookRemove,
  webhookRotate,
  webhookTest,
} from '@paceline/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { localZone } from '../../lib/text/format.ts';
import { groupOfSession, useOwnerKey } from '../../lib/session/session-store.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { HeadParts } from '../../ui/pieces/page-head.tsx';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { useIntegrationChange, webhooksQuery } from './api.ts';
import { shortList } from './prepare-api-keys.ts';
import { countsText, eventText, healthText, WEBHOOK_MARKS } from './prepare-webhooks.ts';
import record from '../../ui/lists/record-list.module.css';

const WebhookDialog = lazy(async () => ({ default: (await import('./webhook-dialog.tsx')).WebhookDialog }));
const WebhookLog = lazy(async () => ({ default: (await import('./webhook-log.tsx')).WebhookLog }));
const ShownOnce = lazy(async () => ({ default: (await import('../../ui/dialogs/shown-once.tsx')).ShownOnce }));

type Open =
  | { kind: 'edit'; webhook: Webhook | null }
  | { kind: 'log' | 'rotate' | 'remove'; webhook: Webhook }
  | { kind: 'secret'; secret: string };

interface RowProps {
  webhook: Webhook;
  timeZone: string;
  onOpen: (open: Open) => void;
}

const WebhookRow = ({ webhook, timeZone, onOpen }: RowProps) => {
  const { webhookKey, name, state, url, group } = webhook;
  const { tone, label } = WEBHOOK_MARKS[state];
  const isOwn = group === groupOfSession();
  const pause = useIntegrationChange(webhookPause, [webhookList], () => undefined);
  const test = useIntegrationChange(webhookTest, [webhookList, webhookMessageList], () => {
    toast.success('Test event queued. Its answer is in the log.');
    onOpen({ kind: 'log', webhook });
  });
  const isPaused = state === 'paused';
  const counts = countsText(webhook);
  return (
    <li className={record.row}>
      <div className={record.words}>
        <Group gap="2px 10px" fz="sm">
          <strong>{name}</strong>
          <StatusMark tone={tone}>{label}</StatusMark>
          {!isOwn && (
            <Text span size="xs" c="dimmed">
              client’s webhook
            </Text>
          )}
        </Group>
        <Note size="xs">{url}</Note>
        <Note size="xs">
          {[webhook.events.map(eventText).join(', '), shortList(webhook.owners, webhook.otherOwners)].join(' · ')}
        </Note>
        <Note size="xs">{[healthText(webhook, timeZone), counts].filter(Boolean).join(' · ')}</Note>
      </div>
      <Group gap={8}>
        <Button
          size="xs"
          variant="default"
          aria-label={`Log of ${name}`}
          onClick={() => onOpen({ kind: 'log', webhook })}
        >
          Log
        </Button>
        <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate({ webhookKey })}>
          Send test event
        </Button>
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <Button size="xs" variant="default" aria-label={`More for ${name}`}>
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {isOwn && <Menu.Item onClick={() => onOpen({ kind: 'edit', webhook })}>Edit</Menu.Item>}
            <Menu.Item onClick={() => pause.mutate({ webhookKey, isPaused: !isPaused })}>
              {isPaused ? 'Resume sending' : 'Pause sending'}
            </Menu.Item>
            {isOwn && <Menu.Item onClick={() => onOpen({ kind: 'rotate', webhook })}>Rotate secret</Menu.Item>}
            <Menu.Item onClick={() => onOpen({ kind: 'remove', webhook })}>Remove</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </li>
  );
};

/** Webhooks for events of the agency's or a client's owners. */
export const WebhooksPage = () => {
  const ownerKey = useOwnerKey();
  const query = useQuery(webhooksQuery());
  const [open, setOpen] = useState<Open | null>(null);
  const timeZone = localZone();
  const close = () => setOpen(null);
  const remove = useIntegrationChange(webhookRemove, [webhookList], () => {
    toast.success('Webhook removed.');
    close();
  });
  const rotate = useIntegrationChange(webhookRotate, [webhookList], ({ secret }) =>
    setOpen({ kind: 'secret', secret }),
  );
  const onSaved = (secret: string | null) => {
    if (secret === null) toast.success('Webhook saved.');
    setOpen(secret === null ? null : { kind: 'secret', secret });
  };
  return (
    <Stack gap={12}>
      <HeadParts
        action={
          <Button
            leftSection={<IconPlus size={17} aria-hidden="true" />}
            onClick={() => setOpen({ kind: 'edit', webhook: null })}
          >
            New webhook
          </Button>
        }
      />
      <SectionCard
        title="Endpoints"
        note="Signed by the Standard Webhooks convention. Pauses after 10 failures in a row and retries every 15 minutes."
      >
        <Loaded query={query} what="webhooks" lines={4}>
          {(webhooks) =>
            webhooks.length === 0 ? (
              <EmptyState title="No webhooks yet">Create one for each system that should be notified.</EmptyState>
            ) : (
              <PlainList aria-label="Webhooks">
                {webhooks.map((webhook) => (
                  <WebhookRow key={webhook.webhookKey} webhook={webhook} timeZone={timeZone} onOpen={setOpen} />
                ))}
              </PlainList>
            )
          }
        </Loaded>
      </SectionCard>
      <Suspense fallback={null}>
        {open?.kind === 'edit' && (
          <WebhookDialog webhook={open.webhook} ownerKey={ownerKey} onSaved={onSaved} onClose={close} />
        )}
        {open?.kind === 'log' && <WebhookLog webhook={open.webhook} timeZone={timeZone} onClose={close} />}
        {open?.kind === 'secret' && (
          <ShownOnce title="Signing secret" what="secret" secret={open.secret} onClose={close} />
        )}
      </Suspense>
      <ConfirmDialog
        isOpen={open?.kind === 'rotate'}
        title="Rotate the signing secret?"
        text="The new secret is shown once. For 24 hours messages are signed with both, so your system can switch over."
        action="Rotate secret"
        isBusy={rotate.isPending}
        onConfirm={() => open?.kind === 'rotate' && rotate.mutate({ webhookKey: open.webhook.webhookKey })}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={open?.kind === 'remove'}
        title="Remove this webhook?"
        text={open?.kind === 'remove' && `${open.webhook.name} gets no more events. Its log and secret are deleted.`}
        action="Remove webhook"
        isGrave
        isBusy={remove.isPending}
        onConfirm={() => open?.kind === 'remove' && remove.mutate({ webhookKey: open.webhook.webhookKey })}
        onClose={close}
      />
    </Stack>
  );
};
