import { Button, CopyButton } from '@mantine/core';
import { type ApiKey, apiKeyList, apiKeyShut, type NewApiKey } from '@paceline/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formatCount, formatInstant, localZone } from '../../lib/format.ts';
import { groupOfSession, useSession } from '../../lib/session-store.ts';
import { NoOwner } from '../../shared/no-owner.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { toast } from '../../ui/toast-store.ts';
import { apiKeysQuery, useIntegrationChange } from './api.ts';
import { curlSample, KEY_STATES, rightText, shortList, stateText } from './prepare-api-keys.ts';
import classes from './integrations.module.css';

const MakeKeyDialog = lazy(async () => ({ default: (await import('./make-key-dialog.tsx')).MakeKeyDialog }));
const RotateKeyDialog = lazy(async () => ({ default: (await import('./rotate-key-dialog.tsx')).RotateKeyDialog }));
const ShownOnce = lazy(async () => ({ default: (await import('../../ui/shown-once.tsx')).ShownOnce }));

const TITLE = 'API keys';
const TRAIL = [{ label: 'Administration' }];

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
    <li className={classes.row}>
      <div className={classes.words}>
        <p className={classes.line}>
          <strong>{name}</strong>
          <StatusMark tone={tone}>{label}</StatusMark>
          <span className={classes.dim}>ends in {hint}</span>
          {apiKey.group === 'cl' && groupOfSession() === 'ag' && <span className={classes.dim}>client’s key</span>}
        </p>
        <p className={classes.dim}>
          {shortList(owners, otherOwners)} · {rights} · {formatCount(apiKey.perMinute)} requests per minute
        </p>
        {lostPermissions.length > 0 && (
          <p className={classes.dim}>
            Without effect, because {createdBy} no longer has it: {lostPermissions.map(rightText).join(', ')}
          </p>
        )}
        <p className={classes.dim}>
          {stateText(apiKey, timeZone)} ·{' '}
          {lastUsedAt === null ? 'Never used' : `Last used ${formatInstant(lastUsedAt, timeZone)}`} · Created by{' '}
          {createdBy}
        </p>
      </div>
      {isInUse && (
        <div className={classes.actions}>
          {apiKey.isMine && state === 'active' && (
            <Button size="xs" variant="default" onClick={onRotate} aria-label={`Rotate ${name} (${hint})`}>
              Rotate
            </Button>
          )}
          <Button size="xs" variant="default" onClick={onShut} aria-label={`Shut ${name} (${hint})`}>
            Shut
          </Button>
        </div>
      )}
    </li>
  );
};

type Open = { kind: 'make' } | { kind: 'rotate' | 'shut'; apiKey: ApiKey } | { kind: 'made'; made: NewApiKey };

const KeysOfOwner = ({ ownerKey }: { ownerKey: number }) => {
  const query = useQuery(apiKeysQuery());
  const [open, setOpen] = useState<Open | null>(null);
  const timeZone = localZone();
  const close = () => setOpen(null);
  const shut = useIntegrationChange(apiKeyShut, [apiKeyList], () => {
    toast.success('API key shut.');
    close();
  });
  const onMade = (made: NewApiKey) => setOpen({ kind: 'made', made });
  const sample = curlSample(window.location.origin, groupOfSession() ?? 'ag', ownerKey);
  const newKey = (
    <Button leftSection={<IconPlus size={17} aria-hidden="true" />} onClick={() => setOpen({ kind: 'make' })}>
      New API key
    </Button>
  );
  return (
    <div className={classes.page}>
      <PageHead
        title={TITLE}
        trail={TRAIL}
        description="Your systems call Paceline with a key instead of a sign-in."
        action={newKey}
      />
      <SectionCard title="Keys">
        <Loaded query={query} what="API keys" lines={4}>
          {(keys) =>
            keys.length === 0 ? (
              <EmptyState title="No API keys yet">Create one for each system that calls Paceline.</EmptyState>
            ) : (
              <ul className={classes.list} aria-label="API keys">
                {keys.map((apiKey) => (
                  <KeyRow
                    key={apiKey.apiKey}
                    apiKey={apiKey}
                    timeZone={timeZone}
                    onRotate={() => setOpen({ kind: 'rotate', apiKey })}
                    onShut={() => setOpen({ kind: 'shut', apiKey })}
                  />
                ))}
              </ul>
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
        <pre className={classes.code}>{sample}</pre>
        <p className={classes.dim}>
          Beyond its limit a key is answered with 429 and Retry-After in seconds. Calls that administer users, sessions
          and keys take no key.
        </p>
      </SectionCard>
      <Suspense fallback={null}>
        {open?.kind === 'make' && <MakeKeyDialog ownerKey={ownerKey} onMade={onMade} onClose={close} />}
        {open?.kind === 'rotate' && <RotateKeyDialog apiKey={open.apiKey} onMade={onMade} onClose={close} />}
        {open?.kind === 'made' && (
          <ShownOnce title="API key created" what="API key" secret={open.made.key} onClose={close}>
            <p className={classes.dim}>Expires {formatInstant(open.made.expiresAt, timeZone)}.</p>
          </ShownOnce>
        )}
      </Suspense>
      <ConfirmDialog
        isOpen={open?.kind === 'shut'}
        title="Shut this API key?"
        text={
          open?.kind === 'shut' &&
          `${open.apiKey.name}, which ends in ${open.apiKey.hint}, stops working at once and for good.`
        }
        action="Shut key"
        isGrave
        isBusy={shut.isPending}
        onConfirm={() => open?.kind === 'shut' && shut.mutate({ apiKey: open.apiKey.apiKey })}
        onClose={close}
      />
    </div>
  );
};

/** The keys that systems of the agency or of a client call with. */
export const ApiKeysPage = () => {
  const signedIn = useSession((state) => state.accessToken) !== null;
  const ownerKey = useSession((state) => state.activeOwner?.ownerKey);
  if (!signedIn) return null;
  if (ownerKey === undefined)
    return (
      <>
        <PageHead title={TITLE} trail={TRAIL} />
        <NoOwner>Choose an owner to see the API keys.</NoOwner>
      </>
    );
  return <KeysOfOwner key={ownerKey} ownerKey={ownerKey} />;
};
