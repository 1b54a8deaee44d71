const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** When the user last did something in this tab. Opening it counts. */
let lastInputAt = Date.now();

export const lastInput = (): number => lastInputAt;

/** Watches for input and tells of it. Answers with the way to stop. */
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
