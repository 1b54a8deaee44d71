import { type AllocationMonth, isEditField, type UserGroup } from '@paceline/contract';

const FROM_REQUEST = 'Requested by the partner; answer it under Requests.';

/** Where to change a plan figure instead, by user group and month. */
const INSTEAD: Record<UserGroup, Record<AllocationMonth, Readonly<Record<string, string>>>> = {
  ag: {
    current: {
      monthlyAllocation: 'Set for the start of the month. Change Adjusted Monthly Allocation instead.',
      monthlySoftAllocation: 'Set for the start of the month. Change Adjusted Monthly Soft Allocation instead.',
      dailyAllocation: 'Set for the start of the month. Change Adjusted Daily Allocation instead.',
      weeklyAllocation: 'The weekly cap is changed in the campaign.',
      clientBidPrice: 'Prices of the running month are changed in the campaign.',
      aggregatorBidPrice: 'Prices of the running month are changed in the campaign.',
      requestedAllocation: FROM_REQUEST,
    },
    next: {
      incrementalCapacity: 'Extra capacity is offered after the 1st of the month.',
      dailyAllocation: 'The daily cap is changed in the campaign.',
      weeklyAllocation: 'The weekly cap is changed in the campaign.',
      requestedAllocation: FROM_REQUEST,
    },
  },
  cl: { current: {}, next: {} },
  mp: {
    current: {
      monthlyAllocation: 'Set by the agency. To change it, use Requested Allocation.',
      userDefinedMonthlyAllocation: 'Set by the agency. To change it, use Requested Allocation.',
      monthlyCapacity: 'Fixed since the 1st. Offer more in Incremental Capacity.',
    },
    next: { monthlyAllocation: 'Set by the agency. To change it, use Requested Allocation.' },
  },
};

/** Why a plan cell is locked in this month; null for computed and descriptive columns. */
export const lockOf = (group: UserGroup, month: AllocationMonth, key: string): string | null => {
  if (!isEditField(key)) return null;
  const instead = INSTEAD[group][month][key];
  if (instead !== undefined) return instead;
  return month === 'current' ? 'Can be changed for next month only.' : 'Can be changed once the month has begun.';
};

/** Why the page is read-only. */
export const READ_ONLY = {
  right: 'You can view allocations but not change them. An administrator can give you the right.',
  client: 'The current month is read-only for you. The next month can be changed.',
} as const;
