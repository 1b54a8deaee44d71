import { useEffect, useRef } from 'react';
import type { Place } from '../edit/range.ts';
import type { GridProps } from '../types.ts';
import { useStable } from '../use-stable.ts';
import type { GridView } from './use-view.ts';
import type { Line, View } from './view.ts';

const parentsOf = (line: Line): Line[] => (line.parent ? [...parentsOf(line.parent), line.parent] : []);

/** Goes to the cell named by the page, opening its parents. Filtered rows are skipped. */
export const useGoTo = <Row>(
  { goTo, tree }: GridProps<Row>,
  view: GridView<Row>,
  onPlace: (place: Place) => void,
): void => {
  const done = useRef(goTo);
  const go = useStable((cell: typeof goTo, { lines, leaves }: View<Row>) => {
    if (!cell || done.current === cell) return;
    const column = view.columns.findIndex(({ key }) => key === cell.columnKey);
    const row = lines.findIndex(({ key }) => key === cell.rowKey);
    if (row >= 0) {
      done.current = cell;
      onPlace({ row, column: Math.max(0, column) });
      return;
    }
    const hidden = leaves.find(({ key }) => key === cell.rowKey);
    const parents = hidden ? parentsOf(hidden) : [];
    // The row is found in the next render, when its parents are open.
    if (tree && parents.length > 0) tree.onExpanded(new Set([...tree.expanded, ...parents.map(({ key }) => key)]));
    else done.current = cell;
  });
  useEffect(() => go(goTo, view.view), [go, goTo, view.view]);
};
