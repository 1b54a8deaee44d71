import type { DownloadedFile } from '../../../lib/files/download.ts';

/** A picture out of its data address; the policy of the page lets nothing fetch one. */
export const pngFile = (address: string | null, name: string): DownloadedFile | null => {
  const [, encoded] = address?.split('base64,') ?? [];
  if (encoded === undefined) return null;
  const bytes = Uint8Array.from(atob(encoded), (letter) => letter.codePointAt(0) ?? 0);
  return { name, blob: new Blob([bytes], { type: 'image/png' }) };
};
