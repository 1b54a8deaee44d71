import { type Doc, DOC_AUDIENCES, DOC_FILE_BYTES, DOC_FILE_ENDINGS } from '@paceline/contract';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** 412 KB, 1.4 MB. */
export const sizeText = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.max(1, Math.round(bytes / KILOBYTE))} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;

export const audienceText = ({ audience, partnerName }: Pick<Doc, 'audience' | 'partnerName'>): string =>
  partnerName ?? DOC_AUDIENCES[audience];

export const ACCEPTED = DOC_FILE_ENDINGS.map((ending) => `.${ending}`).join(',');

/** Checks before upload; the server checks the content. */
export const fileProblem = (file: Pick<File, 'name' | 'size'> | null): string | null => {
  if (file === null) return 'Choose a file.';
  const name = file.name.toLowerCase();
  if (!DOC_FILE_ENDINGS.some((ending) => name.endsWith(`.${ending}`))) return 'Choose a .pdf, .docx or .xlsx file.';
  return file.size > DOC_FILE_BYTES ? 'The file is larger than 25 MB.' : null;
};
