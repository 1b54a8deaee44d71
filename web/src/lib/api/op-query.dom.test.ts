import { ownerGet } from '@paceline/contract';
import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { sent, stubFetch, success } from '../../testing/fetch.ts';
import { signedIn } from '../../testing/session.ts';
import { callQuery } from './op-query.ts';
import { makeQueryClient } from './query-client.ts';

beforeEach(() => signedIn());

it('cancels the pending query of the same operation, which returns to its former state', async () => {
  const queries = makeQueryClient();
  const requests = stubFetch();
  const older = callQuery(ownerGet, { params: { ownerKey: 1 } });
  const newer = callQuery(ownerGet, { params: { ownerKey: 2 } });
  const stop = new QueryObserver(queries, older).subscribe(() => undefined);
  const answer = queries.fetchQuery(newer);
  expect(sent(requests, 0).init.signal?.aborted).toBe(true);
  expect(queries.getQueryState(older.queryKey)).toMatchObject({ fetchStatus: 'idle', status: 'pending', error: null });
  sent(requests, 1).answer(success({ ownerKey: 2 }));
  expect(await answer).toEqual({ ownerKey: 2 });
  stop();
});

it('answers from the cache for half a minute', async () => {
  const queries = makeQueryClient();
  const requests = stubFetch();
  const query = callQuery(ownerGet, { params: { ownerKey: 1 } });
  const first = queries.fetchQuery(query);
  sent(requests, 0).answer(success({ ownerKey: 1 }));
  await first;
  expect(await queries.fetchQuery(query)).toEqual({ ownerKey: 1 });
  expect(requests).toHaveLength(1);
});
