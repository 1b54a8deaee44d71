import { z } from 'zod';
import {
  LABEL_SET_NAMES,
  type Labels,
  ownWords,
  type StageWords,
  type WordOf,
  OUTCOME_WORDS,
  type OutcomeWord,
  WORDS_OF,
  wordsOf,
} from './label-sets.ts';
import { USUAL_PACING_BAND } from '../metrics/pacing/pacing-marks.ts';
import { UNDERPERFORMING, type UnderperformingRule } from '../metrics/pacing/underperforming.ts';

/** Down-funnel columns visible by default in the line item table. */
export const GOAL_COLUMN_SETS = [
  'applicationsStarts',
  'applicationsEnrollments',
  'applications',
  'interviewsVisits',
  'funnel',
] as const;
export type GoalColumnSet = (typeof GOAL_COLUMN_SETS)[number];
/** `compact` has fewer columns; `costs` orders the next month's table by its prices first. */
export const CAMPAIGN_TABLE_SETS = ['default', 'compact', 'costs'] as const;
export type CampaignTableSet = (typeof CAMPAIGN_TABLE_SETS)[number];

/** In minutes, from the duration of the first delivery attempts to half a day. */
export const STUCK_MINUTES = { least: 60, most: 720 } as const;
const STUCK_MESSAGE = `Enter whole minutes from ${STUCK_MINUTES.least} to ${STUCK_MINUTES.most}.`;

const whole = (least: number, most: number, what: string) => {
  const message = `Enter ${what} from ${least} to ${most}.`;
  return z.int(message).min(least, message).max(most, message);
};
/** With a band of 50 % hardly anything is off pace; with none everything is. */
const band = whole(1, 50, 'a whole percent');
const above = whole(1, 500, 'a whole percent');

const MAX_TAX_PERCENT = 50;
const TAX_MESSAGE = `Enter a percent from 0 to ${MAX_TAX_PERCENT}, with at most three decimals.`;
const TAX_LABEL_MESSAGE = 'Enter a label of at most 40 characters.';

const WORD_MESSAGE =
  'Enter a word of 2 to 30 letters, or one and many with a slash between them, such as Person / People.';
const WORD = /^[\p{L}\p{N}][\p{L}\p{N} .'’&-]{1,29}$/u;
/** Empty means the word of the label set. */
const word = z
  .string(WORD_MESSAGE)
  .trim()
  .max(63, WORD_MESSAGE)
  .refine((text) => {
    const parts = text.split('/').map((part) => part.trim());
    return text === '' || (parts.length <= 2 && parts.every((part) => WORD.test(part)));
  }, WORD_MESSAGE);

/** The setting that holds the owner's word for each outcome. */
export const WORD_SETTINGS = {
  contact: 'wordContact',
  appointment: 'wordAppointment',
  interview: 'wordInterview',
  visit: 'wordVisit',
  application: 'wordApplication',
  enrollment: 'wordEnrollment',
  start: 'wordStart',
} as const satisfies Record<OutcomeWord, string>;
const wordShape = Object.fromEntries(Object.values(WORD_SETTINGS).map((name) => [name, word])) as Record<
  (typeof WORD_SETTINGS)[OutcomeWord],
  typeof word
>;
const NO_WORDS = Object.fromEntries(Object.values(WORD_SETTINGS).map((name) => [name, ''])) as Record<
  (typeof WORD_SETTINGS)[OutcomeWord],
  string
>;

/** How an owner's product differs from the default. Each field is an addition or a removal. */
export const ownerVariantSchema = z.object({
  /** A Milestone Details Export item under Lead Management. */
  milestoneExport: z.boolean(),
  /** Website Analytics and Search under Dashboard. */
  websiteAndSearch: z.boolean(),
  /** Dashboard without children; users who would land there land on allocations. */
  noDashboards: z.boolean(),
  /** A Lead Test Settings item under Lead Management. */
  leadTestSettings: z.boolean(),
  /** Insights holds Media Dashboard and Media Analysis only. */
  insightsLimited: z.boolean(),
  /** A client's Insights also holds Performance by State and Delivery. */
  clientStateAndDelivery: z.boolean(),
  /** Insights holds no reports of the catalogue. */
  noReports: z.boolean(),
  /** Down Funnel Overview shows outcomes by campus and program instead of partner and campaign. */
  outcomesByCampus: z.boolean(),
  /** The label set of the funnel. */
  labels: z.enum(LABEL_SET_NAMES),
  goalColumns: z.enum(GOAL_COLUMN_SETS),
  campaignTable: z.enum(CAMPAIGN_TABLE_SETS),
  /** Line items have a cost per inquiry goal. */
  cplGoal: z.boolean(),
  /** The month-to-date report pack by campus, program, channel and day. */
  mtdPack: z.boolean(),
  /** Widgets hidden on this owner's dashboards. */
  hiddenWidgets: z.array(z.string().max(60)).max(100).readonly(),
  /** Minutes after which a valid, undelivered lead is stuck, whatever was tried. */
  stuckMinutes: z.int(STUCK_MESSAGE).min(STUCK_MINUTES.least, STUCK_MESSAGE).max(STUCK_MINUTES.most, STUCK_MESSAGE),
  /** Client users with `leadanalyzer:ViewPII` may see the people of their delivered leads. */
  clientSeesPeople: z.boolean(),
  /** Percent on each side of a budget; projections outside are over or under. */
  pacingBand: band,
  /** Thresholds for an underperforming campaign (`UnderperformingRule`). */
  underperformingDays: whole(1, 180, 'whole days'),
  underperformingInquiries: whole(1, 1000, 'a whole number of inquiries'),
  underperformingCpe: above,
  underperformingCpl: above,
  /** Days until a statement is due, where no terms of the media partner say so. */
  paymentTermsDays: whole(0, 180, 'whole days'),
  /** Percent that clients' statements add; 0 for none. */
  statementTaxRate: z
    .number(TAX_MESSAGE)
    .min(0, TAX_MESSAGE)
    .max(MAX_TAX_PERCENT, TAX_MESSAGE)
    .refine((rate) => Number(rate.toFixed(3)) === rate, TAX_MESSAGE),
  /** Who of the agency answers for the owner; empty: nobody is named. */
  accountManager: z.string().trim().max(100, 'A name has at most 100 characters.'),
  statementTaxLabel: z.string().trim().min(1, TAX_LABEL_MESSAGE).max(40, TAX_LABEL_MESSAGE),
  ...wordShape,
});
export type OwnerVariant = z.infer<typeof ownerVariantSchema>;

/** Overrides of the preset in an owner's settings. */
export const ownVariantSchema = ownerVariantSchema.partial();
export type OwnVariant = z.infer<typeof ownVariantSchema>;

/** The variant of an owner without preset or overrides. */
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
  clientSeesPeople: false,
  pacingBand: USUAL_PACING_BAND,
  underperformingDays: UNDERPERFORMING.leastDays,
  underperformingInquiries: UNDERPERFORMING.leastInquiries,
  underperformingCpe: UNDERPERFORMING.aboveCpe,
  underperformingCpl: UNDERPERFORMING.aboveCpl,
  paymentTermsDays: 30,
  statementTaxRate: 0,
  statementTaxLabel: 'Tax',
  accountManager: '',
  ...NO_WORDS,
};

