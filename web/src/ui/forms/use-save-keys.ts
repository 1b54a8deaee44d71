import { useEffect } from 'react';
import { flushSync } from 'react-dom';

/** Ctrl+S saves, whatever has the focus; a cell that is being typed in is left first, so that it is saved too. */
export const useSaveKeys = (save: () => void): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      if (document.querySelector('[role="dialog"]')) return;
      const { activeElement } = document;
      const grid =
        activeElement instanceof HTMLInputElement ? activeElement.closest<HTMLElement>('[role="grid"]') : null;
      // Leaving the editor enters what was typed; the grid then goes on hearing the keys.
      if (grid) flushSync(() => grid.focus({ preventScroll: true }));
      save();
    };
    // Before the editor, which keeps its keys to itself.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [save]);
};
