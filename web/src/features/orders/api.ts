import {
  type AnyCall,
  type CallInput,
  type CallResponse,
  ioAnswer,
  type IoAnswerForm,
  ioBoard,
  ioFile,
  type IoFormat,
  ioGet,
  ioLinkFile,
  ioLinkOpen,
  ioNextMonthPreview,
  ioPartnerBoard,
  ioRecipientList,
  ioSettingsGet,
  ioTitle,
  ioWaiting,
} from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api.ts';
import { downloadApi, saveFile } from '../../lib/files/download.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import type { CallArgs } from '../../lib/api/request.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';

/** Stale time: amendments and answers arrive while the page is open. */
const FRESH_MS = 30_000;

export const boardQuery = (owner: number, month: string | undefined) => ({
  ...callQuery(ioBoard, { params: { owner }, query: month === undefined ? {} : { month } }),
  refetchInterval: FRESH_MS,
});
/** Of all school groups of a media partner. */
export const partnerBoardQuery = (month: string | undefined) => ({
  ...callQuery(ioPartnerBoard, { query: month === undefined ? {} : { month } }),
  refetchInterval: FRESH_MS,
});
export const orderQuery = (owner: number, ioKey: number) => ({
  ...callQuery(ioGet, { params: { owner, ioKey } }),
  refetchInterval: FRESH_MS,
});
export const recipientsQuery = (owner: number) => callQuery(ioRecipientList, { params: { owner } });
export const settingsQuery = (owner: number) => ({ ...callQuery(ioSettingsGet, { params: { owner } }), staleTime: 0 });
export const previewQuery = (owner: number, body: CallInput<typeof ioNextMonthPreview>['body']) => ({
  ...callQuery(ioNextMonthPreview, { params: { owner }, body }),
  staleTime: 0,
  retry: false,
});

/** Changes or sends orders, and refreshes what is shown, also after a conflict. */
export const useOrderChange = <C extends AnyCall>(call: C, onDone: (answer: CallResponse<C>) => void) => {
  const queries = useQueryClient();
  const again = () => {
    for (const { id } of [ioBoard, ioGet, ioPartnerBoard, ioSettingsGet, ioWaiting])
      void queries.invalidateQueries({ queryKey: [id] });
  };
  return useMutation({
    mutationFn: (args: CallArgs<C>) => callApi(call, args),
    onSuccess: (answer) => {
      again();
      onDone(answer as CallResponse<C>);
    },
    onError: (error) => {
      tellFailure(error);
      again();
    },
  });
};

interface Acceptance {
  orders: readonly { ownerKey: number; ioKey: number; number: string | null; month: string }[];
  form: IoAnswerForm;
}
interface Accepted {
  accepted: number;
  refused: { number: string; message: string }[];
}

/** Accepts orders one after the other. One that cannot be accepted any more does not stop the others. */
export const useAcceptOrders = (onDone: (result: Accepted) => void) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ orders, form }: Acceptance): Promise<Accepted> => {
      const result: Accepted = { accepted: 0, refused: [] };
      for (const { ownerKey: owner, ioKey, ...order } of orders)
        await callApi(ioAnswer, { params: { owner, ioKey }, body: form }).then(
          () => void (result.accepted += 1),
          (error: unknown) =>
            void result.refused.push({
              number: ioTitle(order),
              message: error instanceof Error ? error.message : 'Not accepted.',
            }),
        );
      return result;
    },
    onSuccess: onDone,
    onSettled: () => {
      for (const { id } of [ioBoard, ioGet, ioPartnerBoard, ioWaiting])
        void queries.invalidateQueries({ queryKey: [id] });
    },
  });
};

export const useOrderFile = (owner: number, ioKey: number) =>
  useMutation({
    mutationFn: async (format: IoFormat) => {
      const file = await downloadApi(
        ioFile,
        { params: { owner, ioKey, format } },
        { fallbackName: `Insertion order.${format}` },
      );
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });

export const linkQuery = (token: string) => ({
  ...callQuery(ioLinkOpen, { body: { token } }),
  retry: false,
  refetchOnWindowFocus: false,
  gcTime: 0,
});

export const useLinkFile = (token: string) =>
  useMutation({
    mutationFn: async (format: IoFormat) => {
      const file = await downloadApi(
        ioLinkFile,
        { body: { token, format } },
        { fallbackName: `Insertion order.${format}` },
      );
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });
