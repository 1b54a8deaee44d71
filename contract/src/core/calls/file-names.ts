/** What the table of a report can be saved as. */
export const REPORT_FILE_FORMATS = ['xlsx', 'csv'] as const;
export type ReportFileFormat = (typeof REPORT_FILE_FORMATS)[number];

/** Words as a part of a file name that every system takes: `St. Example College` is `st-example-college`. */
export const fileWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** A file says whose it is: the files of two owners lie in one folder. One that says it already stays as it is. */
export const ownersFileName = (ownerName: string | null | undefined, fileName: string): string => {
  const owner = fileWords(ownerName ?? '');
  return owner === '' || fileWords(fileName).includes(owner) ? fileName : `${owner}-${fileName}`;
};
