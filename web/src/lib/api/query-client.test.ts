import { expect, it } from 'vitest';
import { makeQueryClient } from './query-client.ts';

it('invalidates queries after a successful save, not after a failed one', async () => {
  const client = makeQueryClient();
  const isOld = () => client.getQueryState(['partners'])?.isInvalidated;
  const save = (mutationFn: () => Promise<unknown>) =>
    client.getMutationCache().build(client, { mutationFn, retry: false }).execute(undefined);
  client.setQueryData(['partners'], []);
  await expect(save(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(isOld()).toBe(false);
  await save(() => Promise.resolve('saved'));
  expect(isOld()).toBe(true);
  expect(client.getQueryData(['partners'])).toEqual([]);
});
