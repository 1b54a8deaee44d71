import {
  type AnyCall,
  type CallBody,
  type CallResponse,
  channelTradingPlatformList,
  clientList,
  masterPlatformList,
  masterTradingPlatform,
  ownerTradingPlatformGet,
  ownerTradingPlatforms,
  platformDataCalendar,
  platformDataConnection,
  platformDataFiles,
  platformDataSources,
  tradingPlatformCreate,
  tradingPlatformSave,
  type PlatformAccountRecord,
} from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, fetchApi } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import type { CallArgs } from '../../lib/api/request.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';

export const accountsQuery = (owner: number) => ({
  ...callQuery(ownerTradingPlatforms, { params: { owner } }),
  staleTime: 0,
});
export const masterQuery = () => callQuery(masterPlatformList, {});
export const ownersPlatformsQuery = (owner: number) => callQuery(masterTradingPlatform, { params: { owner } });
export const clientsQuery = (owner: number) => callQuery(clientList, { params: { owner } });

const oneAccount = (owner: number, semClientAccountKey: number) => ({
  params: { owner },
  query: { semClientAccountKey: String(semClientAccountKey) },
});
export const accountQuery = (owner: number, key: number) => ({
  ...callQuery(ownerTradingPlatformGet, oneAccount(owner, key)),
  staleTime: 0,
});
export const readAccount = (owner: number, key: number): Promise<PlatformAccountRecord | undefined> =>
  fetchApi(ownerTradingPlatformGet, oneAccount(owner, key));

const READS: readonly AnyCall[] = [
  channelTradingPlatformList,
  masterPlatformList,
  masterTradingPlatform,
  ownerTradingPlatforms,
  ownerTradingPlatformGet,
];
const useReadAgain = () => {
  const queries = useQueryClient();
  return () => Promise.all(READS.map(({ id }) => queries.invalidateQueries({ queryKey: [id] })));
};

type AccountBody = CallBody<typeof tradingPlatformCreate> | CallBody<typeof tradingPlatformSave>;

export const useSaveAccount = () => {
  const readAgain = useReadAgain();
  return async (body: AccountBody): Promise<PlatformAccountRecord | undefined> => {
    const saved =
      'semClientAccountKey' in body
        ? await callApi(tradingPlatformSave, { body })
        : await callApi(tradingPlatformCreate, { body });
    void readAgain();
    return saved;
  };
};

/** Runs a change of platforms and refreshes them. */
export const usePlatformChange = <C extends AnyCall>(
  call: C,
  { onDone, onError = tellFailure }: { onDone: (answer: CallResponse<C>) => void; onError?: (error: Error) => void },
) => {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (body: CallBody<C>) => callApi(call, { body } as unknown as CallArgs<C>),
    onSuccess: async (answer) => {
      await readAgain();
      if (answer !== undefined) onDone(answer);
    },
    onError,
  });
};

export const connectionQuery = (owner: number, source: number) => ({
  ...callQuery(platformDataConnection, { params: { owner, source: String(source) } }),
  staleTime: 0,
});

const CONNECTION_READS: readonly AnyCall[] = [
  platformDataConnection,
  platformDataSources,
  platformDataCalendar,
  platformDataFiles,
  ownerTradingPlatforms,
];

/** Changes or uses an account's connection. It is read again even after a failure, since it records each attempt's result. */
export const useConnectionChange = <C extends AnyCall>(
  call: C,
  owner: number,
  { onDone, onError }: { onDone: (answer: CallResponse<C>) => void; onError?: (error: Error) => void },
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CallBody<C>) => callApi(call, { params: { owner }, body } as unknown as CallArgs<C>),
    onSuccess: (answer) => {
      if (answer !== undefined) onDone(answer);
    },
    onError: (error) => onError?.(error),
    onSettled: () => Promise.all(CONNECTION_READS.map(({ id }) => queries.invalidateQueries({ queryKey: [id] }))),
  });
};
