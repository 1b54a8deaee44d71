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
  /** The field that applies while this one is blank: agreed before the month began. */
  agreed?: PlanField;
}

const CAPACITY = { field: 'monthlyCapacity', label: 'Capacity', help: 'What the partner can deliver' } as const;
/** Editable in the current month, and planned for the next; as in the sheets. */
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

/** Parses a number of leads: null when blank, undefined when invalid. */
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

/** Parses all texts in a fixed order; blank and missing are equal. */
export const toUnits = (texts: Readonly<Record<string, string>>): (number | null | undefined)[] =>
  FIELDS.map(({ key }) => parseUnits(texts[key] ?? ''));

/** The changes per month against what was read. */
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

/** The plan that would be saved; null if there is none and nothing is typed. */
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
  /** Cost of this campaign's allocation; null without a cap or price. */
  own: number | null;
  /** The rest of the line item's budget; negative when overspent, null if unknown. */
  left: number | null;
  /** That rest in leads at the campaign's price. */
  leftUnits: number | null;
}
export interface AllocationPlan {
  month: AllocationMonth;
  firstDay: string;
  lineItem: CampaignAllocationMonth['lineItem'];
  /** The cap in force: null is no cap; undefined means nothing planned. */
  monthly: number | null | undefined;
  price: number | null;
  room: Room;
  remarks: PlanRemark[];
}

/** A month with unsaved edits: room in the line item, and remarks. */
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
  // Without a plan the cost is 0; without a cap it is unlimited.
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

/** The step list's summary: the allocation of each month. */
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

/** Whether the campaign can take leads in the first month of its dates. */
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

/** For the review: each month's allocation and cost. */
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
