import type { AnyCall, CallResponse } from '@paceline/contract';
import { hashKey, type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import { fetchApi } from './api.ts';
import type { CallArgs } from './request.ts';

/** Query function for the key [operation, …]; first cancels every other pending query of the operation. */
export const opQuery =
  <T>(run: (context: QueryFunctionContext) => Promise<T>) =>
  async (context: QueryFunctionContext): Promise<T> => {
    const mine = hashKey(context.queryKey);
    void context.client.cancelQueries(
      { queryKey: [context.queryKey[0]], fetchStatus: 'fetching', predicate: (query) => query.queryHash !== mine },
      { revert: true },
    );
    return run(context);
  };

/** The query of a call; its key is the call's id and arguments. */
export const callQuery = <C extends AnyCall>(call: C, args: CallArgs<C>) =>
  queryOptions({
    queryKey: [call.id, args] as const,
    // Only a cancelled query resolves to undefined, and its result is not read.
    queryFn: opQuery(({ signal }) => fetchApi(call, args, { signal }) as Promise<CallResponse<C>>),
  });
