import {
  type PlatformFile,
  type PlatformReport,
  type PlatformSourceKey,
  platformDataCalendar,
  platformDataFiles,
  platformDataPreview,
  platformDataPushKeyRemove,
  platformDataPushKeySave,
  platformDataSources,
  platformDataUndo,
  platformDataUndoPreview,
  platformDataUpload,
} from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import { uploadApi } from '../../lib/files/upload.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';

export const sourcesQuery = (owner: number) => callQuery(platformDataSources, { params: { owner } });
export const calendarQuery = (owner: number, source: PlatformSourceKey, report: PlatformReport, month: string) =>
  callQuery(platformDataCalendar, { params: { owner, source: String(source) }, query: { report, month } });
export const filesQuery = (owner: number, source: PlatformSourceKey, before: number | null) =>
  callQuery(platformDataFiles, {
    params: { owner, source: String(source) },
    query: before === null ? {} : { before: String(before) },
  });

const useReadAgain = () => {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [platformDataSources, platformDataCalendar, platformDataFiles].map(({ id }) =>
        queries.invalidateQueries({ queryKey: [id] }),
      ),
    );
};

const formOf = (file: File): FormData => {
  const form = new FormData();
  form.set('file', file);
  return form;
};

/** What a file would replace; nothing of it is stored. */
export const usePreviewReport = (owner: number, source: PlatformSourceKey) =>
  useMutation({
    mutationFn: (file: File) =>
      uploadApi(platformDataPreview, { params: { owner, source: String(source) } }, formOf(file)),
  });

/** A refused file is in the list too, so everything is read again even after a failure. */
export const useUploadReport = (owner: number, source: PlatformSourceKey, onLoaded: (file: PlatformFile) => void) => {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ file, mayShrink }: { file: File; mayShrink: boolean }) =>
      uploadApi(
        platformDataUpload,
        { params: { owner, source: String(source) }, query: { shrink: mayShrink ? 'yes' : 'no' } },
        formOf(file),
      ),
    onSuccess: (file) => file && onLoaded(file),
    onSettled: readAgain,
  });
};

export const undoPreviewQuery = (owner: number, source: PlatformSourceKey, fileKey: number) =>
  callQuery(platformDataUndoPreview, { params: { owner, source: String(source), fileKey } });

export const useUndoFile = (owner: number, source: PlatformSourceKey, onDone: () => void) => {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (fileKey: number) => callApi(platformDataUndo, { params: { owner, source: String(source), fileKey } }),
    onError: tellFailure,
    onSettled: async () => {
      onDone();
      await readAgain();
    },
  });
};

export const useMakePushKey = (owner: number, onMade: (newKey: { secret: string; address: string }) => void) => {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (source: PlatformSourceKey) =>
      callApi(platformDataPushKeySave, { params: { owner }, body: { source } }),
    onSuccess: async (newKey) => {
      if (newKey) onMade(newKey);
      await readAgain();
    },
    onError: tellFailure,
  });
};

export const useEndPushKey = (owner: number, onEnded: () => void) => {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (source: PlatformSourceKey) =>
      callApi(platformDataPushKeyRemove, { params: { owner }, body: { source } }),
    onSuccess: async () => {
      onEnded();
      await readAgain();
    },
    onError: tellFailure,
  });
};
