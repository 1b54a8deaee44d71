import type { DownloadedFile } from '../../../lib/files/download.ts';

/** Converts a data URL to a picture file directly: the page's policy forbids fetching it. */
export const pngFile = (address: string | null, name: string): DownloadedFile | null => {
  const [, encoded] = address?.split('base64,') ?? [];
  if (encoded === undefined) return null;
  const bytes = Uint8Array.from(atob(encoded), (letter) => letter.codePointAt(0) ?? 0);
  return { name, blob: new Blob([bytes], { type: 'image/png' }) };
};
