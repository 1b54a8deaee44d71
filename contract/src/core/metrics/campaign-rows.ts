import { type PartKey } from './formula/facts.ts';
import { per, percentOf, together } from './formula/formulas.ts';
import { additive, CENTS, derived, EDUCATION, MTD, NOT_PARTNERS, period, rate, unitCost } from './formula/define.ts';
import { type DerivedMetric, type Metric, type Stage } from './types.ts';

const AGENCY = { groups: ['ag'] } as const;
const NOT_CLIENTS = { groups: ['ag', 'mp'] } as const;

const verticalsOf = (stage: Stage) => (stage === 'application' ? EDUCATION : {});

/** Events divided by events of the month: there may be more enrollments than inquiries, so a rate can exceed 100 %. */
const mtdRate = (stage: Stage): DerivedMetric =>
  rate(`MTD {${stage}.rate} Rate`, percentOf(`${stage}Events`, 'validLeads'), { ...MTD, ...verticalsOf(stage) });

const enough = { minimum: { part: 'validLeads', atLeast: 10 } } as const;
const historicalRate = (stage: Stage, outcomes: PartKey): DerivedMetric =>
  rate(`Hist. {${stage}.rate} Rate`, percentOf(outcomes, 'validLeads'), {
    ...enough,
    ...verticalsOf(stage),
    window: { days: 'historical', stage },
  });
const historicalCost = (stage: Stage, outcomes: PartKey): DerivedMetric =>
  unitCost(`Hist. Cost Per {${stage}.per}`, per('spend', outcomes), {
    ...enough,
    ...verticalsOf(stage),
    window: { days: 'historical', stage },
    blankWhenZero: true,
  });

/** The plan of a campaign's month. Blank means no cap, 0 means closed: a sum of caps skips blanks. */
const ALLOCATION = {
  monthlyCapacity: period('BOM Capacity', 'count', 'sum'),
  incrementalCapacity: period('Incremental Capacity', 'count', 'sum'),
  monthlyAllocation: period('BOM Allocation', 'count', 'sum'),
  monthlySoftAllocation: period('Monthly Soft Allocation', 'count', 'sum'),
  weeklySoftAllocation: period('Weekly Soft Allocation', 'count', 'sum', NOT_PARTNERS),
  dailyAllocation: period('Daily Allocation', 'count', 'sum'),
  weeklyAllocation: period('Weekly Allocation', 'count', 'sum'),
  clientMonthlyAllocation: period('Client Monthly Allocation', 'count', 'sum', NOT_PARTNERS),
  // Hard caps bind the partner, who has to see them; targets only alert the agency.
  userDefinedMonthlyAllocation: period('Adjusted Monthly Allocation', 'count', 'sum', NOT_CLIENTS),
  userDefinedDailyAllocation: period('Adjusted Daily Allocation', 'count', 'sum', NOT_CLIENTS),
  userDefinedMonthlySoftAllocation: period('Adjusted Monthly Soft Allocation', 'count', 'sum', AGENCY),
  userDefinedWeeklySoftAllocation: period('Adjusted Weekly Soft Allocation', 'count', 'sum', AGENCY),
  mtdAllocation: period('MTD Allocation', 'count', 'sum', { ...MTD, part: 'mtdAllocation' }),
  dailyBOMAllocation: period('Daily BOM Allocation', 'count', 'sum'),
  weeklyBOMAllocation: period('Weekly BOM Allocation', 'count', 'sum'),
  clientBidPrice: period('Adjusted Client Cost', 'dollar', 'none', {
    ...NOT_PARTNERS,
    ...CENTS,
    labelFor: { cl: 'Next Month Media Cost' },
  }),
  aggregatorBidPrice: period('Adjusted Media Cost', 'dollar', 'none', { ...NOT_CLIENTS, ...CENTS }),
  deliveryPercent: derived('Delivery %', 'percent', percentOf('validLeads', 'mtdAllocation'), {
    ...MTD,
    measure: true,
    channels: ['ppl'],
    grain: 'month',
  }),
  fillPercent: derived('Fill %', 'percent', percentOf('validLeads', 'effectiveMonthlyAllocation'), MTD),
} as const satisfies Record<string, Metric>;

