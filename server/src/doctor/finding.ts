/** One thing that was looked at: as it should be, worth knowing, or wrong. */
export interface Finding {
  level: 'fine' | 'note' | 'wrong';
  about: string;
  says: string;
  /** What to do about it. */
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

/** A sentence that a start would have refused with: it says what to do itself. */
export const refused = (about: string, error: unknown): Finding => ({
  level: 'wrong',
  about,
  says: error instanceof Error ? error.message : String(error),
});
