/** Whether more of it is worse: its rise is no good news. */
const COSTS = /cost|cpl|cpe|cpa|cpc|cps|returnRate/i;
/** What is spent is neither good nor bad by itself. */
const SPENDS = /^(spend|clientCost|totalClientCost|totalSpend)(Change)?$/;

type ChangeTone = 'better' | 'worse' | 'neither';

/** What a change says, by the name of its number. */
export const toneOf = (key: string, change: number | null): ChangeTone => {
  if (change === null || change === 0 || SPENDS.test(key)) return 'neither';
  return change > 0 === COSTS.test(key) ? 'worse' : 'better';
};
