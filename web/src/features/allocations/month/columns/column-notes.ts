import { pacingBandNote } from '@paceline/contract';

const BLANK = 'Blank: no cap. 0: closed.';
const MATURE =
  'Spend ÷ outcomes of the last 540 days, adjusted for outcomes still to come from recent inquiries. ≈ means few outcomes: the channel’s cost is mixed in.';
const EVENTS =
  'Outcomes of this month ÷ inquiries of this month. Outcomes of earlier inquiries count too, so it can be above 100%.';

/** Header tooltips for columns whose name is not enough. */
export const COLUMN_NOTES: Readonly<Record<string, string>> = {
  monthlyCapacity: 'What the partner can deliver in the month. Blank: no limit.',
  incrementalCapacity: 'Extra leads offered after the 1st. A negative number takes some back.',
  monthlyAllocation: `The hard cap agreed for the start of the month. ${BLANK}`,
  clientMonthlyAllocation: 'Leads that the client has approved.',
  monthlySoftAllocation: 'A target. Reaching it sends an alert but does not stop the campaign.',
  weeklySoftAllocation: 'A target for Monday to Sunday. Reaching it sends an alert but does not stop the campaign.',
  dailyAllocation: `The hard cap per day. ${BLANK}`,
  weeklyAllocation: `The hard cap per week, Monday to Sunday. ${BLANK}`,
  userDefinedMonthlyAllocation: `Replaces the BOM allocation from now on. ${BLANK}`,
  userDefinedMonthlySoftAllocation: 'Replaces the monthly soft allocation.',
  userDefinedWeeklySoftAllocation: 'Replaces the weekly soft allocation.',
  userDefinedDailyAllocation: `Replaces the daily allocation. ${BLANK}`,
  campaignReoccuring:
    'Yes: if next month is not planned, it starts with this month’s allocation. No: it starts closed.',
  requestedAllocation: 'What the partner asks for. It becomes the allocation when the agency accepts it.',
  costPerInquiry: 'Spend ÷ inquiries; the current price while there are no inquiries.',
  mtdAllocation: 'What should have been delivered through the last complete day.',
  deliveryPercent: 'Inquiries ÷ the allocation due to date.',
  fillPercent: 'Inquiries ÷ the month’s allocation.',
  runRateInquiries: 'Inquiries of the month at the pace so far, up to the hard cap.',
  runRateClicks: 'Clicks of the month at the pace so far.',
  spentRunRate: 'Spend of the month at the pace so far, up to the cost of the hard cap.',
  spendProjection:
    'Our best estimate for the whole month: each remaining day is projected from the same weekdays of this month (of the last 14 days early in the month), adjusted to this month’s plan and limited by the hard caps.',
  leadProjection: 'Our best estimate of the month’s inquiries, calculated like the spend projection.',
  budget: 'The revised spend goal where there is one. A campaign’s: its allocation × its price, or its monthly budget.',
  plannedSpend: 'The sum of its campaigns’ budgets, unsaved changes included.',
  diffToBudget: 'Spend run rate ÷ budget: 100% is on budget.',
  budgetPlusMinus: 'Spend projection minus budget. Above 0: projected to overspend.',
  dailySpendRemaining: 'Budget left ÷ days left, including today.',
  delta: 'Spend so far minus planned spend to date. Above 0: ahead of plan.',
  pacingIndex: 'Spend so far ÷ planned spend to date.',
  goalInPercentage: 'Inquiry run rate ÷ inquiry goal.',
  goalAttainedPercent: 'Inquiries so far ÷ inquiry goal.',
  matureCpa: MATURE,
  matureCpe: MATURE,
  mtdContactRate: EVENTS,
  mtdEnrollmentRate: EVENTS,
};

/** A column's tooltip; those that judge pacing name the band. */
export const columnNote = (key: string, band: number): string | undefined =>
  key === 'projectionToBudget'
    ? `Spend projection ÷ budget. ${pacingBandNote(band)} Capped: limited by a hard cap, so neither over nor under.`
    : COLUMN_NOTES[key];

export const describedBy = (note: string | undefined): { description?: string } =>
  note === undefined ? {} : { description: note };
