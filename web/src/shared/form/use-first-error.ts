import { useCallback, useEffect, useRef, useState } from 'react';

/** Marker for the error of a field without its own input, such as a list of checkboxes. */
const WRONG = '[aria-invalid="true"], [data-refused]';

/**
 * Focuses the first invalid field once it is visible and focusable: its part may have to open first, and nothing can be focused while the
 * form is being sent.
 */
export const useFirstError = (openPart?: string) => {
  const root = useRef<HTMLElement>(null);
  const wanted = useRef<{ part: string | undefined } | null>(null);
  const [, drawAgain] = useState(0);
  useEffect(() => {
    if (wanted.current === null || wanted.current.part !== openPart) return;
    const wrong = root.current?.querySelector<HTMLElement>(WRONG);
    wrong?.focus();
    if (wrong && document.activeElement === wrong) wanted.current = null;
  });
  useEffect(() => {
    // The focus is not moved if the user has gone on elsewhere.
    const giveUp = () => {
      wanted.current = null;
    };
    window.addEventListener('keydown', giveUp, { capture: true });
    window.addEventListener('pointerdown', giveUp, { capture: true });
    return () => {
      window.removeEventListener('keydown', giveUp, { capture: true });
      window.removeEventListener('pointerdown', giveUp, { capture: true });
    };
  }, []);
  return {
    attach: useCallback((element: HTMLElement | null) => {
      root.current = element;
    }, []),
    focusError: (part?: string) => {
      wanted.current = { part };
      drawAgain((now) => now + 1);
    },
  };
};
