import { useEffect } from 'react';
import { flushSync } from 'react-dom';

/** Ctrl+S saves from anywhere; a cell being edited is committed first, so that it is saved too. */
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
      // Moving the focus commits the editor; the grid keeps receiving keys.
      if (grid) flushSync(() => grid.focus({ preventScroll: true }));
      save();
    };
    // In the capture phase, before the editor, which stops its keys.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [save]);
};
