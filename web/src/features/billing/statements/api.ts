import {
  type AnyCall,
  type CallInput,
  type Statement,
  statementAging,
  statementFile,
  type StatementFormat,
  statementGet,
  type StatementMail,
  type StatementRow,
  statementSearch,
  statementSend,
} from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api.ts';
import type { CallArgs } from '../../../lib/api/request.ts';
import { callQuery } from '../../../lib/api/op-query.ts';
import { downloadApi, saveFile } from '../../../lib/files/download.ts';
import { tellFailure } from '../../../shared/list/use-list-export.ts';
import { toast } from '../../../ui/toast/toast-store.ts';
import { sendingWords } from './prepare-sending.ts';

type StatementId = Pick<StatementRow, 'ownerKey' | 'statementKey' | 'number'>;

const MAIL_LOOK_MS = 3_000;
const isOnItsWay = ({ state }: StatementMail): boolean => state === 'QUEUED' || state === 'SENDING';

/** Asked again while its mails are on their way. */
export const statementQuery = ({ ownerKey, statementKey }: StatementId) => ({
  ...callQuery(statementGet, { params: { owner: ownerKey, statementKey } }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }: { state: { data?: Statement | undefined } }) =>
    data?.mails.some(isOnItsWay) === true && MAIL_LOOK_MS,
});

export const useStatementFile = ({ ownerKey, statementKey, number }: StatementId) =>
  useMutation({
    mutationFn: async (format: StatementFormat) => {
      const params = { owner: ownerKey, statementKey, format };
      const file = await downloadApi(statementFile, { params }, { fallbackName: `${number}.${format}` });
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });

/** Refreshes everything that shows what became of statements. */
export const useStatementsAgain = () => {
  const queries = useQueryClient();
  return () => {
    for (const { id } of [statementGet, statementSearch, statementAging])
      void queries.invalidateQueries({ queryKey: [id] });
  };
};

/** Changes what became of a statement; its form shows what is refused. */
export const useStatementChange = <C extends AnyCall>(
  call: C,
  { ownerKey, statementKey }: Pick<StatementId, 'ownerKey' | 'statementKey'>,
  onDone: () => void,
) => {
  const again = useStatementsAgain();
  return useMutation({
    mutationFn: ({ body, ...more }: { body: CallInput<C>['body']; paymentKey?: number }) =>
      callApi(call, { params: { owner: ownerKey, statementKey, ...more }, body } as unknown as CallArgs<C>),
    onSuccess: onDone,
    onSettled: again,
  });
};

interface Sending {
  statementKeys: number[];
  by: 'mail' | 'hand';
  again: boolean;
}

/** Sends statements, and says which were left out and why. */
export const useSendStatements = (owner: number, onDone?: () => void) => {
  const again = useStatementsAgain();
  return useMutation({
    mutationFn: (body: Sending) => callApi(statementSend, { params: { owner }, body }),
    onSuccess: (answer, { by }) => {
      for (const { tone, text } of answer ? sendingWords(answer, by) : []) {
        if (tone === 'error') toast.error({ message: text });
        else toast.success(text);
      }
      onDone?.();
    },
    onError: tellFailure,
    onSettled: again,
  });
};
