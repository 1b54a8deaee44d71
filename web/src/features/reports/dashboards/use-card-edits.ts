import type { DashboardCard } from '@paceline/contract';
import { useCallback, useEffect, useState } from 'react';

interface Edits {
  cards: readonly DashboardCard[];
  past: readonly (readonly DashboardCard[])[];
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Cards being edited; each change can be undone, also by Ctrl+Z. */
export const useCardEdits = (first: readonly DashboardCard[]) => {
  const [{ cards, past }, setEdits] = useState<Edits>({ cards: first, past: [] });
  const change = (next: readonly DashboardCard[]): void => {
    if (JSON.stringify(next) !== JSON.stringify(cards)) setEdits({ cards: next, past: [...past, cards] });
  };
  const undo = useCallback(
    (): void =>
      setEdits((now) => {
        const before = now.past.at(-1);
        return before === undefined ? now : { cards: before, past: now.past.slice(0, -1) };
      }),
    [],
  );
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (!isUndo || isTyping(event.target)) return;
      event.preventDefault();
      undo();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [undo]);
  return { cards, change, undo, canUndo: past.length > 0 };
};
