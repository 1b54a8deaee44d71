import { expect, it } from 'vitest';
import { makeQueryClient } from './query-client.ts';

it('reads what was read before anew after something was saved, and not after it could not be saved', async () => {
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
