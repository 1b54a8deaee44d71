import { z } from 'zod';
import {
  CAMPAIGN_TABLE_SETS,
  type CampaignTableSet,
  GOAL_COLUMN_SETS,
  type GoalColumnSet,
  ownerVariantSchema,
} from '../core/access/owner-variants.ts';
import { LABEL_SET_NAMES, type LabelSetName } from '../core/access/label-sets.ts';
import { type Permission } from '../core/access/permissions.ts';
import { key } from '../core/calls/schema.ts';

export const DEDUP_MESSAGE = 'Dedup period must be a whole number of days from 0 to 730.';

/** Handling of a lead with an unknown source tag. */
const UNKNOWN_SOURCES = {
  AUTO_CREATE_ACCEPT: 'Take the lead and add the source',
  AUTO_CREATE_HOLD: 'Add the source and hold its leads until it is approved',
  REJECT: 'Refuse the lead',
} as const;
export type UnknownSources = keyof typeof UNKNOWN_SOURCES;

/** Time zones available to owners. */
export const OWNER_TIME_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
] as const;

/** Allowed values of settings. */
export const ownerSettingValues = z.object({
  ownerName: z.string().trim().min(2, 'A name has 2 to 100 characters.').max(100, 'A name has 2 to 100 characters.'),
  description: z.string().trim().max(500, 'A description has at most 500 characters.'),
  verticalKey: key,
  timeZone: z.enum(OWNER_TIME_ZONES, 'Choose a time zone of the list.'),
  dedupDays: z.int(DEDUP_MESSAGE).min(0, DEDUP_MESSAGE).max(730, DEDUP_MESSAGE),
  unknownSources: z.enum(Object.keys(UNKNOWN_SOURCES) as [UnknownSources, ...UnknownSources[]]),
  ordersRequired: z.boolean(),
  ...ownerVariantSchema.shape,
});
export type OwnerSettingValues = z.infer<typeof ownerSettingValues>;
export type OwnerSettingName = keyof OwnerSettingValues;
export const OWNER_SETTING_NAMES = Object.keys(ownerSettingValues.shape) as [OwnerSettingName, ...OwnerSettingName[]];

export const OWNER_SETTING_SECTIONS = {
  general: 'General',
  leads: 'Leads and orders',
  billing: 'Billing',
  judging: 'Pace and cost',
  words: 'Words and tables',
  features: 'Features',
} as const;
export type OwnerSettingSection = keyof typeof OWNER_SETTING_SECTIONS;

const GOAL_COLUMN_WORDS: Record<GoalColumnSet, string> = {
  applicationsStarts: 'Applications and starts',
  applicationsEnrollments: 'Applications and enrollments',
  applications: 'Applications',
  interviewsVisits: 'Interviews and visits',
  funnel: 'The whole funnel',
};
const CAMPAIGN_TABLE_WORDS: Record<CampaignTableSet, string> = {
  default: 'All columns',
  compact: 'Fewer columns',
  costs: 'Next month led by its prices',
};
const LABEL_WORDS: Record<LabelSetName, string> = {
  default: 'Education: interview, visit, enrollment, start',
  sales: 'Sales: estimate, start, sale, close',
};

interface OwnerSetting {
  label: string;
  /** Description, in a sentence. */
  words: string;
  section: OwnerSettingSection;
  right: Permission;
  kind:
    | 'text'
    | 'lines'
    | 'days'
    | 'minutes'
    | 'percent'
    | 'inquiries'
    | 'word'
    | 'switch'
    | 'choice'
    | 'zone'
    | 'vertical'
    | 'widgets';
  /** The values of a choice with their labels. */
  choices?: Readonly<Record<string, string>>;
  /** Default of every owner; absent if there is none or the preset defines it. */
  fallback?: string | number | boolean;
}

