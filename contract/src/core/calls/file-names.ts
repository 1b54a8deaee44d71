/** File formats for saving a report table. */
export const REPORT_FILE_FORMATS = ['xlsx', 'csv'] as const;
export type ReportFileFormat = (typeof REPORT_FILE_FORMATS)[number];

/** Converts words to a portable part of a file name: `St. Example College` becomes `st-example-college`. */
export const fileWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Prefixes a file name with its owner, as files of several owners share one folder. A name that has it already is unchanged. */
export const ownersFileName = (ownerName: string | null | undefined, fileName: string): string => {
  const owner = fileWords(ownerName ?? '');
  return owner === '' || fileWords(fileName).includes(owner) ? fileName : `${owner}-${fileName}`;
};
