import { type OwnerVariant } from '../core/access/owner-variants.ts';
import { type UserGroup } from '../core/access/user-groups.ts';
import { type WidgetId } from './widgets.ts';

/** Visualisation of a report part. All have the table too. */
export type CatalogueView = 'table' | 'map' | 'measureBars' | 'heat' | 'cohorts' | 'days' | 'pivot' | 'scatter';

interface CataloguePart {
  widget: WidgetId;
  view: CatalogueView;
}

/** A named report: its title, its widgets, its groups and its file name. */
export interface CatalogueReport {
  title: string;
  question: string;
  /** Meaning of one row. */
  grain: string;
  groups: readonly UserGroup[];
  parts: readonly CataloguePart[];
  /** Replaces the parts for owners that show outcomes by campus. */
  partsByCampus?: readonly CataloguePart[];
  /** File name; null if it cannot be downloaded. */
  file: string | null;
  /** The address can restrict it to one campaign. */
  ofCampaign?: true;
}

const AGENCY = ['ag'] as const;
const CLIENT = ['cl'] as const;
const PARTNER = ['mp'] as const;
const NOT_PARTNERS = ['ag', 'cl'] as const;
const STATES = {
  question: 'Where do inquiries come from, and where do they enroll?',
  grain: 'State',
} as const;

/** All reports by their name in the address. */
export const CATALOGUE = {
  enroll_by_state: {
    title: 'Performance by State',
    ...STATES,
    groups: AGENCY,
    parts: [{ widget: 'stateReport', view: 'map' }],
    file: 'performance-by-state-table',
  },
  enroll_by_state_graph: {
    title: 'Performance by State Map',
    ...STATES,
    groups: CLIENT,
    parts: [{ widget: 'stateReport', view: 'map' }],
    file: 'performance-by-state-map',
  },
  enroll_by_state_table: {
    title: 'Performance by State',
    ...STATES,
    groups: CLIENT,
    parts: [{ widget: 'stateReport', view: 'table' }],
    file: 'performance-by-state-table',
  },
  analysis: {
    title: 'Down Funnel Overview',
    question: 'What becomes of each month’s inquiries, and how much of it is still to come?',
    grain: 'Month of inquiry, partner and campaign',
    groups: AGENCY,
    parts: [
      { widget: 'cohortReport', view: 'cohorts' },
      { widget: 'downFunnelReport', view: 'table' },
    ],
    partsByCampus: [
      { widget: 'cohortReport', view: 'cohorts' },
      { widget: 'downFunnelByCampus', view: 'table' },
    ],
    file: 'down-funnel-overview',
  },
  media_partner: {
    title: 'Media Partners',
    question: 'Which media partners bring inquiries that enroll?',
    grain: 'Media partner',
    groups: CLIENT,
    parts: [
      { widget: 'mediaPartners', view: 'scatter' },
      { widget: 'partnerReport', view: 'table' },
    ],
    file: 'media-partners',
  },
  client: {
    title: 'Clients',
    question: 'How do the clients of this owner compare?',
    grain: 'Client',
    groups: CLIENT,
    parts: [{ widget: 'clientReport', view: 'table' }],
    file: 'clients',
  },
  programs: {
    title: 'Programs',
    question: 'Which programs are asked for, and which of them enroll?',
    grain: 'Program',
    groups: CLIENT,
    parts: [{ widget: 'programReport', view: 'table' }],
    file: 'programs',
  },
  pacing: {
    title: 'Pacing',
    question: 'Is each line item on its way to its budget?',
    grain: 'Line item, channel and month',
    groups: NOT_PARTNERS,
    parts: [
      { widget: 'pacingGoal', view: 'heat' },
      { widget: 'pacingChannel', view: 'heat' },
      { widget: 'pacingMonth', view: 'table' },
    ],
    file: 'pacing-table',
  },
  delivery: {
    title: 'Delivery',
    question: 'On which days did campaigns deliver their allocation?',
    grain: 'Campaign and day',
    groups: NOT_PARTNERS,
    parts: [{ widget: 'deliveryReport', view: 'days' }],
    file: 'delivery',
  },
  publishersources: {
    title: 'Publisher Sources',
    question: 'Which sources send leads that are valid, stay and enroll?',
    grain: 'Source and sub-source',
    groups: NOT_PARTNERS,
    parts: [{ widget: 'sourceReport', view: 'table' }],
    file: 'publisher-sources',
    ofCampaign: true,
  },
  attributes: {
    title: 'Attributes',
    question: 'Which people become students?',
    grain: 'One attribute of the inquiry',
    groups: NOT_PARTNERS,
    parts: [{ widget: 'attributeTable', view: 'measureBars' }],
    file: null,
    ofCampaign: true,
  },
  attribute_pivot: {
    title: 'Attribute Pivot',
    question: 'How do two attributes go together?',
    grain: 'Two attributes of the inquiry',
    groups: NOT_PARTNERS,
    parts: [{ widget: 'attributePivot', view: 'pivot' }],
    file: 'attribute-pivot',
  },
  media_partner_performance: {
    title: 'Campaign Performance',
    question: 'Which of our campaigns deliver, and what do they earn?',
    grain: 'Campaign',
    groups: PARTNER,
    parts: [{ widget: 'campaignReport', view: 'table' }],
    file: 'campaign-performance',
  },
  media_partner_program_performance: {
    title: 'Program Performance',
    question: 'Which programs do our leads ask for, and which of them enroll?',
    grain: 'Program',
    groups: PARTNER,
    parts: [{ widget: 'programReport', view: 'table' }],
    file: 'program-performance',
  },
  media_partner_by_state_map: {
    title: 'By State Map',
    ...STATES,
    groups: PARTNER,
    parts: [{ widget: 'stateReport', view: 'map' }],
    file: 'by-state-map',
  },
  media_partner_by_state_table: {
    title: 'By State',
    ...STATES,
    groups: PARTNER,
    parts: [{ widget: 'stateReport', view: 'table' }],
    file: 'by-state',
  },
} as const satisfies Record<string, CatalogueReport>;

export type ReportName = keyof typeof CATALOGUE;
export const REPORT_NAMES = Object.keys(CATALOGUE) as [ReportName, ...ReportName[]];
export const isReportName = (name: string): name is ReportName => Object.hasOwn(CATALOGUE, name);

type Traits = Pick<OwnerVariant, 'insightsLimited' | 'noReports' | 'outcomesByCampus'>;

/** The report as this group sees it at this owner; null if not available. */
export const reportOf = (name: ReportName, group: UserGroup, variant: Traits): CatalogueReport | null => {
  const report: CatalogueReport = CATALOGUE[name];
  if (!report.groups.includes(group) || variant.insightsLimited || variant.noReports) return null;
  const { partsByCampus } = report;
  return variant.outcomesByCampus && partsByCampus !== undefined ? { ...report, parts: partsByCampus } : report;
};

/** All reports of a group at an owner, in catalogue order. */
export const reportsFor = (group: UserGroup, variant: Traits): { name: ReportName; report: CatalogueReport }[] =>
  REPORT_NAMES.flatMap((name) => {
    const report = reportOf(name, group, variant);
    return report === null ? [] : [{ name, report }];
  });
