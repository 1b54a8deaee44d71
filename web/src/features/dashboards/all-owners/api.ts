import { allOwners, allOwnersFile, type ReportFileFormat } from '@paceline/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/op-query.ts';
import { downloadApi, saveFile } from '../../../lib/files/download.ts';
import { tellFailure } from '../../../shared/list/use-list-export.ts';

const AGAIN_MS = 250;
const MINUTE_MS = 60_000;

/** While figures of some owners are out of date, each answer has more of them. */
export const useAllOwners = () =>
  useQuery({
    ...callQuery(allOwners, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.due ?? 0) > 0 && state.error === null ? AGAIN_MS : MINUTE_MS),
  });

interface FileOfOwners {
  ownerKeys: number[];
  format: ReportFileFormat;
}

export const useOwnersFile = () =>
  useMutation({
    mutationFn: async (body: FileOfOwners) => {
      const file = await downloadApi(allOwnersFile, { body }, { fallbackName: `all-owners.${body.format}` });
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });
