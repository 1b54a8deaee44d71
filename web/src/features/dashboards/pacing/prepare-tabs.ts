import type { WidgetId } from '@paceline/contract';
import type { Slot } from '../dashboards.ts';

/** Tabs for daily use; all other tables are in the menu after them. */
const FIRST: ReadonlySet<WidgetId> = new Set<WidgetId>([
  'pacingGoal',
  'pacingBrand',
  'pacingChannel',
  'pacingLeadProvider',
  'pacingModel',
  'pacingCustomChannel',
  'overpacingCampaigns',
  'underpacingCampaigns',
]);

/** A tab is named by its table's grouping; the table has the full title. */
export const tabLabel = ({ title }: Slot): string =>
  title.replace(/^Pacing by /, '').replace(/pacing Campaigns$/, 'pacing');

interface PacingTabs {
  tabs: Slot[];
  more: Slot[];
  chosen: Slot | null;
}

/** The tabs, including the chosen table. The address may name one by its slot. */
export const pacingTabs = (slots: readonly Slot[], by: string | undefined): PacingTabs => {
  const chosen = slots.find(({ slot }) => slot === by) ?? slots[0] ?? null;
  // The same widget with another question is another table.
  const isFirst = (one: Slot): boolean => one.slot === one.widget && FIRST.has(one.widget);
  const tabs = slots.filter((one) => isFirst(one) || one === chosen);
  return { tabs, more: slots.filter((one) => !tabs.includes(one)), chosen };
};
