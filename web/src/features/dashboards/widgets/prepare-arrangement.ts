import type { Slot } from '../dashboards.ts';

export interface Arrangement {
  order: string[];
  hidden: string[];
}

/** The slots in the user's arrangement; new slots go to the end, removed ones are dropped. */
export const arranged = (slots: readonly Slot[], stored: Arrangement | null): { shown: Slot[]; hidden: Slot[] } => {
  if (stored === null) return { shown: [...slots], hidden: [] };
  const place = new Map(stored.order.map((slot, index) => [slot, index]));
  const sorted = slots.toSorted((a, b) => (place.get(a.slot) ?? Infinity) - (place.get(b.slot) ?? Infinity));
  const isHidden = ({ slot }: Slot): boolean => stored.hidden.includes(slot);
  return { shown: sorted.filter((slot) => !isHidden(slot)), hidden: sorted.filter(isHidden) };
};

export const moved = (order: readonly string[], slot: string, by: -1 | 1): string[] => {
  const from = order.indexOf(slot);
  const to = from + by;
  if (from === -1 || to < 0 || to >= order.length) return [...order];
  const next = order.filter((one) => one !== slot);
  next.splice(to, 0, slot);
  return next;
};
