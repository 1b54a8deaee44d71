import { type RefObject, useEffect, useRef } from 'react';
import type { Step } from '../prepare/prepare-problems.ts';

/** Focuses the opened step, unless an invalid field of it already has the focus. */
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
