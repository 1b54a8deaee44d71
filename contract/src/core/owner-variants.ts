import { type LabelSetName } from './label-sets.ts';

/** Which of the down-funnel columns the line-item table starts with. */
export type GoalColumnSet =
  'applicationsStarts' | 'applicationsEnrollments' | 'applications' | 'interviewsVisits' | 'funnel';
/** `default`; `compact`: fewer columns; `costs`: the next month led by its prices. */
export type CampaignTableSet = 'default' | 'compact' | 'costs';

/** How one owner's product differs from everybody else's. Every field says what it adds or takes. */
export interface OwnerVariant {
  /** A Milestone Details Export item under Lead Management. */
  milestoneExport: boolean;
  /** Website Analytics and Search under Dashboard. */
  websiteAndSearch: boolean;
  /** Dashboard without children; whoever would land there lands on allocations. */
  noDashboards: boolean;
  /** A Lead Test Settings item under Lead Management. */
  leadTestSettings: boolean;
  /** Insights holds Media Dashboard and Media Analysis only. */
  insightsLimited: boolean;
  /** A client's Insights also holds Performance by State and Delivery. */
  clientStateAndDelivery: boolean;
  /** Insights holds no reports of the catalogue. */
  noReports: boolean;
  /** Down Funnel Overview tells outcomes by campus and program, not by partner and campaign. */
  outcomesByCampus: boolean;
  /** The words of the funnel. */
  labels: LabelSetName;
  goalColumns: GoalColumnSet;
  campaignTable: CampaignTableSet;
  /** Line items carry a goal for the cost per inquiry. */
  cplGoal: boolean;
  /** The month-to-date pack by campus, program, channel and day. */
  mtdPack: boolean;
  /** Widgets that this owner's dashboards leave out. */
  hiddenWidgets: readonly string[];
}

const PLAIN: OwnerVariant = {
  milestoneExport: false,
  websiteAndSearch: false,
  noDashboards: false,
  leadTestSettings: false,
  insightsLimited: false,
  clientStateAndDelivery: false,
  noReports: false,
  outcomesByCampus: false,
  labels: 'default',
  goalColumns: 'applicationsEnrollments',
  campaignTable: 'default',
  cplGoal: false,
  mtdPack: false,
  hiddenWidgets: [],
};

/**
 * The presets, named after the owner they were made for. An owner carries the name of its preset in its settings: whatever
 * an owner is called, it has the preset it was given and no other. This is the only file that may hold an owner's name.
 */
export const OWNER_VARIANTS = {
  'HARTWELL TECHNICAL INSTITUTE': {
    ...PLAIN,
    clientStateAndDelivery: true,
    goalColumns: 'interviewsVisits',
    mtdPack: true,
  },
  'CRESTVIEW UNIVERSITY ONLINE': { ...PLAIN, websiteAndSearch: true, goalColumns: 'applicationsStarts', cplGoal: true },
  'LAKESHORE COLLEGE OF HEALTH': { ...PLAIN, milestoneExport: true, outcomesByCampus: true, campaignTable: 'costs' },
  'ST. BRENDAN UNIVERSITY': {
    ...PLAIN,
    insightsLimited: true,
    goalColumns: 'applications',
    hiddenWidgets: ['pacingModel', 'pacingLeadProvider'],
  },
  'APEX CODING ACADEMY': {
    ...PLAIN,
    noDashboards: true,
    leadTestSettings: true,
    noReports: true,
    campaignTable: 'compact',
  },
  'HOMERIGHT REMODELING': {
    ...PLAIN,
    labels: 'sales',
    goalColumns: 'funnel',
    hiddenWidgets: ['campusLeadsProgram', 'affiliateDegreeOverview', 'affiliateProgramOverview'],
  },
} as const satisfies Record<string, OwnerVariant>;

const presets: ReadonlyMap<string, OwnerVariant> = new Map(Object.entries(OWNER_VARIANTS));

export const variantOf = (presetName: string | null): OwnerVariant =>
  (presetName === null ? null : presets.get(presetName)) ?? PLAIN;
