import type { KeyboardEvent } from 'react';

/** For a search box inside the form: Enter must not submit the step. */
export const keepEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.preventDefault();
};
