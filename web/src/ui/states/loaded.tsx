import type { ReactNode } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { LoadingSkeleton } from './loading-skeleton.tsx';
import { RetryPanel } from './retry-panel.tsx';

interface LoadedProps<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  /** What the page is about, as in “line item”. */
  what: string;
  lines?: number;
  children: (data: T) => ReactNode;
}

/** A page about one record: while it is being read, once it is there, and where it could not be read. */
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
