import {
  leadExportCancel,
  leadExportCount,
  leadExportFile,
  leadExportList,
  leadExportRemove,
  leadExportStart,
  leadsExport,
} from '@paceline/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { fetchApi } from '../../../lib/api/api.ts';
import { downloadApi, saveFile } from '../../../lib/files/download.ts';
import { callQuery } from '../../../lib/api/op-query.ts';
import { tellFailure } from '../../../shared/list/use-list-export.ts';
import { toast } from '../../../ui/toast/toast-store.ts';
import { type ExportValues, isOpen } from './prepare-export.ts';

/** The form's values as the calls take them; requires an owner. */
const bodyOf = ({ ownerKey, format: _format, wholePeople: _whole, ...rest }: ExportValues) => ({
  ownerKey: ownerKey ?? 0,
  ...rest,
});
const wholeBodyOf = ({ ownerKey, ...rest }: ExportValues) => ({ ownerKey: ownerKey ?? 0, ...rest });

/** Number of leads in the file; not requested while the form is invalid. */
export const useExportCount = (values: ExportValues, isRight: boolean) =>
  useQuery({
    ...callQuery(leadExportCount, { body: bodyOf(values) }),
    enabled: isRight,
    placeholderData: keepPreviousData,
    retry: false,
  });

interface Downloading {
  /** Bytes received; null when nothing is downloading. */
  loaded: number | null;
  start: (values: ExportValues) => void;
  cancel: () => void;
  error: Error | null;
}

/** Downloads the file with progress. Cancelling also stops the server. */
export const useDownload = (onSaved?: () => void): Downloading => {
  const [loaded, setLoaded] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  const { mutate, error, reset } = useMutation({
    mutationFn: async (values: ExportValues) => {
      const controller = new AbortController();
      running.current = controller;
      setLoaded(0);
      try {
        const file = await downloadApi(
          leadsExport,
          { body: wholeBodyOf(values) },
          {
            signal: controller.signal,
            onProgress: (progress) => setLoaded(progress.loaded),
            fallbackName: `leads.${values.format}`,
          },
        );
        if (file) {
          saveFile(file);
          onSaved?.();
        }
      } finally {
        setLoaded(null);
      }
    },
  });
  return {
    loaded,
    start: mutate,
    cancel: () => {
      running.current?.abort();
      reset();
    },
    error,
  };
};

/** Starts an export in the background. */
export const useStartExport = (onStarted: () => void) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (values: ExportValues) => fetchApi(leadExportStart, { body: wholeBodyOf(values) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [leadExportList.id] });
      onStarted();
    },
  });
};

/** Poll interval while a file is being written. */
const LOOK_MS = 2_000;

export const useMyExports = () =>
  useQuery({
    ...callQuery(leadExportList, {}),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? LOOK_MS : false),
  });

interface OneExport {
  ownerKey: number;
  exportKey: number;
}

export const useExportActions = () => {
  const queries = useQueryClient();
  const changed = () => queries.invalidateQueries({ queryKey: [leadExportList.id] });
  const download = useMutation({
    mutationFn: ({ ownerKey, exportKey }: OneExport) =>
      downloadApi(leadExportFile, { body: { ownerKey, exportKey } }, { fallbackName: 'leads' }),
    onSuccess: (file) => file && saveFile(file),
    onError: tellFailure,
  });
  const cancel = useMutation({
    mutationFn: ({ ownerKey, exportKey }: OneExport) => fetchApi(leadExportCancel, { body: { ownerKey, exportKey } }),
    onSuccess: () => toast.success('The export is cancelled.'),
    onError: tellFailure,
    onSettled: changed,
  });
  const remove = useMutation({
    mutationFn: ({ ownerKey, exportKey }: OneExport) => fetchApi(leadExportRemove, { body: { ownerKey, exportKey } }),
    onError: tellFailure,
    onSettled: changed,
  });
  return { download, cancel, remove };
};
