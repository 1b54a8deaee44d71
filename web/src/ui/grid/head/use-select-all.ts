import { useMemo } from 'react';
import type { GridSelection } from '../types.ts';
import type { Line } from '../view/view.ts';

/** What the box above the boxes shows; null where nothing can be ticked. */
export const useSelectAll = (selection: GridSelection | undefined, lines: readonly Line[]): boolean | 'some' | null => {
  const selected = selection?.selected;
  return useMemo(() => {
    if (!selected) return null;
    const count = selected.size === 0 ? 0 : lines.filter(({ key }) => selected.has(key)).length;
    return count === 0 ? false : count === lines.length ? true : 'some';
  }, [selected, lines]);
};
