import {
  type NewPostingKey,
  postingKeyList,
  postingKeyMake,
  postingKeyPartners,
  postingKeyRotate,
  postingKeyShut,
} from '@paceline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api.ts';
import { callQuery } from '../../../lib/api/op-query.ts';

export const partnersQuery = callQuery(postingKeyPartners, {});
export const keysQuery = (partner: number) => callQuery(postingKeyList, { params: { partner } });

/** Actions on a partner's keys. Plain calls, no mutations: a mutation's cache would keep a key that is shown once. */
export const useKeyActions = (partner: number) => {
  const queries = useQueryClient();
  const params = { partner };
  const after = async <T>(calling: Promise<T>): Promise<T> => {
    const answer = await calling;
    void queries.invalidateQueries({ queryKey: [postingKeyList.id] });
    void queries.invalidateQueries({ queryKey: [postingKeyPartners.id] });
    return answer;
  };
  return {
    make: (label: string): Promise<NewPostingKey | undefined> =>
      after(callApi(postingKeyMake, { params, body: { label } })),
    rotate: (postingKey: number, overlapHours: number): Promise<NewPostingKey | undefined> =>
      after(callApi(postingKeyRotate, { params, body: { postingKey, overlapHours } })),
    revoke: (postingKey: number) => after(callApi(postingKeyShut, { params, body: { postingKey } })),
  };
};
