import type { BulkImportResult } from '@paceline/contract';
import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../lib/api/api-error.ts';
import type { Progress } from '../../lib/files/download.ts';
import { type CarriedCall, sendFile, toApiError } from './import-api.ts';

interface ImportState {
  /** The file previewed or applied. */
  file: BulkImportResult | null;
  sending: { name: string; progress: Progress } | null;
  failure: ApiError | null;
}

const NOTHING: ImportState = { file: null, sending: null, failure: null };

/** One import: file chosen, sent and previewed. Leaving the page cancels the upload. */
export const useImport = (upload: CarriedCall) => {
  const [state, setState] = useState<ImportState>(NOTHING);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const reset = () => {
    running.current?.abort();
    setState(NOTHING);
  };
  const send = async (chosen: File): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (progress: Progress) =>
      setState((now) => (now.sending ? { ...now, sending: { name: chosen.name, progress } } : now));
    setState({ ...NOTHING, sending: { name: chosen.name, progress: { loaded: 0, total: null } } });
    try {
      const file = await sendFile(upload, chosen, { signal: controller.signal, onProgress });
      if (file) setState({ ...NOTHING, file });
    } catch (error) {
      if (!controller.signal.aborted) setState({ ...NOTHING, failure: toApiError(error as Error) });
    }
  };
  const show = (file: BulkImportResult) => setState({ ...NOTHING, file });
  return { ...state, send, show, reset };
};
