import {
  type Doc,
  type DocAudience,
  docFileGet,
  docFileList,
  docFileRemove,
  docFileSave,
  docFileUpload,
} from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api.ts';
import { downloadApi, saveFile } from '../../../lib/files/download.ts';
import { callQuery } from '../../../lib/api/op-query.ts';
import { uploadApi } from '../../../lib/files/upload.ts';
import { tellFailure } from '../../../shared/list/use-list-export.ts';

/** A media partner sees the files of all owners it works for. */
export const docsQuery = (ownerKey: number | null) =>
  callQuery(docFileList, { query: ownerKey === null ? {} : { ownerKey: String(ownerKey) } });

interface DocForm {
  title: string;
  audience: DocAudience;
  partnerKey: number | null;
}

export const useDocActions = (ownerKey: number) => {
  const queries = useQueryClient();
  const params = { owner: ownerKey };
  const onSuccess = () => queries.invalidateQueries({ queryKey: [docFileList.id] });
  const send = (query: Record<string, string>, file: File) => {
    const form = new FormData();
    form.set('file', file);
    return uploadApi(docFileUpload, { params, query }, form);
  };
  /** Their dialog shows the failures. */
  const add = useMutation({
    mutationFn: ({ form, file }: { form: DocForm; file: File }) =>
      send(
        {
          title: form.title,
          audience: form.audience,
          ...(form.partnerKey !== null && { partnerKey: String(form.partnerKey) }),
        },
        file,
      ),
    onSuccess,
  });
  const addVersion = useMutation({
    mutationFn: ({ docKey, file }: { docKey: number; file: File }) => send({ docKey: String(docKey) }, file),
    onSuccess,
  });
  const save = useMutation({
    mutationFn: ({ doc, form }: { doc: Doc; form: DocForm }) =>
      callApi(docFileSave, { params, body: { docKey: doc.docKey, rowVersion: doc.rowVersion, ...form } }),
    onSuccess,
    onError: () => void onSuccess(),
  });
  const remove = useMutation({
    mutationFn: (docKey: number) => callApi(docFileRemove, { params, body: { docKey } }),
    onSuccess,
    onError: tellFailure,
  });
  return { add, addVersion, save, remove };
};

export const useDocDownload = () =>
  useMutation({
    mutationFn: async ({ ownerKey, docKey, version }: { ownerKey: number; docKey: number; version: number }) => {
      const file = await downloadApi(docFileGet, { params: { owner: ownerKey, doc: docKey, version } });
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });
