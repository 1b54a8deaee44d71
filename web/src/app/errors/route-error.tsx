import { Button } from '@mantine/core';
import { ERRORS } from '@paceline/contract';
import { IconLock } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { WORDS } from '../../features/owners/words.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { homePath } from '../../lib/session/home.ts';
import { hrefOf, PATHS } from '../../lib/address/paths.ts';
import { groupOfSession } from '../../lib/session/session-store.ts';
import { RetryPanel } from '../../ui/states/retry-panel.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { ChunkLoadError } from './chunk-load-error.ts';
import { AccessDenied } from '../guards.ts';
import { OwnerDenied } from '../shell/owner-of-address.ts';

const reload = () => window.location.reload();

const Denied = () => (
  <>
    <title>No access · Paceline</title>
    <StatePanel
      level={1}
      icon={<IconLock size={22} aria-hidden="true" />}
      title={ERRORS.FORBIDDEN.message}
      action={
        <Button component="a" href={hrefOf(homePath())} variant="default">
          Go to your start page
        </Button>
      }
    >
      Your account does not have permission to open this page. Ask your administrator for access.
    </StatePanel>
  </>
);

const OwnerDeniedPanel = () => {
  const { one, many, choose } = WORDS[groupOfSession() === 'cl' ? 'cl' : 'ag'];
  return (
    <>
      <title>No access · Paceline</title>
      <StatePanel
        level={1}
        icon={<IconLock size={22} aria-hidden="true" />}
        title={`You do not have access to this ${one}`}
        action={
          <Button component="a" href={hrefOf(groupOfSession() === 'cl' ? PATHS.clients : PATHS.owners)}>
            {choose}
          </Button>
        }
      >
        This link opens a page of {one === 'owner' ? 'an owner' : 'a client'} that is not among your {many}. Ask your
        administrator to add it to your account.
      </StatePanel>
    </>
  );
};

/** Shown in place of a page that failed. A missing chunk usually means that a newer version is deployed. */
export const RouteError = ({ error, reset }: ErrorComponentProps) => {
  if (error instanceof AccessDenied) return <Denied />;
  if (error instanceof OwnerDenied) return <OwnerDeniedPanel />;
  if (error instanceof ChunkLoadError)
    return (
      <RetryPanel
        level={1}
        title="This page could not be loaded"
        message="The connection was lost, or Paceline was updated after you opened it. Reload to get the current version."
        label="Reload"
        onRetry={reload}
      />
    );
  return (
    <RetryPanel
      level={1}
      title="Something went wrong"
      message={error instanceof ApiError ? error.message : 'An unexpected error occurred on this page.'}
      requestId={error instanceof ApiError ? error.requestId : null}
      onRetry={reset}
    />
  );
};
