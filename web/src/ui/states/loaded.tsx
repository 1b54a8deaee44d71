import type { ReactNode } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { LoadingSkeleton } from './loading-skeleton.tsx';
import { RetryPanel } from './retry-panel.tsx';

interface LoadedProps<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  /** Noun for the record, as in “line item”. */
  what: string;
  lines?: number;
  children: (data: T) => ReactNode;
}

/** A record's page in its three states: loading, loaded and failed. */
export const Loaded = <T,>({ query, what, lines = 10, children }: LoadedProps<T>) => {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error) return <LoadingSkeleton label={`Loading the ${what}`} lines={lines} />;
  return (
    <RetryPanel
      level={1}
      title={`This ${what} could not be opened`}
      message={error.message}
      requestId={error instanceof ApiError ? error.requestId : null}
      onRetry={() => void refetch()}
    />
  );
};
