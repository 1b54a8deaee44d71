import type { Columns } from './geometry.ts';

export interface HeadGroup {
  label: string;
  /** Its first column's index. */
  index: number;
  span: number;
  left: number;
  width: number;
  isPinned: boolean;
}

/** Neighbours of one group under one header. A group that the user took apart has one for each part. */
export const headGroups = <Row>({ all }: Columns<Row>): HeadGroup[] => {
  const groups: HeadGroup[] = [];
  for (const { column, index, left, width, isPinned } of all) {
    const last = groups.at(-1);
    if (column.group === undefined) continue;
    const continues = last && last.label === column.group && last.index + last.span === index;
    if (continues && last.isPinned === isPinned) {
      last.span += 1;
      last.width += width;
    } else groups.push({ label: column.group, index, span: 1, left, width, isPinned });
  }
  return groups;
};
