import { type UserGroup } from '../../access/user-groups.ts';

/** The raw rows a fact is counted from. Facts of different families share only the dimensions common to both. */
export type FactFamily = 'leads' | 'milestones' | 'clicks' | 'platform' | 'email' | 'website';

/**
 * Campaigns or line items covered by a number. An uncovered one has no value, which is not a zero to be used in a ratio. `website` belongs
 * to no campaign.
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
 * Facts that can be summed over any rows and time range. The server has SQL for these only; every other number is derived from their sums.
 * Facts of the family `leads` are dated by the inquiry, milestones included (the cohort); those of the family `milestones` by the
 * milestone.
 */
export const ADDITIVE_FACTS = {
  grossLeads: lead,
  validLeads: lead,
  invalidLeads: lead,
  duplicates: lead,
  scrubbed: lead,
  overCap: lead,
  /** Ever accepted by the client's system, later returned or not: the denominator of the return rate. */
  deliveredLeads: lead,
  returned: lead,
  billableLeads: lead,
  /** The client's cost: leads at their client price, platform cost with the fee, credits of closed months. */
  clientCost: { ...lead, groups: NOT_PARTNERS },
  /** The agency's cost: leads at their media price, platform cost without the fee. For partners, `spend` reads it. */
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
  /** The platform's share of `clientCost`: a cost per click must not include payments for leads. */
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

/** Note on costs broken down by dimensions of leads: state, program, source. */
export const ATTRIBUTED_NOTE =
  'Attributed: the cost of each lead plus an even share of its campaign’s platform spend in the month.';

/** Label of spend carried by no lead: campaigns without leads, and credits for leads of closed months. */
export const NOT_ATTRIBUTED = 'Not attributed to leads';

/** Note on spend and clicks broken down by platform dimensions: ad group, keyword. */
export const PLATFORM_COST_NOTE = 'Platform spend and clicks only. Leads bought from partners have no ad group.';

/** Note on everything broken down by keyword. */
export const KEYWORD_NOTE =
  'Keyword results only. Campaigns without keywords, such as Performance Max, are not included here.';

export type AdditiveMetricKey = keyof typeof ADDITIVE_FACTS;

export const ADDITIVE_KEYS = Object.keys(ADDITIVE_FACTS) as AdditiveMetricKey[];

/**
 * Numbers of a month calculated from plan, calendar and facts, for one campaign or goal (server/src/metrics), and then summed, so that a
 * total is the sum of its rows.
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
  /** Spend and valid leads through the last day that both sources have: the basis of unit costs. */
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
  // Parts of a bill beside the facts, counted line by line (migration 0093). The first three are the viewer's own side.
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
  /** The part it restricts. */
  of: PartKey;
  /** Only campaigns that have this part. */
  having: PeriodPartKey;
  /** Contribution of a row that has no such number yet. */
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

/** Parts restricted to campaigns that have the plan: the other half of every ratio to a plan. */
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

/** `spend` is what the viewer pays or earns; the fact behind it depends on the viewer's group. */
export type PartKey = AdditiveMetricKey | PeriodPartKey | CoveredPartKey | 'spend';
export type Parts = Partial<Record<PartKey, number | null>>;

const SPEND_OF = { ag: 'clientCost', cl: 'clientCost', mp: 'mediaCost' } as const satisfies Record<
  UserGroup,
  AdditiveMetricKey
>;

const isFact = (part: PartKey): part is AdditiveMetricKey => Object.hasOwn(ADDITIVE_FACTS, part);

/** The fact behind a part for this group; null for monthly numbers, which are not facts. */
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
 * Restricts the parts to one set of campaigns, the smallest that one of them covers. A ratio of two unrelated sets is refused when the
 * registry loads.
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
 * A part of a row. A covered part missing from a single row is derived: the whole part if the row has the plan, otherwise none. Sums
 * contain it (`rollUpCovered`), as it cannot be derived from them.
 */
export const partOf = (row: Parts, key: PartKey): number | null => {
  const number = row[key];
  return number === undefined && isCovered(key) ? ownPart(row, key) : (number ?? null);
};

/** The covered parts of a sum that has plans of its own, regardless of the plans of its rows. */
export const coveredAnew = (row: Parts, plans: readonly PeriodPartKey[]): Pick<Parts, CoveredPartKey> =>
  Object.fromEntries(
    COVERED_KEYS.filter((key) => plans.includes(COVERED_PARTS[key].having)).map((key) => [key, ownPart(row, key)]),
  );
