import {
  type AnyCall,
  bulkImportApply,
  bulkImportFailed,
  bulkImportFile,
  bulkImportGet,
  bulkImportList,
  type BulkImportResult,
  bulkImportUndo,
  type BulkMode,
  type BulkRowState,
} from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { callApi } from '../../lib/api/api.ts';
import { downloadApi, type Progress, saveFile } from '../../lib/files/download.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import type { CallArgs, LooseArgs } from '../../lib/api/request.ts';
import { uploadApi } from '../../lib/files/upload.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import { FILE_WORDS } from './prepare-import.ts';

/** A call and its arguments without their types: the dialog only passes them on. */
export interface CarriedCall {
  call: AnyCall;
  args: object;
}

/** Binds a call to its arguments while their types are known. */
export const carried = <C extends AnyCall>(call: C, args: Omit<CallArgs<C>, 'body'>): CarriedCall => ({ call, args });

export const toApiError = (error: Error): ApiError =>
  error instanceof ApiError ? error : new ApiError({ code: 'INTERNAL', message: error.message });

export const importsQuery = (owner: number, kind: string) => callQuery(bulkImportList, { params: { owner, kind } });

export const importRowsQuery = (owner: number, importKey: number, state: BulkRowState | 'all', page: number) =>
  callQuery(bulkImportGet, { params: { owner, importKey }, query: { state, page: String(page) } });

export const sendFile = (
  { call, args }: CarriedCall,
  file: File,
  options: { signal: AbortSignal; onProgress: (progress: Progress) => void },
): Promise<BulkImportResult | undefined> => {
  const form = new FormData();
  form.set('file', file);
  // The screen shows a preview first.
  const preview: LooseArgs = { ...args, query: { ...((args as LooseArgs).query as object), apply: 'no' } };
  return uploadApi(call, preview as never, form, options) as Promise<BulkImportResult | undefined>;
};

const useForgetImports = () => {
  const queries = useQueryClient();
  return () =>
    Promise.all([bulkImportList, bulkImportGet].map(({ id }) => queries.invalidateQueries({ queryKey: [id] })));
};

export const useApplyImport = (owner: number, onApplied: (result: BulkImportResult) => void) => {
  const forget = useForgetImports();
  return useMutation({
    mutationFn: ({ importKey, mode }: { importKey: number; mode: BulkMode }) =>
      callApi(bulkImportApply, { params: { owner, importKey }, body: { mode } }),
    onSuccess: async (result) => {
      if (!result) return;
      onApplied(result);
      await forget();
    },
  });
};

export const useUndoImport = (
  owner: number,
  onUndone: (result: BulkImportResult) => void,
  notice = FILE_WORDS.undone,
) => {
  const forget = useForgetImports();
  return useMutation({
    mutationFn: (importKey: number) => callApi(bulkImportUndo, { params: { owner, importKey } }),
    onSuccess: async (result) => {
      if (!result) return;
      toast.success(notice);
      onUndone(result);
      await forget();
    },
    onError: (error) => {
      const { message, errors, requestId } = toApiError(error);
      const [first] = errors;
      const more = errors.length > 1 ? ` And ${errors.length - 1} more.` : '';
      toast.error({ message: first ? `Nothing was undone. ${first.message}${more}` : message, requestId });
    },
  });
};

/** Fetches a file and saves it as a download. */
export const useSaveFile = () =>
  useMutation({
    mutationFn: ({ call, args }: CarriedCall) => downloadApi(call, args as never),
    onSuccess: (file) => file && saveFile(file),
    onError: (error) => toast.error(toApiError(error)),
  });

export const fileCall = (owner: number, importKey: number): CarriedCall =>
  carried(bulkImportFile, { params: { owner, importKey } });
export const failedCall = (owner: number, importKey: number): CarriedCall =>
  carried(bulkImportFailed, { params: { owner, importKey } });
