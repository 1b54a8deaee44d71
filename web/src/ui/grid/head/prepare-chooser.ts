import type { GridColumn, GridLayout } from '../types.ts';

export interface ChooserItem {
  key: string;
  label: string;
  isShown: boolean;
  isFrozen: boolean;
  /** The column's target when moved one step; null at either end. */
  before: string | null;
  after: string | null;
}
export interface ChooserGroup {
  /** Undefined for columns without a parent header. */
  label: string | undefined;
  items: ChooserItem[];
}

/** The columns in order, in runs of one group, as in the grid's header. Frozen columns come first. */
export const prepareChooser = <Row>(
  columns: readonly GridColumn<Row>[],
  { order, hidden }: Pick<GridLayout, 'order' | 'hidden'>,
  search: string,
): ChooserGroup[] => {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const listed = order.flatMap((key) => byKey.get(key) ?? []).filter(({ excludeFromMenu }) => !excludeFromMenu);
  const sorted = [...listed.filter(({ frozen }) => frozen), ...listed.filter(({ frozen }) => !frozen)];
  const wanted = search.trim().toLowerCase();
  const groups: ChooserGroup[] = [];
  for (const [index, { key, label, group, frozen = false }] of sorted.entries()) {
    // A column moves only among the frozen or among the other columns.
    const peer = (step: number) => {
      const other = sorted[index + step];
      return other && (other.frozen ?? false) === frozen ? other.key : null;
    };
    if (wanted !== '' && !`${group ?? ''} ${label}`.toLowerCase().includes(wanted)) continue;
    const item = { key, label, isShown: !hidden.includes(key), isFrozen: frozen, before: peer(-1), after: peer(1) };
    const last = groups.at(-1);
    if (last && last.label === group) last.items.push(item);
    else groups.push({ label: group, items: [item] });
  }
  return groups;
};
