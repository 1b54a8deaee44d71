import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Worth an automatic retry: no answer came, or a gateway was briefly unavailable. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'OFFLINE' || [502, 503, 504].includes(error.status ?? 0));

/** Marks all cached data stale after a save, so that the next page that uses it reads it again. */
const staleAfterSaving = (client: () => QueryClient): MutationCache =>
  new MutationCache({ onSuccess: () => void client().invalidateQueries({ refetchType: 'none' }) });

export const makeQueryClient = (): QueryClient => {
  const client: QueryClient = new QueryClient({
    mutationCache: staleAfterSaving(() => client),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 1 && isPassing(error),
      },
      mutations: { retry: false },
    },
  });
  return client;
};
