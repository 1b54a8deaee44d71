import {
  type CallBody,
  type CustomChannel,
  type customChannelDelete,
  customChannelList,
  filterOptions,
} from '@paceline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { fetchApi } from '../../../lib/api/api.ts';
import { callQuery } from '../../../lib/api/op-query.ts';

export const useCustomChannels = (ownerKey: number) =>
  useQuery({ ...callQuery(customChannelList, { params: { owner: ownerKey } }), staleTime: 0 });

export const readCustomChannel = async (ownerKey: number, key: number): Promise<CustomChannel | undefined> =>
  (await fetchApi(customChannelList, { params: { owner: ownerKey } }))?.find(
    ({ channelCustomKey }) => channelCustomKey === key,
  );

/** Identifies a custom channel in this page's calls. */
export type KnownChannel = CallBody<typeof customChannelDelete>;

/** Refreshes the list and the choices based on it. */
export const useReadChannelsAgain = () => {
  const queries = useQueryClient();
  return async () => {
    for (const { id } of [customChannelList, filterOptions]) await queries.invalidateQueries({ queryKey: [id] });
  };
};

/** Runs a change, then refreshes the list and the choices based on it. */
export const useChannelChange = <Form, Answer>(
  send: (form: Form) => Promise<Answer>,
  { onDone, onError }: { onDone: (answer: Answer, form: Form) => void; onError: (error: Error) => void },
) => {
  const readAgain = useReadChannelsAgain();
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer, form) => {
      await readAgain();
      onDone(answer, form);
    },
    onError,
  });
};
