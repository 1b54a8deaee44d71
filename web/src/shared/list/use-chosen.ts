import { useMemo, useState } from 'react';
import type { GridSelection, RowKey } from '../../ui/grid/types.ts';

interface Chosen<Row> {
  /** Current versions of the rows, in the order they were ticked. */
  rows: readonly Row[];
  selection: GridSelection;
  take: (rows: readonly Row[]) => void;
  clear: () => void;
}

/** The selected rows. Changing the list's filters clears them, so that no unseen row is changed. */
export const useChosen = <Row>(listed: readonly Row[], question: string, rowKey: (row: Row) => RowKey): Chosen<Row> => {
  const [state, setState] = useState<{ question: string; rows: ReadonlyMap<RowKey, Row> }>({
    question,
    rows: new Map(),
  });
  const [keyOf] = useState(() => rowKey);
  const stored = useMemo(() => (state.question === question ? state.rows : new Map<RowKey, Row>()), [state, question]);
  const byKey = useMemo(() => new Map(listed.map((row) => [keyOf(row), row])), [listed, keyOf]);
  const rows = useMemo(() => [...stored].map(([key, row]) => byKey.get(key) ?? row), [stored, byKey]);
  const selection = useMemo<GridSelection>(
    () => ({
      selected: new Set(stored.keys()),
      onSelected: (keys) => {
        const pairs = [...keys].flatMap((key): [RowKey, Row][] => {
          const row = byKey.get(key) ?? stored.get(key);
          return row === undefined ? [] : [[key, row]];
        });
        setState({ question, rows: new Map(pairs) });
      },
    }),
    [stored, byKey, question],
  );
  return {
    rows,
    selection,
    take: (all) => setState({ question, rows: new Map(all.map((row) => [keyOf(row), row])) }),
    clear: () => setState({ question, rows: new Map() }),
  };
};
