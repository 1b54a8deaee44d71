import { z } from 'zod';
import { LABEL_SET_NAMES } from './label-sets.ts';

/** Which of the down-funnel columns the line-item table starts with. */
export const GOAL_COLUMN_SETS = [
  'applicationsStarts',
  'applicationsEnrollments',
  'applications',
  'interviewsVisits',
  'funnel',
] as const;
export type GoalColumnSet = (typeof GOAL_COLUMN_SETS)[number];
/** `default`; `compact`: fewer columns; `costs`: the next month led by its prices. */
export const CAMPAIGN_TABLE_SETS = ['default', 'compact', 'costs'] as const;
export type CampaignTableSet = (typeof CAMPAIGN_TABLE_SETS)[number];

/** In minutes: as long as the first tries take, to half a day. */
export const STUCK_MINUTES = { least: 60, most: 720 } as const;
const STUCK_MESSAGE = `Enter whole minutes from ${STUCK_MINUTES.least} to ${STUCK_MINUTES.most}.`;

/** How one owner's product differs from everybody else's. Every field says what it adds or takes. */
export const ownerVariantSchema = z.object({
  /** A Milestone Details Export item under Lead Management. */
  milestoneExport: z.boolean(),
  /** Website Analytics and Search under Dashboard. */
  websiteAndSearch: z.boolean(),
  /** Dashboard without children; whoever would land there lands on allocations. */
  noDashboards: z.boolean(),
  /** A Lead Test Settings item under Lead Management. */
  leadTestSettings: z.boolean(),
  /** Insights holds Media Dashboard and Media Analysis only. */
  insightsLimited: z.boolean(),
  /** A client's Insights also holds Performance by State and Delivery. */
  clientStateAndDelivery: z.boolean(),
  /** Insights holds no reports of the catalogue. */
  noReports: z.boolean(),
  /** Down Funnel Overview tells outcomes by campus and program, not by partner and campaign. */
  outcomesByCampus: z.boolean(),
  /** The words of the funnel. */
  labels: z.enum(LABEL_SET_NAMES),
  goalColumns: z.enum(GOAL_COLUMN_SETS),
  campaignTable: z.enum(CAMPAIGN_TABLE_SETS),
  /** Line items carry a goal for the cost per inquiry. */
  cplGoal: z.boolean(),
  /** The month-to-date pack by campus, program, channel and day. */
  mtdPack: z.boolean(),
  /** Widgets that this owner's dashboards leave out. */
  hiddenWidgets: z.array(z.string().max(60)).max(100).readonly(),
  /** A valid lead that is not delivered after so many minutes is stuck, whatever was tried. */
  stuckMinutes: z.int(STUCK_MESSAGE).min(STUCK_MINUTES.least, STUCK_MESSAGE).max(STUCK_MINUTES.most, STUCK_MESSAGE),
});
export type OwnerVariant = z.infer<typeof ownerVariantSchema>;

/** What an owner's settings say in place of its preset. */
export const ownVariantSchema = ownerVariantSchema.partial();
export type OwnVariant = z.infer<typeof ownVariantSchema>;

/** What an owner has that carries no preset and changed nothing. */
export const PLAIN_VARIANT: OwnerVariant = {
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
  stuckMinutes: STUCK_MINUTES.least,
};

/**
 * The presets, named after the owner they were made for. An owner carries the name of its preset in its settings: whatever
 * an owner is called, it has the preset it was given and no other. This is the only file that may hold an owner's name.
 */
export const OWNER_VARIANTS = {
  'HARTWELL TECHNICAL INSTITUTE': {
    ...PLAIN_VARIANT,
    clientStateAndDelivery: true,
    goalColumns: 'interviewsVisits',
    mtdPack: true,
  },
  'CRESTVIEW UNIVERSITY ONLINE': {
    ...PLAIN_VARIANT,
    websiteAndSearch: true,
    goalColumns: 'applicationsStarts',
    cplGoal: true,
  },
  'LAKESHORE COLLEGE OF HEALTH': {
    ...PLAIN_VARIANT,
    milestoneExport: true,
    outcomesByCampus: true,
    campaignTable: 'costs',
  },
  'ST. BRENDAN UNIVERSITY': {
    ...PLAIN_VARIANT,
    insightsLimited: true,
    goalColumns: 'applications',
    hiddenWidgets: ['pacingModel', 'pacingLeadProvider'],
  },
  'APEX CODING ACADEMY': {
    ...PLAIN_VARIANT,
    noDashboards: true,
    leadTestSettings: true,
    noReports: true,
    campaignTable: 'compact',
  },
  'HOMERIGHT REMODELING': {
    ...PLAIN_VARIANT,
    labels: 'sales',
    goalColumns: 'funnel',
    hiddenWidgets: ['campusLeadsProgram', 'affiliateDegreeOverview', 'affiliateProgramOverview'],
  },
} as const satisfies Record<string, OwnerVariant>;

const presets: ReadonlyMap<string, OwnerVariant> = new Map(Object.entries(OWNER_VARIANTS));

/** What an owner has before any setting of its own. */
export const presetOf = (presetName: string | null): OwnerVariant =>
  (presetName === null ? null : presets.get(presetName)) ?? PLAIN_VARIANT;

/** An owner as sessions and statements have it: its preset's name and what its settings say in place of it. */
export interface VariantOwner {
  variant: string | null;
  settings?: OwnVariant | undefined;
}

/** The same owner gives the same object: screens draw again when it is another. */
const known = new WeakMap<VariantOwner, OwnerVariant>();

/** How this owner's product differs: its preset, and over it its own settings. The one place that puts them together. */
export const variantOf = (owner: VariantOwner | null | undefined): OwnerVariant => {
  if (!owner) return PLAIN_VARIANT;
  const found = known.get(owner);
  if (found !== undefined) return found;
  // What comes from the wire holds no undefined.
  const variant = { ...presetOf(owner.variant), ...owner.settings } as OwnerVariant;
  known.set(owner, variant);
  return variant;
};
