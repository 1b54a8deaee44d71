/** Reduces user input to one line: for mail subjects, and for lines of a text that must not be broken. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
