import type { AnyList } from '@paceline/contract';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { downloadApi, saveFile } from '../../lib/files/download.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import type { ListAsking } from './use-list.ts';

export const tellFailure = (error: Error): void =>
  toast.error(error instanceof ApiError ? error : { message: error.message });

/** Exports the matching rows as a file, or with keys only the selected ones. Undefined for a list without export. */
export const useListExport = ({ list, params, question }: ListAsking<AnyList>) => {
  const file = list.export;
  const { mutate, isPending } = useMutation({
    mutationFn: async (keys: readonly number[] | null) => {
      if (file === null) return;
      const body = { ...question, ...(keys && { keys }) };
      const downloaded = await downloadApi(file, { params, body }, { fallbackName: 'list.xlsx' });
      if (downloaded) saveFile(downloaded);
    },
    onError: tellFailure,
  });
  return file === null ? undefined : { save: mutate, isSaving: isPending };
};
