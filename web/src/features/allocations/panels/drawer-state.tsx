import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';

interface DrawerStateProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  label: string;
  isEmpty: (data: Data) => boolean;
  empty: string;
  children: (data: Data) => ReactNode;
}

/** The states of a drawer's query: loading, failed, empty or loaded. */
export const DrawerState = <Data,>({ query, label, isEmpty, empty, children }: DrawerStateProps<Data>) => {
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
