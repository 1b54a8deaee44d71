import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Worth a second try without asking: no answer came, or something between us and the server refused for a moment. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'OFFLINE' || [502, 503, 504].includes(error.status ?? 0));

/** Whatever was saved, what was read before may tell of it otherwise now: it is read again by the next page that shows it. */
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
