import type { ReactNode } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { EmptyState } from './empty-state.tsx';
import { LoadingSkeleton } from './loading-skeleton.tsx';
import { RetryPanel } from './retry-panel.tsx';

interface QueryStateProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  label: string;
  isEmpty: (data: Data) => boolean;
  empty: string;
  children: (data: Data) => ReactNode;
}

/** The states of a query of a drawer or a card: loading, failed, empty or loaded. */
export const QueryState = <Data,>({ query, label, isEmpty, empty, children }: QueryStateProps<Data>) => {
  const { data, error, refetch } = query;
  if (data === undefined && error)
    return (
      <RetryPanel
        message={error.message}
        requestId={error instanceof ApiError ? error.requestId : null}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <LoadingSkeleton label={label} />;
  return isEmpty(data) ? <EmptyState title={empty} /> : children(data);
};
