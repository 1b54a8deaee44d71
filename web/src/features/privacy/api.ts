import {
  privacyErase,
  privacyFile,
  privacyFind,
  privacyList,
  type PrivacyPerson,
  type PrivacyRequestKind,
  privacySuppress,
} from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api.ts';
import { downloadApi, saveFile } from '../../lib/files/download.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import { doneText } from './prepare-privacy.ts';

export const privacyQuery = (ownerKey: number) => ({
  ...callQuery(privacyList, { params: { owner: ownerKey } }),
  staleTime: 0,
});

/** The person searched for is sent in the body and never in a query key, which outlives the page. */
export const useFindPerson = (ownerKey: number) =>
  useMutation({
    mutationFn: (person: PrivacyPerson) => callApi(privacyFind, { params: { owner: ownerKey }, body: person }),
    gcTime: 0,
  });

interface Request {
  kind: PrivacyRequestKind;
  person: PrivacyPerson;
  reference: string;
}

/** Runs a person's request; returns the number of leads affected, or null for a file. */
export const usePrivacyRequest = (ownerKey: number, onDone: () => void) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ kind, ...body }: Request) => {
      const input = { params: { owner: ownerKey }, body };
      if (kind === 'ERASE') return (await callApi(privacyErase, input))?.leads ?? 0;
      if (kind === 'DO_NOT_CONTACT') return (await callApi(privacySuppress, input))?.leads ?? 0;
      const file = await downloadApi(privacyFile, input, { fallbackName: 'person-data.json' });
      if (file) saveFile(file);
      return null;
    },
    onSuccess: (leads, { kind }) => {
      void queries.invalidateQueries({ queryKey: [privacyList.id] });
      toast.success(doneText(kind, leads));
      onDone();
    },
    onError: tellFailure,
    gcTime: 0,
  });
};
