import { useEffect, useRef, useState } from 'react';
import type { Step } from './prepare-problems.ts';

/** Takes the focus to the step that was opened, or to the first field of it that is wrong. */
export const useStepFocus = (step: Step) => {
  const body = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  const wanted = useRef<Step | null>(null);
  const [, drawAgain] = useState(0);
  useEffect(() => {
    const isOther = shown.current !== step;
    shown.current = step;
    const isWanted = wanted.current === step;
    if (!isOther && !isWanted) return;
    if (isWanted) wanted.current = null;
    const wrong = isWanted ? body.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : null;
    if (wrong) wrong.focus();
    else if (isOther) body.current?.focus({ preventScroll: true });
  });
  return {
    body,
    /** The step may have to be opened first: its fields are not there before it is. */
    focusError: (wrongStep: Step) => {
      wanted.current = wrongStep;
      drawAgain((now) => now + 1);
    },
  };
};
