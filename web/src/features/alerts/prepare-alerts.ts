import {
  type Alert,
  alertDetail,
  alertPath,
  type AlertReader,
  bellTitle,
  type BellRow,
  isSerious,
} from '@paceline/contract';

export interface BellEntry {
  /** The line's alerts, the worst first. */
  alertKeys: [number, ...number[]];
  title: string;
  detail: string;
  /** The owner's name, if the viewer works for several. */
  owner: string | null;
  isRead: boolean;
  isSerious: boolean;
  href: string;
}

export interface BellGroup {
  title: string;
  entries: BellEntry[];
}

const groupOf = ({ kind, level }: Alert): string => {
  if (kind === 'stuck' || kind === 'breaker') return 'Delivery';
  if (kind === 'dataGap') return 'Platform data';
  if (kind === 'rule') return 'Alert rules';
  if (kind === 'target') return 'Targets reached';
  return level >= 100 ? 'Caps reached' : 'Caps nearly used';
};
const GROUPS = ['Delivery', 'Platform data', 'Alert rules', 'Caps reached', 'Caps nearly used', 'Targets reached'];

interface Reader extends AlertReader {
  write: (instant: string) => string;
  now: Date;
  hasOwners: boolean;
}

type Line = [BellRow, ...BellRow[]];

/** The first alert of a line is its worst: it says when and where. */
const bellEntry = (line: Line, { write, now, hasOwners, ...reader }: Reader): BellEntry => ({
  alertKeys: [line[0].alertKey, ...line.slice(1).map(({ alertKey }) => alertKey)],
  title: bellTitle(line, write),
  detail: alertDetail(line[0], write, now),
  owner: hasOwners ? line[0].ownerName : null,
  isRead: line.every(({ isRead }) => isRead),
  isSerious: line.some(isSerious),
  href: `#${alertPath(line[0], reader)}`,
});

/** Groups in order of severity, delivery problems first; empty groups are left out. */
export const bellGroups = (rows: readonly BellRow[], reader: Reader): BellGroup[] => {
  const lines = [...Map.groupBy(rows, ({ line }) => line).values()] as Line[];
  const byGroup = Map.groupBy(lines, ([worst]) => groupOf(worst));
  return GROUPS.flatMap((title) => {
    const group = byGroup.get(title);
    return group === undefined ? [] : [{ title, entries: group.map((line) => bellEntry(line, reader)) }];
  });
};
