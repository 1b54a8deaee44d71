import type { ReactNode } from 'react';
import type { Columns } from './geometry.ts';
import type { Remark } from '../types.ts';

/** Plain values where possible: a row is redrawn only when one of them changes. */
export interface GridRowProps<Row> {
  gridId: string;
  row: Row;
  index: number;
  /** The first row's index for screen readers; header rows count too. */
  firstIndex: number;
  height: number;
  label: string;
  columns: Columns<Row>;
  /** The drawn range of scrolling columns. */
  from: number;
  to: number;
  edits: ReadonlyMap<string, unknown> | undefined;
  remarks: Readonly<Record<string, Remark>> | null;
  canEdit: boolean;
  /** The active column and the selected columns; -1 where the row has none. */
  active: number;
  rangeLeft: number;
  rangeRight: number;
  isRangeTop: boolean;
  isRangeBottom: boolean;
  editor: ReactNode;
  editorColumn: number;
  isSelectable: boolean;
  isSelected: boolean;
  tone: 'muted' | 'strong' | undefined;
  /** The column with the toggles; -1 without a tree. */
  treeColumn: number;
  level: number;
  position: number;
  siblings: number;
  isParent: boolean;
  isExpanded: boolean;
}
