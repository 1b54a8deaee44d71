import type { Columns } from '../body/geometry.ts';

export interface HeadGroup {
  label: string;
  /** Index of its first column. */
  index: number;
  span: number;
  left: number;
  width: number;
  isPinned: boolean;
}

const isSaidBelow = (group: string, label: string): boolean => group.toLowerCase() === label.toLowerCase();

/**
 * Adjacent columns of a group share a header. A group split by the user has one per part; a scrolling "Campaign" does not repeat the label
 * of a pinned "Campaign".
 */
export const headGroups = <Row>({ all }: Columns<Row>): HeadGroup[] => {
  const groups: HeadGroup[] = [];
  for (const { column, index, left, width, isPinned } of all) {
    const last = groups.at(-1);
    if (column.group === undefined || (isPinned && isSaidBelow(column.group, column.label))) continue;
    const continues = last && last.label === column.group && last.index + last.span === index;
    if (continues && last.isPinned === isPinned) {
      last.span += 1;
      last.width += width;
    } else groups.push({ label: column.group, index, span: 1, left, width, isPinned });
  }
  return groups;
};
