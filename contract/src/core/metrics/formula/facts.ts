import { type UserGroup } from '../../access/user-groups.ts';

/** Which raw rows a fact is counted from. Facts of different families share only the dimensions that both families have. */
export type FactFamily = 'leads' | 'milestones' | 'clicks' | 'platform' | 'email' | 'website';

/**
 * Which campaigns, or line items, a number is of. One that a number does not cover has none of it: it is not a zero that a ratio
 * may be fed with. `website` is of no campaign at all.
 */
type Coverage =
  | 'all'
  | 'platform'
  | 'tracked'
  | 'email'
  | 'website'
  | 'withBudget'
  | 'withInquiryGoal'
  | 'withAllocation';

interface Fact {
  family: FactFamily;
  groups: readonly UserGroup[];
  covers: Coverage;
}

const EVERYONE: readonly UserGroup[] = ['ag', 'mp', 'cl'];
const NOT_PARTNERS: readonly UserGroup[] = ['ag', 'cl'];

const lead: Fact = { family: 'leads', groups: EVERYONE, covers: 'all' };
const event: Fact = { family: 'milestones', groups: EVERYONE, covers: 'all' };
const platform: Fact = { family: 'platform', groups: EVERYONE, covers: 'platform' };
const email: Fact = { family: 'email', groups: EVERYONE, covers: 'email' };
const website: Fact = { family: 'website', groups: NOT_PARTNERS, covers: 'website' };

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
  clientCost: { ...lead, groups: NOT_PARTNERS },
  /** What the agency pays: leads at their media price, platform cost without the fee. A partner's `spend` reads it. */
  mediaCost: { ...lead, groups: ['ag', 'mp'] },

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
  trackedClicks: { family: 'clicks', groups: EVERYONE, covers: 'tracked' },

  impressions: platform,
  platformClicks: platform,
  /** The platform's share of `clientCost`: a cost per click must not be fed with what was paid for leads. */
  platformSpend: { ...platform, groups: NOT_PARTNERS },
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
export const ATTRIBUTED_NOTE =
  'Attributed: the cost of each lead plus an even share of its campaign’s platform spend in the month.';

/** The row of what is spent and carried by no lead: campaigns without leads, and credits for leads of closed months. */
export const NOT_ATTRIBUTED = 'Not attributed to leads';

/** Beside spend and clicks that are cut by what only a platform knows: by ad group, by keyword. */
export const PLATFORM_COST_NOTE = 'Platform spend and clicks only. Leads bought from partners have no ad group.';

/** Beside everything that is cut by keyword. */
export const KEYWORD_NOTE =
  'Keyword results only. Campaigns without keywords, such as Performance Max, are not included here.';

export type AdditiveMetricKey = keyof typeof ADDITIVE_FACTS;

export const ADDITIVE_KEYS = Object.keys(ADDITIVE_FACTS) as AdditiveMetricKey[];

/**
 * Numbers of a month that the plan, the calendar and the facts make together. They are worked out for one campaign or goal
 * (server/src/metrics) and then added up, so that a total is the sum of its rows.
 */
const PERIOD_COVERAGE = {
  budget: 'withBudget',
  expectedSpend: 'withBudget',
  spentRunRate: 'all',
  spendProjection: 'all',
  inquiryGoal: 'withInquiryGoal',
  expectedInquiries: 'withInquiryGoal',
  leadRunRate: 'all',
  leadProjection: 'all',
  /** Spend and valid leads through the day that both of their sources reach: what a cost of one is made of. */
  pairedSpend: 'all',
  pairedLeads: 'all',
  mtdAllocation: 'withAllocation',
  effectiveMonthlyAllocation: 'withAllocation',
  maturedContacts: 'all',
  maturedAppointments: 'all',
  maturedInterviews: 'all',
  maturedVisits: 'all',
  maturedApplications: 'all',
  maturedEnrollments: 'all',
  maturedStarts: 'all',
  // What a bill is made of beside the facts, counted line by line (migration 0093). The first three are the viewer's own side.
  leadAmount: 'all',
  platformAmount: 'all',
  priorAmount: 'all',
  mediaLeadAmount: 'all',
  platformCost: 'all',
  mediaPriorAmount: 'all',
  rejectedLeads: 'all',
  waitingLeads: 'all',
  waitingAmount: 'all',
  mediaWaitingAmount: 'all',
  pricedLeads: 'all',
  mediaPricedLeads: 'all',
  unpaidLeads: 'all',
} as const satisfies Record<string, Coverage>;
export type PeriodPartKey = keyof typeof PERIOD_COVERAGE;
export const PERIOD_PARTS = Object.keys(PERIOD_COVERAGE) as PeriodPartKey[];

