import { type AnyCall, ownersFileName } from '@paceline/contract';
import { chunksOf } from '../api/chunks.ts';
import { fileNameOf } from './content-disposition.ts';
import { follow, onlyLatest, withinTime } from '../api/latest.ts';
import type { CallArgs } from '../api/request.ts';
import { send } from '../api/send.ts';
import { useSession } from '../session/session-store.ts';

export interface Progress {
  loaded: number;
  /** Null when the server sent no length. */
  total: number | null;
}
interface DownloadOptions {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Used when the server sends no name. */
  fallbackName?: string;
}
export interface DownloadedFile {
  name: string;
  blob: Blob;
  /** The server chose the name and included the owner if needed. */
  isNamed?: true;
}

async function fetchFile(
  call: AnyCall,
  args: object,
  signal: AbortSignal,
  { onProgress, fallbackName = 'download' }: DownloadOptions,
): Promise<DownloadedFile> {
  const response = await send(call, args, signal);
  const total = Number(response.headers.get('content-length')) || null;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of chunksOf(response.body, (loaded) => onProgress?.({ loaded, total }))) parts.push(chunk);
  return {
    name: fileNameOf(response.headers.get('content-disposition'), fallbackName),
    isNamed: true,
    blob: new Blob(parts, { type: response.headers.get('content-type') ?? 'application/octet-stream' }),
  };
}

export const downloadApi = <C extends AnyCall>(
  call: C,
  args: CallArgs<C>,
  options: DownloadOptions = {},
): Promise<DownloadedFile | undefined> => {
  const controller = follow(options.signal);
  return onlyLatest(call.id, controller, () =>
    withinTime(call.timeoutMs, controller, (signal) => fetchFile(call, args, signal, options)),
  );
};

/** Saves a file as a browser download. A file made by the page itself gets the owner in its name. */
export const saveFile = ({ name, blob, isNamed }: DownloadedFile): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = isNamed ? name : ownersFileName(useSession.getState().activeOwner?.name, name);
  link.click();
  // Revoking at once would break the download in browsers that read the blob later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
