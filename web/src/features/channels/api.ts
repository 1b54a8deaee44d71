import { type CallBody, type customChannelDelete, customChannelList, filterOptions } from '@paceline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callQuery } from '../../lib/op-query.ts';

export const useCustomChannels = (ownerKey: number) =>
  useQuery({ ...callQuery(customChannelList, { params: { owner: ownerKey } }), staleTime: 0 });

/** What one call of this page needs of a custom channel. */
export type KnownChannel = CallBody<typeof customChannelDelete>;

/** Changes something, then reads the list again, and what others choose from. */
export const useChannelChange = <Form, Answer>(
  send: (form: Form) => Promise<Answer>,
  { onDone, onError }: { onDone: (answer: Answer, form: Form) => void; onError: (error: Error) => void },
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer, form) => {
      for (const { id } of [customChannelList, filterOptions]) await queries.invalidateQueries({ queryKey: [id] });
      onDone(answer, form);
    },
    onError,
  });
};
