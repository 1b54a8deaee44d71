import {
  type Alert,
  alertDetail,
  alertPath,
  alertTitle,
  type BellRow,
  isSerious,
  type UserGroup,
} from '@paceline/contract';

export interface BellEntry {
  alertKey: number;
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
  if (kind === 'target') return 'Targets reached';
  return level >= 100 ? 'Caps reached' : 'Caps nearly used';
};
const GROUPS = ['Delivery', 'Platform data', 'Caps reached', 'Caps nearly used', 'Targets reached'];

interface Reader {
  group: UserGroup;
  write: (instant: string) => string;
  now: Date;
  hasOwners: boolean;
}

const bellEntry = (alert: BellRow, { group, write, now, hasOwners }: Reader): BellEntry => ({
  alertKey: alert.alertKey,
  title: alertTitle(alert, write),
  detail: alertDetail(alert, write, now),
  owner: hasOwners ? alert.ownerName : null,
  isRead: alert.isRead,
  isSerious: isSerious(alert),
  href: `#${alertPath(alert, group)}`,
});

/** Groups in order of severity, delivery problems first; empty groups are left out. */
export const bellGroups = (rows: readonly BellRow[], reader: Reader): BellGroup[] => {
  const byGroup = Map.groupBy(rows, groupOf);
  return GROUPS.flatMap((title) => {
    const group = byGroup.get(title);
    return group === undefined ? [] : [{ title, entries: group.map((alert) => bellEntry(alert, reader)) }];
  });
};
