import {
  type AnyCall,
  type BillingSide,
  type CallInput,
  type CallResponse,
  type ReportFileFormat,
  reconciliationExport,
  reconciliationGet,
  type ReconciliationKind,
  reconciliationMatches,
  reconciliationPreview,
  reconciliationSearch,
} from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api.ts';
import { downloadApi, saveFile } from '../../lib/files/download.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import type { CallArgs } from '../../lib/api/request.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';

/** The owner, party and month of a list. */
export interface Asked {
  ownerKey: number;
  side: BillingSide;
  partyKey: number;
  /** The first day of the month. */
  month: string;
}

export const runQuery = ({ ownerKey, ...party }: Asked, runKey: number | undefined) =>
  callQuery(reconciliationGet, {
    params: { owner: ownerKey },
    body: { ...party, ...(runKey !== undefined && { runKey }) },
  });

export const previewQuery = (owner: number, body: CallInput<typeof reconciliationPreview>['body']) => ({
  ...callQuery(reconciliationPreview, { params: { owner }, body }),
  staleTime: 0,
});

export const matchesQuery = (owner: number, body: CallInput<typeof reconciliationMatches>['body']) =>
  callQuery(reconciliationMatches, { params: { owner }, body });

/** Invalidates everything that shows a comparison. */
export const useReadAgain = () => {
  const queries = useQueryClient();
  return () => {
    for (const { id } of [reconciliationGet, reconciliationSearch, reconciliationPreview, reconciliationMatches])
      void queries.invalidateQueries({ queryKey: [id] });
  };
};

/** Decides or comments on rows, and refreshes what is shown, also after a conflict. */
export const useReconciliationChange = <C extends AnyCall>(
  call: C,
  owner: number,
  onDone?: (answer: CallResponse<C>) => void,
) => {
  const again = useReadAgain();
  return useMutation({
    mutationFn: (body: CallInput<C>['body']) => callApi(call, { params: { owner }, body } as unknown as CallArgs<C>),
    onSuccess: (answer) => {
      again();
      onDone?.(answer as CallResponse<C>);
    },
    onError: (error) => {
      tellFailure(error);
      again();
    },
  });
};

export const useDifferencesFile = (owner: number, runKey: number) =>
  useMutation({
    mutationFn: async ({ format, kind }: { format: ReportFileFormat; kind?: ReconciliationKind }) => {
      const body = { runKey, format, ...(kind !== undefined && { kind }) };
      const file = await downloadApi(
        reconciliationExport,
        { params: { owner }, body },
        { fallbackName: `Reconciliation.${format}` },
      );
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });
