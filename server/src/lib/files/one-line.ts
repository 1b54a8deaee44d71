/** A name that somebody typed, on one line: for the subject of a mail, and for lines of a text that must stay what they are. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
