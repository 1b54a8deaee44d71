/** Whether Postgres can store a text: no NUL, no lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

export const NOT_STORABLE = 'holds a character that no text can hold';
