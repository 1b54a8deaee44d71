import type { ErrorComponentProps } from '@tanstack/react-router';
import { ApiError } from '../lib/api-error.ts';
import { RetryPanel } from '../ui/retry-panel.tsx';
import { ChunkLoadError } from './chunk-load-error.ts';

const reload = () => window.location.reload();

/** What stands in a page's place when it failed. A missing chunk mostly means that a newer version is out. */
export const RouteError = ({ error, reset }: ErrorComponentProps) =>
  error instanceof ChunkLoadError ? (
    <RetryPanel
      level={1}
      title="This page could not be loaded"
      message="The connection broke off, or Paceline was updated since you opened it. Reloading gets the current version."
      label="Reload"
      onRetry={reload}
    />
  ) : (
    <RetryPanel
      level={1}
      title="Something went wrong"
      message={error instanceof ApiError ? error.message : 'This page met an error it did not expect.'}
      requestId={error instanceof ApiError ? error.requestId : null}
      onRetry={reset}
    />
  );
