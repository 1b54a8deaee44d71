import type { KeyboardEvent } from 'react';

/** For a search box in the form: Enter there is the end of a word, not of the step. */
export const keepEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.preventDefault();
};
