/** Whether a text can be stored: Postgres takes no NUL, and half a surrogate pair is no character in any encoding. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

export const NOT_STORABLE = 'holds a character that no text can hold';
