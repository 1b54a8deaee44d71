import {
  type AllocationMonth,
  ALLOCATION_MONTHS,
  type CampaignAllocation,
  type CampaignAllocationMonth,
  effectivePlan,
  EMPTY_PLAN,
  MAX_UNITS,
  type MonthPlan,
  type PlanField,
  type PlanRemark,
  planRemarks,
} from '@paceline/contract';
import { formatCount, formatDollars, NONE } from '../../../../lib/text/format.ts';

interface UnitsField {
  field: PlanField;
  label: string;
  help: string;
  /** What holds while the field is blank: agreed before the month began. */
  agreed?: PlanField;
}

const CAPACITY = { field: 'monthlyCapacity', label: 'Capacity', help: 'What the partner can deliver' } as const;
/** What can be changed in the running month, and what is planned for the next: as in the sheets of both. */
export const UNITS_FIELDS: Readonly<Record<AllocationMonth, readonly UnitsField[]>> = {
  current: [
    CAPACITY,
    {
      field: 'userDefinedMonthlyAllocation',
      label: 'Monthly allocation',
      help: 'Hard cap. 0: closed',
      agreed: 'monthlyAllocation',
    },
    {
      field: 'userDefinedMonthlySoftAllocation',
      label: 'Monthly soft allocation',
      help: 'Target: sends an alert, does not stop',
      agreed: 'monthlySoftAllocation',
    },
    {
      field: 'userDefinedDailyAllocation',
      label: 'Daily allocation',
      help: 'Hard cap per day',
      agreed: 'dailyAllocation',
    },
  ],
  next: [
    CAPACITY,
    { field: 'monthlyAllocation', label: 'Monthly allocation', help: 'Hard cap. 0: closed' },
    {
      field: 'monthlySoftAllocation',
      label: 'Monthly soft allocation',
      help: 'Target: sends an alert, does not stop',
    },
  ],
};

export const allocationKey = (month: AllocationMonth, field: PlanField): string => `${month}:${field}`;
const FIELDS = ALLOCATION_MONTHS.flatMap((month) =>
  UNITS_FIELDS[month].map((one) => ({ ...one, month, key: allocationKey(month, one.field) })),
);
const MONTH_WORDS: Readonly<Record<AllocationMonth, string>> = { current: 'this month', next: 'next month' };
export const allocationLabel = (key: string): string => {
  const choice = FIELDS.find((one) => one.key === key);
  return choice ? `${choice.label}, ${MONTH_WORDS[choice.month]}` : key;
};

/** What was typed as a number of leads: null for nothing, undefined for what is none. */
const parseUnits = (text: string): number | null | undefined => {
  const plain = text.trim().replaceAll(',', '');
  if (plain === '') return null;
  return /^\d{1,7}$/.test(plain) && Number(plain) <= MAX_UNITS ? Number(plain) : undefined;
};
export const unitsProblem = (text: string): string | null =>
  parseUnits(text) === undefined ? 'Enter a whole number, 0 or more.' : null;

export const allocationTexts = (allocation: CampaignAllocation | null): Record<string, string> =>
  Object.fromEntries(
    FIELDS.flatMap(({ month, field, key }) => {
      const units = allocation?.[month]?.plan?.[field] ?? null;
      return units === null ? [] : [[key, String(units)]];
    }),
  );

/** What is typed, as numbers in one order: blank and missing are the same. */
export const toUnits = (texts: Readonly<Record<string, string>>): (number | null | undefined)[] =>
  FIELDS.map(({ key }) => parseUnits(texts[key] ?? ''));

/** Month by month what differs from what was read. */
export const allocationChanges = (
  texts: Readonly<Record<string, string>>,
  allocation: CampaignAllocation | null,
): Partial<Record<AllocationMonth, Partial<Record<PlanField, number | null>>>> =>
  Object.fromEntries(
    ALLOCATION_MONTHS.flatMap((month) => {
      const read = allocation?.[month] ?? null;
      if (read === null) return [];
      const changes = UNITS_FIELDS[month].flatMap(({ field }) => {
        const units = parseUnits(texts[allocationKey(month, field)] ?? '') ?? null;
        return units === (read.plan?.[field] ?? null) ? [] : [[field, units]];
      });
      return changes.length === 0 ? [] : [[month, Object.fromEntries(changes)]];
    }),
  );

