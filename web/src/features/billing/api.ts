import {
  type AnyCall,
  billableChecklist,
  billableExport,
  billableFile,
  billableRemarks,
  billableReport,
  type CallInput,
  type CallResponse,
  type ReportFileFormat,
} from '@paceline/contract';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api.ts';
import { downloadApi, saveFile } from '../../lib/files/download.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import type { CallArgs } from '../../lib/api/request.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';

export type BillableAnswer = CallResponse<typeof billableReport>;
export type BillableAsked = CallInput<typeof billableReport>['body'];
export interface LineOfMonth {
  ownerKey: number;
  month: string;
  campaignKey: number;
}

/** Never cached: it is the basis of decisions about money. */
export const billableQuery = (body: BillableAsked) => ({
  ...callQuery(billableReport, { body }),
  placeholderData: keepPreviousData,
  staleTime: 0,
});
export const checklistQuery = (ownerKey: number, month: string) => ({
  ...callQuery(billableChecklist, { body: { ownerKey, month } }),
  staleTime: 0,
});
export const remarksQuery = (line: LineOfMonth) => ({ ...callQuery(billableRemarks, { body: line }), staleTime: 0 });

/** Closes, reopens or comments, and refreshes everything that shows the bill, also after a conflict. */
export const useBillingChange = <C extends AnyCall>(call: C, onDone: (answer: CallResponse<C>) => void) => {
  const queries = useQueryClient();
  const again = () => {
    for (const { id } of [billableReport, billableChecklist, billableRemarks])
      void queries.invalidateQueries({ queryKey: [id] });
  };
  return useMutation({
    mutationFn: (body: CallInput<C>['body']) => callApi(call, { body } as unknown as CallArgs<C>),
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

export const useBillableFile = (question: BillableAsked) =>
  useMutation({
    mutationFn: async (format: ReportFileFormat) => {
      const file = await downloadApi(
        billableExport,
        { body: { ...question, format } },
        { fallbackName: `billable.${format}` },
      );
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });

export const useDisputeFile = (owner: number) =>
  useMutation({
    mutationFn: async ({ fileKey, name }: { fileKey: number; name: string }) => {
      const file = await downloadApi(billableFile, { params: { owner, fileKey } }, { fallbackName: name });
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });
