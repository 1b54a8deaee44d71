import { type UserGroup } from './user-groups.ts';

/** Which raw rows a fact is counted from. Facts of different families share only the dimensions that both families have. */
export type FactFamily = 'leads' | 'milestones' | 'clicks' | 'platform' | 'email' | 'website';

export interface Fact {
  family: FactFamily;
  groups: readonly UserGroup[];
}

const EVERYONE: readonly UserGroup[] = ['ag', 'mp', 'cl'];
const NOT_PARTNERS: readonly UserGroup[] = ['ag', 'cl'];

const lead: Fact = { family: 'leads', groups: EVERYONE };
const event: Fact = { family: 'milestones', groups: EVERYONE };
const platform: Fact = { family: 'platform', groups: EVERYONE };
const email: Fact = { family: 'email', groups: EVERYONE };
const website: Fact = { family: 'website', groups: NOT_PARTNERS };

/**
 * What can be summed over any rows of any window. The server has SQL for each of these and for nothing else; whatever else
 * a screen shows is made of their sums. Facts of the family `leads` fall on the day of the inquiry, milestones included
 * (the cohort); those of the family `milestones` fall on the day of the milestone.
 */
export const ADDITIVE_FACTS = {
  grossLeads: lead,
  validLeads: lead,
  invalidLeads: lead,
  duplicates: lead,
  scrubbed: lead,
  overCap: lead,
  /** Accepted by the client's system at any time, later returned or not: what a return rate is measured against. */
  deliveredLeads: lead,
  returned: lead,
  billableLeads: lead,
  /** What the client pays: leads at their client price, platform cost with the fee, credits of closed months. */
  clientCost: { family: 'leads', groups: NOT_PARTNERS },
  /** What the agency pays: leads at their media price, platform cost without the fee. A partner's `spend` reads it. */
  mediaCost: { family: 'leads', groups: ['ag', 'mp'] },

  contacts: lead,
  appointments: lead,
  interviews: lead,
  visits: lead,
  applications: lead,
  enrollments: lead,
  starts: lead,
  /** Days from inquiry to milestone, summed over the leads that reached it. */
  daysToContact: lead,
  daysToAppointment: lead,
  daysToInterview: lead,
  daysToVisit: lead,
  daysToApplication: lead,
  daysToEnrollment: lead,
  daysToStart: lead,
  soldAmount: lead,
  pitchCount: lead,
  pitchLoanAmount: lead,
  openCount: lead,
  openLoanAmount: lead,
  fundedCount: lead,

  contactEvents: event,
  appointmentEvents: event,
  interviewEvents: event,
  visitEvents: event,
  applicationEvents: event,
  enrollmentEvents: event,
  startEvents: event,

  /** Valid clicks on our own tracking links. */
  trackedClicks: { family: 'clicks', groups: EVERYONE },

  impressions: platform,
  platformClicks: platform,
  /** The platform's share of `clientCost`: a cost per click must not be fed with what was paid for leads. */
  platformSpend: { family: 'platform', groups: NOT_PARTNERS },
  conversions: platform,
  callConversions: platform,
  viewThrough: platform,

  sends: email,
  deliveredEmails: email,
  opens: email,
  emailClicks: email,
  unsubscribes: email,

  sessions: website,
  engagedSessions: website,
  views: website,
  newUsers: website,
  activeUsers: website,
  eventCount: website,
} as const satisfies Record<string, Fact>;

/** Beside costs that are cut by what only a lead knows: by state, by program, by source. */
export const LEAD_COST_NOTE =
  'Costs are what was paid for leads. What platforms charge belongs to no single lead and is not included.';

export type AdditiveMetricKey = keyof typeof ADDITIVE_FACTS;

export const ADDITIVE_KEYS = Object.keys(ADDITIVE_FACTS) as AdditiveMetricKey[];

/**
 * Numbers of a month that the plan, the calendar and the facts make together. They are worked out for one campaign or goal
 * (server/src/metrics) and then added up, so that a total is the sum of its rows.
 */
export const PERIOD_PARTS = [
  'budget',
  'expectedSpend',
  'spentRunRate',
  'spendProjection',
  'inquiryGoal',
  'expectedInquiries',
  'leadRunRate',
  'mtdAllocation',
  'effectiveMonthlyAllocation',
  'maturedContacts',
  'maturedAppointments',
  'maturedInterviews',
  'maturedVisits',
  'maturedApplications',
  'maturedEnrollments',
  'maturedStarts',
] as const;
export type PeriodPartKey = (typeof PERIOD_PARTS)[number];

/** `spend` is what the viewer pays or earns; which fact that is depends on who looks. */
export type PartKey = AdditiveMetricKey | PeriodPartKey | 'spend';
export type Parts = Partial<Record<PartKey, number | null>>;

const SPEND_OF = { ag: 'clientCost', cl: 'clientCost', mp: 'mediaCost' } as const satisfies Record<
  UserGroup,
  AdditiveMetricKey
>;

const isFact = (part: PartKey): part is AdditiveMetricKey => Object.hasOwn(ADDITIVE_FACTS, part);

/** The fact behind a part for this viewer, or null for a part that is no fact but a number of the month. */
export const factOf = (part: PartKey, group: UserGroup): AdditiveMetricKey | null => {
  if (part === 'spend') return SPEND_OF[group];
  return isFact(part) ? part : null;
};