/** The month's plan as it would be saved; null while there is none and nothing is typed. */
const planOf = (
  texts: Readonly<Record<string, string>>,
  month: AllocationMonth,
  read: CampaignAllocationMonth,
): MonthPlan | null => {
  const typed = Object.fromEntries(
    UNITS_FIELDS[month].map(({ field }) => [field, parseUnits(texts[allocationKey(month, field)] ?? '') ?? null]),
  );
  const isTyped = Object.values(typed).some((units) => units !== null);
  return read.plan === null && !isTyped ? null : { ...EMPTY_PLAN, ...read.plan, ...typed };
};

interface Room {
  budget: number | null;
  others: number;
  /** What this campaign's allocation costs; null without a cap or a price. */
  own: number | null;
  /** What is left of the line item's budget; below 0 it is overspent. Null where one of them is not known. */
  left: number | null;
  /** How many leads that is at the campaign's price. */
  leftUnits: number | null;
}
export interface AllocationPlan {
  month: AllocationMonth;
  firstDay: string;
  lineItem: CampaignAllocationMonth['lineItem'];
  /** What holds: null is no cap; undefined, that nothing is planned. */
  monthly: number | null | undefined;
  price: number | null;
  room: Room;
  remarks: PlanRemark[];
}

/** A month as it would be with what is typed: its room in the line item and what is to be said about it. */
export const prepareAllocation = (
  texts: Readonly<Record<string, string>>,
  month: AllocationMonth,
  read: CampaignAllocationMonth,
  typedPrice: number | null,
): AllocationPlan => {
  const plan = planOf(texts, month, read);
  const monthly = plan === null ? undefined : effectivePlan(plan).monthly;
  const price = typedPrice ?? read.price;
  const { budget, others } = read.lineItem;
  // Nothing planned takes nothing; no cap can take anything.
  const own = monthly === undefined ? 0 : monthly === null || price === null ? null : monthly * price;
  const left = budget === null || own === null ? null : budget - others - own;
  return {
    month,
    firstDay: read.month,
    lineItem: read.lineItem,
    monthly,
    price,
    room: { budget, others, own, left, leftUnits: left === null || !price ? null : Math.floor(left / price) },
    remarks: plan === null ? [] : planRemarks(plan, read),
  };
};

const unitsText = (monthly: number | null | undefined): string => {
  if (monthly === undefined) return 'None';
  return monthly === null ? 'No cap' : formatCount(monthly);
};

/** What the list of steps says: what holds in each month. */
export const allocationNote = (
  texts: Readonly<Record<string, string>>,
  allocation: CampaignAllocation | null,
): string => {
  if (allocation === null) return NONE;
  const words = ALLOCATION_MONTHS.flatMap((month) => {
    const read = allocation[month];
    return read === null
      ? []
      : [`${unitsText(prepareAllocation(texts, month, read, null).monthly)} ${MONTH_WORDS[month]}`];
  });
  return words.join(', ') || NONE;
};

/** Whether the campaign can take leads in the month that its dates reach first. */
export const isAllocated = (
  texts: Readonly<Record<string, string>>,
  allocation: CampaignAllocation | null,
): boolean => {
  const [month] = ALLOCATION_MONTHS.filter((one) => allocation?.[one]);
  const read = month === undefined ? null : (allocation?.[month] ?? null);
  if (month === undefined || read === null) return true;
  const { monthly } = prepareAllocation(texts, month, read, null);
  return monthly !== undefined && monthly !== 0;
};

export const monthTitle = (firstDay: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${firstDay}T00:00:00Z`),
  );

/** For the review: what holds in each month, and what it costs. */
export const allocationRows = (
  texts: Readonly<Record<string, string>>,
  allocation: CampaignAllocation,
): { label: string; value: string }[] =>
  ALLOCATION_MONTHS.flatMap((month) => {
    const read = allocation[month];
    if (read === null) return [];
    const { monthly, room, firstDay } = prepareAllocation(texts, month, read, null);
    const cost = monthly && room.own !== null ? ` leads, ${formatDollars(room.own)}` : '';
    return [{ label: monthTitle(firstDay), value: `${unitsText(monthly)}${cost}` }];
  });
