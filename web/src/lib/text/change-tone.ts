import type { UserGroup } from '@paceline/contract';
import { groupOfSession } from '../session/session-store.ts';

/** Metrics where a rise is bad. */
const COSTS = /cost|cpl|cpe|cpa|cpc|cps|returnRate/i;
/** Spend is neither good nor bad by itself. */
const SPENDS = /^(spend|clientCost|totalClientCost|totalSpend)(Change)?$/;
/** What a client pays for leads is what a media partner earns. */
const EARNED = /^(spend|cpl|cpe|cpa|cps)(Change)?$/;

type ChangeTone = 'better' | 'worse' | 'neither';

/** The tone of a change, by its metric's name and for its reader. */
export const toneOf = (key: string, change: number | null, group: UserGroup | null = groupOfSession()): ChangeTone => {
  if (change === null || change === 0) return 'neither';
  if (group === 'mp' && EARNED.test(key)) return change > 0 ? 'better' : 'worse';
  if (SPENDS.test(key)) return 'neither';
  return change > 0 === COSTS.test(key) ? 'worse' : 'better';
};