interface CoveredPart {
  /** What it is a part of, of all campaigns. */
  of: PartKey;
  /** Only those that have this one. */
  having: PeriodPartKey;
  /** What a row adds that has no such number yet. */
  soFar?: CoveredPartKey;
}
type CoveredPartKey =
  | 'allocatedLeads'
  | 'budgetedSpend'
  | 'budgetedRunRate'
  | 'budgetedProjection'
  | 'goalLeads'
  | 'goalRunRate'
  | 'goalProjection';

/** Parts of those campaigns alone that have a plan to be held against: the other half of every ratio to a plan. */
export const COVERED_PARTS: Readonly<Record<CoveredPartKey, CoveredPart>> = {
  allocatedLeads: { of: 'validLeads', having: 'effectiveMonthlyAllocation' },
  budgetedSpend: { of: 'spend', having: 'budget' },
  budgetedRunRate: { of: 'spentRunRate', having: 'budget', soFar: 'budgetedSpend' },
  budgetedProjection: { of: 'spendProjection', having: 'budget', soFar: 'budgetedSpend' },
  goalLeads: { of: 'validLeads', having: 'inquiryGoal' },
  goalRunRate: { of: 'leadRunRate', having: 'inquiryGoal', soFar: 'goalLeads' },
  goalProjection: { of: 'leadProjection', having: 'inquiryGoal', soFar: 'goalLeads' },
};
export const COVERED_KEYS = Object.keys(COVERED_PARTS) as CoveredPartKey[];
export type { CoveredPartKey };

/** `spend` is what the viewer pays or earns; which fact that is depends on who looks. */
export type PartKey = AdditiveMetricKey | PeriodPartKey | CoveredPartKey | 'spend';
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

const isCovered = (part: PartKey): part is CoveredPartKey => Object.hasOwn(COVERED_PARTS, part);

export const coverageOf = (part: PartKey): Coverage => {
  if (part === 'spend') return 'all';
  if (isCovered(part)) return PERIOD_COVERAGE[COVERED_PARTS[part].having];
  return isFact(part) ? ADDITIVE_FACTS[part].covers : PERIOD_COVERAGE[part];
};

/**
 * These parts over one set of campaigns: where one of them covers fewer, the others are narrowed to those. A ratio of two sets
 * that have nothing to do with each other is refused when the registry is loaded.
 */
export const overSameCampaigns = (parts: readonly PartKey[]): PartKey[] => {
  const narrow = new Set(parts.map(coverageOf).filter((coverage) => coverage !== 'all'));
  const [coverage] = narrow;
  if (coverage === undefined) return [...parts];
  return parts.map((part) => {
    if (coverageOf(part) === coverage) return part;
    const coveredKey = COVERED_KEYS.find((key) => COVERED_PARTS[key].of === part && coverageOf(key) === coverage);
    if (narrow.size > 1 || coveredKey === undefined)
      throw new Error(`${parts.join(' and ')} are not of the same campaigns`);
    return coveredKey;
  });
};

const ownPart = (row: Parts, key: CoveredPartKey): number | null => {
  const { of, having } = COVERED_PARTS[key];
  return row[having] == null ? null : (row[of] ?? null);
};

/**
 * A part of a row. What a row of its own does not say of a covered part follows from it: the whole part where the row has the
 * plan, nothing where it has not. Sums say it (`rollUpCovered`): what they are made of cannot be seen any more.
 */
export const partOf = (row: Parts, key: PartKey): number | null => {
  const number = row[key];
  return number === undefined && isCovered(key) ? ownPart(row, key) : (number ?? null);
};

/** The covered parts of a sum that has these plans of its own, whatever the rows have that it is the sum of. */
export const coveredAnew = (row: Parts, plans: readonly PeriodPartKey[]): Pick<Parts, CoveredPartKey> =>
  Object.fromEntries(
    COVERED_KEYS.filter((key) => plans.includes(COVERED_PARTS[key].having)).map((key) => [key, ownPart(row, key)]),
  );
