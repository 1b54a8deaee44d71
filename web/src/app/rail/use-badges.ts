import type { MenuItem, RouteName } from '@paceline/contract';
import { useMemo } from 'react';
import { useWaitingOrders } from '../../shared/waiting-orders.ts';

/** What waits for the user behind an entry of the menu. */
export interface Badge {
  count: number;
  /** For screen readers: "3 orders to answer". */
  words: string;
}

const NONE: Badge = { count: 0, words: '' };

/** The badge of an entry, or of a heading: what waits behind its entries. */
export const badgeOf = ({ link, children }: MenuItem, badges: ReadonlyMap<RouteName, Badge>): Badge => {
  if (link) return badges.get(link.route) ?? NONE;
  return children.map((child) => badgeOf(child, badges)).find(({ count }) => count > 0) ?? NONE;
};

export const useBadges = (): ReadonlyMap<RouteName, Badge> => {
  const orders = useWaitingOrders().data?.orders.length ?? 0;
  return useMemo(() => {
    const words = orders === 1 ? '1 order to answer' : `${orders} orders to answer`;
    return new Map<RouteName, Badge>(orders === 0 ? [] : [['mpInsertionOrders', { count: orders, words }]]);
  }, [orders]);
};
