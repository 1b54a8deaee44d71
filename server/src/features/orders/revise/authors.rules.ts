import { type IoLineField, type LineDifference } from '@paceline/contract';

interface Author {
  userKey: number | null;
  at: Date | null;
}
interface Source extends Author {
  campaignKey: number;
  source: string;
}

const PRICE = ['aggregator_bid_price', 'price'];
const ALLOCATION = ['user_defined_monthly_allocation', 'monthly_allocation'];
/** The sources of a line's field; all other fields come from the campaign's own record. */
const SOURCES: Partial<Record<IoLineField | 'line', readonly string[]>> = {
  mediaDesktop: PRICE,
  mediaTablet: PRICE,
  mediaMobile: PRICE,
  monthlyCapacity: ['monthly_capacity', 'incremental_capacity'],
  monthlyAllocation: ALLOCATION,
  monthlySoftAllocation: ['user_defined_monthly_soft_allocation', 'monthly_soft_allocation'],
  weeklyAllocation: ['weekly_allocation'],
  dailyAllocation: ['user_defined_daily_allocation', 'daily_allocation'],
  line: [...ALLOCATION, 'record'],
};
const RECORD = ['record'];
const NOBODY: Author = { userKey: null, at: null };

const timeOf = ({ at }: Author): number => at?.getTime() ?? 0;

/** The author of each difference: the last to change the field's source, else the last to save the campaign. */
export const authorsOf = (
  differences: readonly Pick<LineDifference, 'campaignKey' | 'field'>[],
  sources: readonly Source[],
): { campaignKey: number; field: string; userKey: number | null; at: Date | null }[] => {
  const byCampaign = Map.groupBy(sources, ({ campaignKey }) => campaignKey);
  return differences.map(({ campaignKey, field }) => {
    const own = byCampaign.get(campaignKey) ?? [];
    const latest = (names: readonly string[]): Author | undefined =>
      own.filter(({ source }) => names.includes(source)).toSorted((a, b) => timeOf(b) - timeOf(a))[0];
    const { userKey, at } = latest(SOURCES[field] ?? RECORD) ?? latest(RECORD) ?? NOBODY;
    return { campaignKey, field, userKey, at };
  });
};
