/** Metrics where a rise is bad. */
const COSTS = /cost|cpl|cpe|cpa|cpc|cps|returnRate/i;
/** Spend is neither good nor bad by itself. */
const SPENDS = /^(spend|clientCost|totalClientCost|totalSpend)(Change)?$/;

type ChangeTone = 'better' | 'worse' | 'neither';

/** The tone of a change, by its metric's name. */
export const toneOf = (key: string, change: number | null): ChangeTone => {
  if (change === null || change === 0 || SPENDS.test(key)) return 'neither';
  return change > 0 === COSTS.test(key) ? 'worse' : 'better';
};
