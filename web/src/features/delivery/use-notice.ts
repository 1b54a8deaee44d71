import type { leadAttention, leadWarning } from '@paceline/contract';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { toast } from '../../ui/toast-store.ts';
import { leadsText } from './prepare-stuck.ts';

type Notice = typeof leadWarning | typeof leadAttention;

/** Writes to those whom stuck leads concern, and tells how many mails went out or why none did. */
export const useNotice = () => {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ call, leadKeys }: { call: Notice; leadKeys: readonly number[] }) =>
      callApi(call, { body: { leadCaptureKeys: [...leadKeys] } }),
    onSuccess: (answer) => {
      if (answer === undefined) return;
      const [first] = answer.skipped;
      const rest = first === undefined ? '' : ` ${first.cause}: ${first.message}`;
      const sent = answer.mails === 1 ? '1 mail' : `${answer.mails} mails`;
      if (answer.mails === 0) toast.info(`No mail was sent.${rest}`);
      else toast.success(`${sent} about ${leadsText(answer.leads)} sent.${rest}`);
    },
    onError: tellFailure,
  });
  return { isPending, send: (call: Notice, leadKeys: readonly number[]) => mutate({ call, leadKeys }) };
};
