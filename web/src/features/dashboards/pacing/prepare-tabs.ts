import type { WidgetId } from '@paceline/contract';
import type { Slot } from '../dashboards.ts';

/** What one looks at day by day; every other table of the page stands in the menu behind them. */
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

/** A tab says what its table is by; the table itself has the whole name. */
export const tabLabel = ({ title }: Slot): string =>
  title.replace(/^Pacing by /, '').replace(/pacing Campaigns$/, 'pacing');

interface PacingTabs {
  tabs: Slot[];
  more: Slot[];
  chosen: Slot | null;
}

/** The tabs of the table, with the chosen one among them wherever it comes from. An address may name one by its place. */
export const pacingTabs = (slots: readonly Slot[], by: string | undefined): PacingTabs => {
  const chosen = slots.find(({ slot }) => slot === by) ?? slots[0] ?? null;
  // The same widget asked with something else is another table.
  const isFirst = (one: Slot): boolean => one.slot === one.widget && FIRST.has(one.widget);
  const tabs = slots.filter((one) => isFirst(one) || one === chosen);
  return { tabs, more: slots.filter((one) => !tabs.includes(one)), chosen };
};
