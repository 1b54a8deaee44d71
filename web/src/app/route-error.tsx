import { Button } from '@mantine/core';
import { ERRORS } from '@paceline/contract';
import { IconLock } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ApiError } from '../lib/api-error.ts';
import { homePath } from '../lib/home.ts';
import { hrefOf } from '../lib/paths.ts';
import { RetryPanel } from '../ui/retry-panel.tsx';
import { StatePanel } from '../ui/state-panel.tsx';
import { ChunkLoadError } from './chunk-load-error.ts';
import { AccessDenied } from './guards.ts';

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
      This page needs a right that your account does not have. Your administrator can give it.
    </StatePanel>
  </>
);

/** What stands in a page's place when it failed. A missing chunk mostly means that a newer version is out. */
export const RouteError = ({ error, reset }: ErrorComponentProps) => {
  if (error instanceof AccessDenied) return <Denied />;
  if (error instanceof ChunkLoadError)
    return (
      <RetryPanel
        level={1}
        title="This page could not be loaded"
        message="The connection broke off, or Paceline was updated since you opened it. Reloading gets the current version."
        label="Reload"
        onRetry={reload}
      />
    );
  return (
    <RetryPanel
      level={1}
      title="Something went wrong"
      message={error instanceof ApiError ? error.message : 'This page met an error it did not expect.'}
      requestId={error instanceof ApiError ? error.requestId : null}
      onRetry={reset}
    />
  );
};
