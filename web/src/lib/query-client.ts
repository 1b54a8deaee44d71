import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Worth a second try without asking: no answer came, or something between us and the server refused for a moment. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'OFFLINE' || [502, 503, 504].includes(error.status ?? 0));

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 1 && isPassing(error),
      },
      mutations: { retry: false },
    },
  });
