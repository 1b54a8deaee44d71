import { CodeBlock } from '../../ui/code-block.tsx';
import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { type ApiKey, apiKeyList, apiKeyShut, type NewApiKey } from '@paceline/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formatCount, formatInstant, localZone } from '../../lib/text/format.ts';
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
import { apiKeysQuery, useIntegrationChange } from './api.ts';
import { curlSample, KEY_STATES, rightText, shortList, stateText } from './prepare-api-keys.ts';
import record from '../../ui/lists/record-list.module.css';

const MakeKeyDialog = lazy(async () => ({ default: (await import('./make-key-dialog.tsx')).MakeKeyDialog }));
const RotateKeyDialog = lazy(async () => ({ default: (await import('./rotate-key-dialog.tsx')).RotateKeyDialog }));
const ShownOnce = lazy(async () => ({ default: (await import('../../ui/dialogs/shown-once.tsx')).ShownOnce }));

interface KeyRowProps {
  apiKey: ApiKey;
  timeZone: string;
  onRotate: () => void;
  onShut: () => void;
}

const KeyRow = ({ apiKey, timeZone, onRotate, onShut }: KeyRowProps) => {
  const { name, hint, state, owners, otherOwners, permissions, lostPermissions, createdBy, lastUsedAt } = apiKey;
  const { tone, label } = KEY_STATES[state];
  const isInUse = state !== 'shut' && state !== 'expired';
  const rights = permissions.length === 0 ? 'No rights' : shortList(permissions.map(rightText));
  return (
    <li className={record.row}>
      <div className={record.words}>
        <Group gap="2px 10px" fz="sm">
          <strong>{name}</strong>
          <StatusMark tone={tone}>{label}</StatusMark>
          <Text span size="xs" c="dimmed">
            ends in {hint}
          </Text>
          {apiKey.group === 'cl' && groupOfSession() === 'ag' && (
            <Text span size="xs" c="dimmed">
              client’s key
            </Text>
          )}
        </Group>
        <Note size="xs">
          {shortList(owners, otherOwners)} · {rights} · {formatCount(apiKey.perMinute)} requests per minute
        </Note>
        {lostPermissions.length > 0 && (
          <Note size="xs">
            Without effect, because {createdBy} no longer has it: {lostPermissions.map(rightText).join(', ')}
          </Note>
        )}
        <Note size="xs">
          {stateText(apiKey, timeZone)} ·{' '}
          {lastUsedAt === null ? 'Never used' : `Last used ${formatInstant(lastUsedAt, timeZone)}`} · Created by{' '}
          {createdBy}
        </Note>
      </div>
      {isInUse && (
        <Group gap={8}>
          {apiKey.isMine && state === 'active' && (
            <Button size="xs" variant="default" onClick={onRotate} aria-label={`Rotate ${name} (${hint})`}>
              Rotate
            </Button>
          )}
          <Button size="xs" variant="default" onClick={onShut} aria-label={`Disable ${name} (${hint})`}>
            Disable
          </Button>
        </Group>
      )}
    </li>
  );
};

type Open = { kind: 'make' } | { kind: 'rotate' | 'shut'; apiKey: ApiKey } | { kind: 'made'; newKey: NewApiKey };

/** API keys for systems of the agency or a client. */
export const ApiKeysPage = () => {
  const ownerKey = useOwnerKey();
  const query = useQuery(apiKeysQuery());
  const [open, setOpen] = useState<Open | null>(null);
  const timeZone = localZone();
  const close = () => setOpen(null);
  const shut = useIntegrationChange(apiKeyShut, [apiKeyList], () => {
    toast.success('API key disabled.');
    close();
  });
  const onMade = (newKey: NewApiKey) => setOpen({ kind: 'made', newKey });
  const sample = curlSample(window.location.origin, groupOfSession() ?? 'ag', ownerKey);
  const newKey = (
    <Button leftSection={<IconPlus size={17} aria-hidden="true" />} onClick={() => setOpen({ kind: 'make' })}>
      New API key
    </Button>
  );
  return (
    <Stack gap={12}>
      <HeadParts action={newKey} />
      <SectionCard title="Keys">
        <Loaded query={query} what="API keys" lines={4}>
          {(keys) =>
            keys.length === 0 ? (
              <EmptyState title="No API keys yet">Create one for each system that calls Paceline.</EmptyState>
            ) : (
              <PlainList aria-label="API keys">
                {keys.map((apiKey) => (
                  <KeyRow
                    key={apiKey.apiKey}
                    apiKey={apiKey}
                    timeZone={timeZone}
                    onRotate={() => setOpen({ kind: 'rotate', apiKey })}
                    onShut={() => setOpen({ kind: 'shut', apiKey })}
                  />
                ))}
              </PlainList>
            )
          }
        </Loaded>
      </SectionCard>
      <SectionCard
        title="How to use a key"
        note="In the Authorization header of every request, never in an address."
        action={
          <CopyButton value={sample}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="subtle" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        }
      >
        <CodeBlock>{sample}</CodeBlock>
        <Note size="xs">
          Above its limit a key gets 429 with Retry-After in seconds. Calls that administer users, sessions and keys do
          not accept keys.
        </Note>
      </SectionCard>
      <Suspense fallback={null}>
        {open?.kind === 'make' && <MakeKeyDialog ownerKey={ownerKey} onMade={onMade} onClose={close} />}
        {open?.kind === 'rotate' && <RotateKeyDialog apiKey={open.apiKey} onMade={onMade} onClose={close} />}
        {open?.kind === 'made' && (
          <ShownOnce title="API key created" what="API key" secret={open.newKey.key} onClose={close}>
            <Note size="xs">Expires {formatInstant(open.newKey.expiresAt, timeZone)}.</Note>
          </ShownOnce>
        )}
      </Suspense>
      <ConfirmDialog
        isOpen={open?.kind === 'shut'}
        title="Disable this API key?"
        text={
          open?.kind === 'shut' &&
          `${open.apiKey.name}, which ends in ${open.apiKey.hint}, stops working immediately and permanently.`
        }
        action="Disable key"
        isGrave
        isBusy={shut.isPending}
        onConfirm={() => open?.kind === 'shut' && shut.mutate({ apiKey: open.apiKey.apiKey })}
        onClose={close}
      />
    </Stack>
  );
};
