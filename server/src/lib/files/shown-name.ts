/** A sender's name of a file, only for showing, so only what can be shown: no folders, no control characters, no novels. */
export const shownName = (fileName: string): string =>
  (fileName.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, '').slice(-200) || 'file';
