import {
  type CatalogueView,
  type OwnerVariant,
  MAX_ROWS,
  REPORT_WIDGETS,
  type ReportWidget,
  type WidgetBody,
  type WidgetId,
  WIDGETS,
} from '@paceline/contract';

export type WidgetView = CatalogueView | 'bars' | 'lines' | 'years' | 'twoAxes' | 'tiles' | 'headline' | 'funnel';

/** A widget's place on a dashboard: one widget may occur twice with different questions. */
export interface Slot {
  slot: string;
  widget: WidgetId;
  title: string;
  view: WidgetView;
  wide?: boolean;
  /** The page's one large chart. */
  isMain?: boolean;
  /** The figures of its tiles, one row; full screen has all. */
  figures?: readonly string[];
  /** Columns that its table shows at first; the others are in the column menu. */
  columns?: readonly string[];
  /** Shown as its table until the reader asks for the chart. */
  startsAsTable?: boolean;
  body?: Partial<WidgetBody>;
}

const slot = (widget: WidgetId, view: WidgetView, more: Partial<Omit<Slot, 'widget' | 'view'>> = {}): Slot => ({
  slot: widget,
  widget,
  view,
  title: WIDGETS[widget].title,
  ...more,
});

const EXECUTIVE: Slot[] = [
  slot('reportingHeadline', 'headline', { wide: true }),
  slot('conversionsBar', 'bars'),
  slot('spendVsPerformance', 'twoAxes'),
  slot('reportingFunnel', 'funnel'),
  slot('reportingPacing', 'heat', { columns: ['budget', 'spendProjection', 'projectionToBudget'] }),
  slot('topChannels', 'table', { wide: true }),
  slot('topCampaigns', 'table', { wide: true }),
  slot('topPerformingStates', 'map', { wide: true }),
];

const PACING: Slot[] = [
  slot('pacingGoal', 'heat', { wide: true }),
  slot('pacingBrand', 'heat'),
  slot('pacingChannel', 'heat'),
  slot('pacingGoal', 'heat', {
    slot: 'pacingGoalSocial',
    title: 'Pacing by Line Item, Paid Social',
    body: { channels: ['social'] },
  }),
  slot('pacingLeadProvider', 'heat'),
  slot('pacingModel', 'heat'),
  slot('pacingCustomChannel', 'heat'),
  slot('pacingChannelLeads', 'table'),
  slot('overpacingCampaigns', 'heat'),
  slot('underpacingCampaigns', 'heat'),
  slot('pacingMonth', 'table', { wide: true }),
  slot('campusLeadsPpc', 'table'),
  slot('campusLeadsPpl', 'table'),
  slot('campusLeadsProgram', 'table'),
  slot('campusLeadsSource', 'table'),
  slot('lastWeekSnapshot', 'table'),
  slot('yesterdaySnapshot', 'table'),
  slot('rollingCurrentWeek', 'table'),
  slot('rollingLastWeek', 'table'),
];

/** For owners with the MTD pack. */
const MTD_PACK: Slot[] = [
  slot('mtdLeadsReport', 'table', { wide: true }),
  slot('mtdInquiries', 'lines'),
  slot('mtdSpend', 'lines'),
  slot('mtdCpl', 'lines'),
  slot('lincolnPacingCampus', 'table'),
  slot('lincolnPacingProgram', 'table'),
  slot('lincolnPacingChannel', 'heat'),
  slot('lincolnPacingDay', 'twoAxes'),
];

const BEST = { sort: 'enrollRate', order: 'desc' } as const;
const WORST = { sort: 'enrollRate', order: 'asc' } as const;
const campaignsBy = (name: 'Top' | 'Bottom', body: typeof BEST | typeof WORST): Slot =>
  slot('mediaCampaigns', 'table', {
    slot: `media${name}`,
    title: `${name} Campaigns by Enroll Rate`,
    body,
    columns: ['validLeads', 'enrollRate', 'cpe'],
  });

const STATES = slot('topPerformingStates', 'map', { wide: true, startsAsTable: true });

/** One row of figures, one large chart, tables below. */
const MEDIA: Slot[] = [
  slot('mediaFigures', 'tiles', { wide: true, figures: ['spend', 'inquiries', 'cpl', 'enrollments', 'sales', 'cpe'] }),
  slot('mediaByDay', 'twoAxes', { wide: true, isMain: true }),
  slot('mediaPartners', 'scatter', { wide: true, startsAsTable: true }),
  slot('mediaChannels', 'bars', { startsAsTable: true }),
  slot('reportingFunnel', 'funnel', { startsAsTable: true }),
  campaignsBy('Top', BEST),
  campaignsBy('Bottom', WORST),
  STATES,
];

/** A partner has one channel, filters by its campaigns, and earns what others spend. */
const MEDIA_OF_PARTNER: Slot[] = [
  slot('mediaFigures', 'tiles', {
    wide: true,
    figures: ['spend', 'inquiries', 'cpl', 'enrollments', 'sales', 'enrollRate'],
  }),
  slot('mediaByDay', 'twoAxes', { title: 'Earnings and Leads by Day', wide: true, isMain: true }),
  slot('mediaCampaigns', 'scatter', {
    title: 'Earnings and Enroll Rate by Campaign',
    body: { limit: MAX_ROWS },
    wide: true,
    startsAsTable: true,
  }),
  slot('reportingFunnel', 'funnel', { wide: true, startsAsTable: true }),
  STATES,
];

export const DASHBOARDS = {
  media: MEDIA,
  mediaOfPartner: MEDIA_OF_PARTNER,
  executive: EXECUTIVE,
  pacing: PACING,
  website: [
    slot('seoWebsitePerformance', 'tiles', { wide: true }),
    slot('seoTopSources', 'table'),
    slot('seoEventCount', 'table'),
    slot('seoSessionByPage', 'table', { wide: true }),
  ],
  search: [
    slot('searchPerformance', 'tiles', { wide: true }),
    slot('searchYoyConversion', 'years'),
    slot('searchCampaignPerformance', 'twoAxes'),
    slot('searchCampaignOverview', 'table'),
    slot('searchAdgroupOverview', 'table'),
    slot('searchKeywordOverview', 'table', { wide: true }),
  ],
  affiliate: [
    slot('affiliatePerformance', 'tiles', { wide: true }),
    slot('affiliateYoyLeads', 'years'),
    slot('affiliatePartnerPerformance', 'table'),
    slot('affiliateCampusOverview', 'table'),
    slot('affiliateDegreeOverview', 'table'),
    slot('affiliateProgramOverview', 'table', { wide: true }),
  ],
} as const satisfies Record<string, readonly Slot[]>;
export type DashboardName = keyof typeof DASHBOARDS;

/** Whether a widget shows a time series, by day, week or month. */
export const isOverTime = ({ widget }: Slot): boolean => {
  const report: ReportWidget | undefined = REPORT_WIDGETS[widget as keyof typeof REPORT_WIDGETS];
  return report?.granularity !== undefined || widget === 'reportingHeadline';
};

export const slotsFor = (name: DashboardName, { mtdPack, hiddenWidgets }: OwnerVariant): Slot[] => {
  const all: readonly Slot[] = [...DASHBOARDS[name], ...(name === 'pacing' && mtdPack ? MTD_PACK : [])];
  return all.filter(({ widget }) => !hiddenWidgets.includes(widget));
};
