const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Last user input in this tab; opening the tab counts. */
let lastInputAt = Date.now();

export const lastInput = (): number => lastInputAt;

/** Calls back on user input. Returns a function that stops it. */
export const watchInput = (onInput: () => void): (() => void) => {
  const note = () => {
    lastInputAt = Date.now();
    onInput();
  };
  for (const name of INPUTS) window.addEventListener(name, note, { passive: true, capture: true });
  return () => {
    for (const name of INPUTS) window.removeEventListener(name, note, { capture: true });
  };
};
