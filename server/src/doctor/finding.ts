/** Result of one check: fine, worth a note, or wrong. */
export interface Finding {
  level: 'fine' | 'note' | 'wrong';
  about: string;
  says: string;
  /** Advice on how to fix it. */
  advice?: string;
}

export const fine = (about: string, says: string): Finding => ({ level: 'fine', about, says });
export const note = (about: string, says: string, advice?: string): Finding => ({
  level: 'note',
  about,
  says,
  ...(advice !== undefined && { advice }),
});
export const wrong = (about: string, says: string, advice: string): Finding => ({
  level: 'wrong',
  about,
  says,
  advice,
});

/** An error that a start would refuse with; its message contains the advice. */
export const refused = (about: string, error: unknown): Finding => ({
  level: 'wrong',
  about,
  says: error instanceof Error ? error.message : String(error),
});