const settings = { right: 'admin:Settings' } as const;
const words = { ...settings, section: 'words' } as const;
const judging = { ...settings, section: 'judging' } as const;
const feature = { section: 'features', right: 'admin:Features', kind: 'switch' } as const;
const wordFor = (stage: string) =>
  ({
    ...words,
    label: `Word for ${stage}`,
    words:
      'Replaces the word from the funnel. Singular, or singular / plural, such as Person / People. Empty: the funnel’s word.',
    kind: 'word',
  }) as const;
const chosen = <Name extends string>(names: readonly Name[], texts: Record<Name, string>) =>
  ({ kind: 'choice', choices: Object.fromEntries(names.map((name) => [name, texts[name]])) }) as const;

/** All settings of an owner, in page order. */
export const OWNER_SETTINGS: Readonly<Record<OwnerSettingName, OwnerSetting>> = {
  ownerName: {
    ...settings,
    label: 'Name',
    words: 'Stands in menus, files and mails. No feature depends on it.',
    section: 'general',
    kind: 'text',
  },
  description: {
    ...settings,
    label: 'Description',
    words: 'Shown on the page of owners.',
    section: 'general',
    kind: 'lines',
    fallback: '',
  },
  accountManager: {
    ...settings,
    label: 'Account manager',
    words: 'Who of the agency answers for the owner. All Owners can be narrowed to one account manager.',
    section: 'general',
    kind: 'text',
  },
  verticalKey: {
    ...settings,
    label: 'Vertical',
    words: 'What the owner sells. The words of its funnel are chosen under Words and tables.',
    section: 'general',
    kind: 'vertical',
  },
  timeZone: {
    ...settings,
    label: 'Time zone',
    words:
      'Its days, months and hours begin and end in this zone. It can change only before the first lead, click or spend.',
    section: 'general',
    kind: 'zone',
  },
  dedupDays: {
    ...settings,
    label: 'Dedup period',
    words:
      'A repeat lead within so many days is a duplicate; 0 looks for none. Clients with a period of their own keep it.',
    section: 'leads',
    kind: 'days',
    fallback: 90,
  },
  unknownSources: {
    ...settings,
    label: 'Unknown source tags',
    words: 'What happens to a lead whose source tag nobody has seen before.',
    section: 'leads',
    kind: 'choice',
    choices: UNKNOWN_SOURCES,
    fallback: 'AUTO_CREATE_ACCEPT',
  },
  ordersRequired: {
    ...settings,
    label: 'Insertion orders required',
    words: 'Campaigns go live only once the media partner has accepted the order of the month.',
    section: 'leads',
    kind: 'switch',
    fallback: false,
  },
  stuckMinutes: {
    ...settings,
    label: 'Stuck after',
    words:
      'A valid lead that is not delivered after so many minutes is stuck. Leads that wait are judged by it within a minute; those that are stuck stay so.',
    section: 'leads',
    kind: 'minutes',
  },
  clientSeesPeople: {
    ...settings,
    label: 'Client sees people',
    words:
      'Client users with the right “View PII” can see name, email and phone of delivered leads, one by one; each look is on record. Otherwise people are masked.',
    section: 'leads',
    kind: 'switch',
    fallback: false,
  },
  paymentTermsDays: {
    ...settings,
    label: 'Payment terms',
    words: 'Days until a statement is due. Media partners with terms of their own, such as Net 45, keep them.',
    section: 'billing',
    kind: 'days',
  },
  statementTaxRate: {
    ...settings,
    label: 'Tax',
    words: 'Added to clients’ statements of months that are closed from now on. 0: no tax line.',
    section: 'billing',
    kind: 'percent',
  },
  statementTaxLabel: {
    ...settings,
    label: 'Tax label',
    words: 'What the tax line says, such as Sales tax.',
    section: 'billing',
    kind: 'text',
  },
  pacingBand: {
    ...judging,
    label: 'Pacing band',
    words:
      'A campaign or line item whose spend is projected to end so far above its budget is over, so far below it under, on every screen and list.',
    kind: 'percent',
  },
  underperformingCpe: {
    ...judging,
    label: 'Cost per enrollment above goal by',
    words:
      'Pacing Overview lists a campaign whose mature cost per enrollment is more than this above the goal of its line item.',
    kind: 'percent',
  },
  underperformingCpl: {
    ...judging,
    label: 'Cost per inquiry above goal by',
    words: 'The same for the cost per inquiry of the last 30 days, where a line item has no goal for enrollments.',
    kind: 'percent',
  },
  underperformingInquiries: {
    ...judging,
    label: 'Judged from',
    words: 'Costs of campaigns with fewer inquiries are not judged.',
    kind: 'inquiries',
  },
  underperformingDays: {
    ...judging,
    label: 'Judged after',
    words:
      'Costs of campaigns that have been live for fewer days are not judged. Days that they were paused on do not count.',
    kind: 'days',
  },
  labels: {
    ...words,
    label: 'Words of the funnel',
    words: 'Headers on screens and in files. Codes in files that come in stay as they are.',
    ...chosen(LABEL_SET_NAMES, LABEL_WORDS),
  },
  wordContact: wordFor('contact'),
  wordAppointment: wordFor('appointment'),
  wordInterview: wordFor('interview'),
  wordVisit: wordFor('visit'),
  wordApplication: wordFor('application'),
  wordEnrollment: wordFor('enrollment'),
  wordStart: wordFor('start'),
  goalColumns: {
    ...words,
    label: 'Line-item table',
    words: 'The outcomes that the table of line items starts with.',
    ...chosen(GOAL_COLUMN_SETS, GOAL_COLUMN_WORDS),
  },
  campaignTable: {
    ...words,
    label: 'Campaign table',
    words: 'The columns that the table of campaigns starts with, on the screen and in its file.',
    ...chosen(CAMPAIGN_TABLE_SETS, CAMPAIGN_TABLE_WORDS),
  },
  hiddenWidgets: {
    ...words,
    label: 'Hidden widgets',
    words: 'Widgets that this owner’s dashboards leave out.',
    kind: 'widgets',
  },
  milestoneExport: {
    ...feature,
    label: 'Milestone Details Export',
    words: 'An entry under Lead Management, for the agency and its clients.',
  },
  websiteAndSearch: {
    ...feature,
    label: 'Website Analytics and Search',
    words: 'Two more dashboards.',
  },
  noDashboards: {
    ...feature,
    label: 'A single dashboard',
    words:
      'Dashboard opens Executive Overview and has no others; whoever opens the owner starts on Allocation & Pacing, Overview.',
  },
  leadTestSettings: {
    ...feature,
    label: 'Lead Test Settings',
    words: 'An entry under Lead Management, for the agency.',
  },
  insightsLimited: {
    ...feature,
    label: 'Limited insights',
    words: 'Insights holds Media Dashboard and Media Analysis only.',
  },
  noReports: {
    ...feature,
    label: 'No reports of the catalogue',
    words: 'Insights leaves out the reports by state, source, program and the others of the catalogue.',
  },
  clientStateAndDelivery: {
    ...feature,
    label: 'Performance by State and Delivery for the client',
    words: 'Two more entries under a client’s Insights.',
  },
  outcomesByCampus: {
    ...feature,
    label: 'Outcomes by campus and program',
    words: 'Down Funnel Overview tells outcomes by campus and program instead of by partner and campaign.',
  },
  cplGoal: {
    ...feature,
    label: 'Goal for the cost per inquiry',
    words: 'Line items carry a target cost per inquiry.',
  },
  mtdPack: {
    ...feature,
    label: 'Month-to-date pack',
    words: 'Pacing Overview also shows the month by campus, program, channel and day.',
  },
};

export const settingsOf = (section: OwnerSettingSection): OwnerSettingName[] =>
  (Object.keys(OWNER_SETTINGS) as OwnerSettingName[]).filter((name) => OWNER_SETTINGS[name].section === section);