const MONTH_TO_DATE = {
  mtdInquiries: additive('MTD {inquiry.many}', 'count', 'validLeads', MTD),
  mtdClicks: derived('MTD Clicks', 'count', together('trackedClicks', 'platformClicks'), MTD),
  mtdContacts: additive('MTD {contact.many}', 'count', 'contactEvents', MTD),
  mtdInterviews: additive('MTD {interview.many}', 'count', 'interviewEvents', MTD),
  mtdVisits: additive('MTD {visit.many}', 'count', 'visitEvents', MTD),
  mtdAppointments: additive('MTD {appointment.many}', 'count', 'appointmentEvents', MTD),
  mtdApplications: additive('MTD {application.many}', 'count', 'applicationEvents', { ...MTD, ...EDUCATION }),
  mtdEnrollments: additive('MTD {enrollment.many}', 'count', 'enrollmentEvents', MTD),
  mtdStarts: additive('MTD {start.many}', 'count', 'startEvents', MTD),
  mtdSpent: additive('MTD Spend', 'dollar', 'spend', MTD),
  costPerInquiry: unitCost('Cost Per {inquiry.per}', per('pairedSpend', 'pairedLeads'), { ...MTD, fallback: 'price' }),

  mtdContactRate: mtdRate('contact'),
  mtdInterviewRate: mtdRate('interview'),
  mtdAppointmentRate: mtdRate('appointment'),
  mtdVisitRate: mtdRate('visit'),
  mtdApplicationRate: mtdRate('application'),
  mtdEnrollmentRate: mtdRate('enrollment'),

  runRateInquiries: period('Run Rate {inquiry.many}', 'count', 'sumOrMtd', { ...MTD, part: 'leadRunRate' }),
  runRateClicks: period('Run Rate Clicks', 'count', 'sumOrMtd', MTD),
  spentRunRate: period('Spend Run Rate', 'dollar', 'sumOrMtd', { ...MTD, part: 'spentRunRate' }),

  mtdPPCImpressions: additive('MTD Impressions', 'count', 'impressions', { ...MTD, ...NOT_PARTNERS }),
  mtdPPCConversions: additive('MTD Conversions', 'count', 'conversions', { ...MTD, ...NOT_PARTNERS }),
  mtdPPCCtr: rate('MTD CTR', percentOf('platformClicks', 'impressions'), { ...MTD, ...NOT_PARTNERS }),
  mtdPPCConversionRate: rate('MTD Conversion Rate', percentOf('conversions', 'platformClicks'), {
    ...MTD,
    ...NOT_PARTNERS,
  }),
  mtdPPCCostPerConversion: unitCost('MTD Cost Per Conversion', per('platformSpend', 'conversions'), {
    ...MTD,
    ...NOT_PARTNERS,
  }),
} as const satisfies Record<string, Metric>;

const HISTORICAL = {
  historicalCostPerInquiry: unitCost('Hist. Cost Per {inquiry.per}', per('spend', 'validLeads'), {
    ...enough,
    window: { days: 'historical', stage: 'inquiry' },
  }),
  historicalCostPerApplication: historicalCost('application', 'applications'),
  historicalCostPerEnrollment: historicalCost('enrollment', 'enrollments'),
  historicalCostPerStart: historicalCost('start', 'starts'),
  historicalContactRate: historicalRate('contact', 'contacts'),
  historicalAppointmentRate: historicalRate('appointment', 'appointments'),
  historicalVisitRate: historicalRate('visit', 'visits'),
  historicalAppRate: historicalRate('application', 'applications'),
  historicalEnrollRate: historicalRate('enrollment', 'enrollments'),
  historicalStartRate: historicalRate('start', 'starts'),
} as const satisfies Record<string, Metric>;

/** Metrics of the campaign table and, except for the plan, of the goal table. */
export const CAMPAIGN_ROW_METRICS = { ...ALLOCATION, ...MONTH_TO_DATE, ...HISTORICAL } as const;
