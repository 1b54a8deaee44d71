import { useCallback, useEffect, useRef, useState } from 'react';

/** What a field without a box of its own, such as a list of checkboxes, marks its message with. */
const WRONG = '[aria-invalid="true"], [data-refused]';

/**
 * Takes the focus to the first field that is wrong, as soon as it is on the screen and can take it: a part may have to be
 * opened first, and nothing takes the focus while the form is being sent.
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
    // Who goes on meanwhile is not called back.
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
