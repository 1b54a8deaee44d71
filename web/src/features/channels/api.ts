import { type CallBody, type customChannelDelete, customChannelList } from '@paceline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callQuery } from '../../lib/op-query.ts';

export const useCustomChannels = (ownerKey: number) =>
  useQuery({ ...callQuery(customChannelList, { params: { owner: ownerKey } }), staleTime: 0 });

/** What one call of this page needs of a custom channel. */
export type KnownChannel = CallBody<typeof customChannelDelete>;

/** Changes something, then reads the list again. */
export const useChannelChange = <Form, Answer>(
  send: (form: Form) => Promise<Answer>,
  { onDone, onError }: { onDone: (answer: Answer, form: Form) => void; onError: (error: Error) => void },
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer, form) => {
      await queries.invalidateQueries({ queryKey: [customChannelList.id] });
      onDone(answer, form);
    },
    onError,
  });
};
