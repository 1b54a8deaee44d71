import { type ReportFileFormat, statementAging, statementAgingExport } from '@paceline/contract';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/op-query.ts';
import { downloadApi, saveFile } from '../../../lib/files/download.ts';
import { tellFailure } from '../../../shared/list/use-list-export.ts';

const bodyOf = (ownerKey: number | null) => (ownerKey === null ? {} : { ownerKey });

/** Never cached: it is the basis of decisions about money. */
export const useAging = (ownerKey: number | null) =>
  useQuery({
    ...callQuery(statementAging, { body: bodyOf(ownerKey) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useAgingFile = (ownerKey: number | null) =>
  useMutation({
    mutationFn: async (format: ReportFileFormat) => {
      const body = { ...bodyOf(ownerKey), format };
      const file = await downloadApi(statementAgingExport, { body }, { fallbackName: `aging.${format}` });
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });
