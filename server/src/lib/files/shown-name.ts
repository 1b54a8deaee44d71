/** A sender's file name, made safe for display: no folders, no control characters, limited length. */
export const shownName = (fileName: string): string =>
  (fileName.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, '').slice(-200) || 'file';