/** The owner's thresholds for an underperforming campaign. */
export const underperformingRule = (variant: OwnerVariant): UnderperformingRule => ({
  leastDays: variant.underperformingDays,
  leastInquiries: variant.underperformingInquiries,
  aboveCpe: variant.underperformingCpe,
  aboveCpl: variant.underperformingCpl,
});

/**
 * The presets, named after the owner they were made for. An owner's settings name its preset, so that renaming the owner does not change
 * it. This is the only file that may contain an owner's name.
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

/** The owner's preset, before its own settings. */
export const presetOf = (presetName: string | null): OwnerVariant =>
  (presetName === null ? null : presets.get(presetName)) ?? PLAIN_VARIANT;

/** The owner's preset name and overrides, as sessions and statements carry them. */
interface VariantOwner {
  variant: string | null;
  settings?: OwnVariant | undefined;
}

/** The same owner returns the same object, since screens render again when it changes. */
const cache = new WeakMap<VariantOwner, OwnerVariant>();

/** An owner's variant: its preset, overridden by its own settings. The only place that combines them. */
export const variantOf = (owner: VariantOwner | null | undefined): OwnerVariant => {
  if (!owner) return PLAIN_VARIANT;
  const cached = cache.get(owner);
  if (cached !== undefined) return cached;
  // Values parsed from the wire are never undefined.
  const variant = { ...presetOf(owner.variant), ...owner.settings } as OwnerVariant;
  cache.set(owner, variant);
  return variant;
};

const ownLabels = new WeakMap<OwnerVariant, Labels>();

/** An owner's words: its label set with its overrides. The same variant returns the same object. */
export const labelsOf = (variant: OwnerVariant): Labels => {
  const cachedLabels = ownLabels.get(variant);
  if (cachedLabels !== undefined) return cachedLabels;
  const own: Partial<Record<OutcomeWord, StageWords>> = {};
  for (const stage of OUTCOME_WORDS) {
    const text = variant[WORD_SETTINGS[stage]];
    if (text !== '') own[stage] = ownWords(text);
  }
  const labels: Labels = Object.keys(own).length === 0 ? variant.labels : { set: variant.labels, own };
  ownLabels.set(variant, labels);
  return labels;
};

/** A word used by two stages, which would make their columns indistinguishable, with both stages. */
export const sharedWord = (variant: OwnerVariant): { word: string; stages: readonly [WordOf, WordOf] } | null => {
  const labels = labelsOf({ ...variant });
  const uses = new Map<string, WordOf>();
  for (const stage of WORDS_OF)
    for (const name of new Set([wordsOf(labels, stage).one, wordsOf(labels, stage).many])) {
      const other = uses.get(name.toLowerCase());
      if (other !== undefined && other !== stage) return { word: name, stages: [other, stage] };
      uses.set(name.toLowerCase(), stage);
    }
  return null;
};
