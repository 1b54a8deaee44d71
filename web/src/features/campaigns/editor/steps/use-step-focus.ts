import { type RefObject, useEffect, useRef } from 'react';
import type { Step } from '../prepare/prepare-problems.ts';

/** Takes the focus to the step that was opened, unless a field of it that is wrong has it already. */
export const useStepFocus = (step: Step): RefObject<HTMLDivElement | null> => {
  const body = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (!body.current?.contains(document.activeElement)) body.current?.focus({ preventScroll: true });
  });
  return body;
};
