import { type UserGroup } from '../core/access/user-groups.ts';

const EVERYONE = { groups: ['ag', 'mp', 'cl'] } as const satisfies { groups: readonly UserGroup[] };

/** All widgets by call id: path, title, and the groups that may query them where partners may. */
export const WIDGETS = {
  reportingHeadline: { path: '/reporting/headline', title: 'Key Figures' },
  topPerformingStates: { path: '/reporting/top-performing-state', title: 'Top Performing States', ...EVERYONE },
  spendVsPerformance: { path: '/reporting/spend-vs-performance', title: 'Spend vs. Performance' },
  conversionsBar: { path: '/reporting/conversions-bar', title: 'Conversions' },
  reportingFunnel: { path: '/reporting/funnel', title: 'From Inquiry to Start', ...EVERYONE },
  reportingPacing: { path: '/reporting/pacing', title: 'Pacing' },
  topChannels: { path: '/reporting/top-channels', title: 'Top Performing Custom Channels' },
  topCampaigns: { path: '/reporting/top-campaigns', title: 'Top Performing Campaigns' },

  seoWebsitePerformance: { path: '/seo/websiteperformance', title: 'Website Performance' },
  seoTopSources: { path: '/seo/topsources', title: 'Top Sources' },
  seoSessionByPage: { path: '/seo/sessionbypage', title: 'Sessions by Page' },
  seoEventCount: { path: '/seo/eventcount', title: 'Events' },

  searchPerformance: { path: '/search/performance', title: 'Search Performance' },
  searchYoyConversion: { path: '/search/yoyconversion', title: 'YOY Conversions' },
  searchCampaignPerformance: { path: '/search/campaign/performance', title: 'Performance by Campaign' },
  searchCampaignOverview: { path: '/search/campaign/overview', title: 'Campaign Overview' },
  searchAdgroupOverview: { path: '/search/adgroup/overview', title: 'AdGroup Overview' },
  searchKeywordOverview: { path: '/search/keyword/overview', title: 'Keyword Overview' },

  affiliatePerformance: { path: '/affiliate/performance', title: 'Affiliate Performance' },
  affiliateYoyLeads: { path: '/affiliate/yoy-leads', title: 'YoY Leads' },
  affiliatePartnerPerformance: { path: '/affiliate/partner-performance', title: 'Performance By Partner' },
  affiliateCampusOverview: { path: '/affiliate/campus-overview', title: 'Campus Overview' },
  affiliateDegreeOverview: { path: '/affiliate/degree-overview', title: 'Degree Overview' },
  affiliateProgramOverview: { path: '/affiliate/program-overview', title: 'Program Overview' },

  mediaFigures: { path: '/reporting/media/figures', title: 'Key Figures', ...EVERYONE },
  mediaByDay: { path: '/reporting/media/days', title: 'Spend and Inquiries by Day', ...EVERYONE },
  mediaChannels: { path: '/reporting/media/channels', title: 'Spend by Channel' },
  mediaPartners: { path: '/reporting/media/partners', title: 'Cost and Enroll Rate by Partner' },
  mediaCampaigns: { path: '/reporting/media/campaigns', title: 'Campaigns', ...EVERYONE },

  stateReport: { path: '/reporting/catalogue/states', title: 'Performance by State', ...EVERYONE },
  downFunnelReport: { path: '/reporting/catalogue/down-funnel', title: 'Outcomes by Partner and Campaign' },
  downFunnelByCampus: { path: '/reporting/catalogue/down-funnel-campus', title: 'Outcomes by Campus and Program' },
  cohortReport: { path: '/reporting/catalogue/cohorts', title: 'Outcomes by Age of the Inquiries' },
  deliveryReport: { path: '/reporting/catalogue/delivery', title: 'Leads by Day against Allocation' },
  sourceReport: { path: '/reporting/catalogue/sources', title: 'Quality by Source and Sub-source' },
  attributeTable: { path: '/reporting/catalogue/attributes', title: 'Performance by Attribute' },
  attributePivot: { path: '/reporting/catalogue/attribute-pivot', title: 'Performance by Two Attributes' },
  partnerReport: { path: '/reporting/catalogue/partners', title: 'Performance by Media Partner' },
  clientReport: { path: '/reporting/catalogue/clients', title: 'Performance by Client' },
  programReport: { path: '/reporting/catalogue/programs', title: 'Program Performance', ...EVERYONE },
  campaignReport: { path: '/reporting/catalogue/campaigns', title: 'Campaign Performance', ...EVERYONE },

  pacingBrand: { path: '/reporting/pacing/brand', title: 'Pacing by Brand' },
  pacingGoal: { path: '/reporting/pacing/goal', title: 'Pacing by Line Item' },
  pacingLeadProvider: { path: '/reporting/pacing/leadprovider', title: 'Pacing by Lead Provider' },
  pacingModel: { path: '/reporting/pacing/model', title: 'Pacing by Model' },
  pacingChannel: { path: '/reporting/pacing/channel', title: 'Pacing by Channel' },
  pacingLtChannel: { path: '/reporting/pacing/lt/channel', title: 'Pacing by Channel' },
  pacingChannelSpendCharter: { path: '/reporting/pacing/channel/spend/charter', title: 'Pacing by Channel Spend' },
  pacingChannelLeads: { path: '/reporting/pacing/channel/leads', title: 'Pacing by Channel Leads' },
  pacingCustomChannel: { path: '/reporting/pacing/customchannel', title: 'Pacing by Custom Channel' },
  pacingMonth: { path: '/reporting/pacing/month', title: 'Month over month Allocation and Delivery' },
  overpacingCampaigns: { path: '/reporting/overpacing/campaign', title: 'Overpacing Campaigns' },
  underpacingCampaigns: { path: '/reporting/underpacing/campaign', title: 'Underpacing Campaigns' },

  campusLeadsPpc: { path: '/reporting/campus/leads/ppc', title: 'MTD PPC Leads by Campus' },
  campusLeadsPpl: { path: '/reporting/campus/leads/ppl', title: 'MTD PPL Leads by Campus' },
  campusLeadsProgram: { path: '/reporting/campus/leads/program', title: 'MTD Leads by Program' },
  campusLeadsSource: { path: '/reporting/campus/leads/source', title: 'MTD PPC Leads by Source' },
  lastWeekSnapshot: { path: '/reporting/lastWeek', title: 'Last Week Snapshot' },
  rollingLastWeek: { path: '/reporting/rolling/lastWeek', title: 'Rolling Last 3 Days, Last Week' },
  rollingCurrentWeek: { path: '/reporting/rolling/currentWeek', title: 'Rolling Last 3 Days, Current Week' },
  yesterdaySnapshot: { path: '/reporting/yesterday', title: 'Yesterday Snapshot' },

  mtdLeadsReport: { path: '/reporting/report/lincolntech', title: 'MTD Leads Report' },
  mtdInquiries: { path: '/reporting/mtd/inquiries', title: 'MTD Inquiries' },
  mtdSpend: { path: '/reporting/mtd/spend', title: 'MTD Spend' },
  mtdCpl: { path: '/reporting/mtd/cpl', title: 'MTD CPL' },
  lincolnPacingCampus: { path: '/reporting/lincoln/pacing/campus', title: 'MTD Inquiries, Spend and CPL by Campus' },
  lincolnPacingProgram: { path: '/reporting/lincoln/pacing/program', title: 'MTD Inquiries, Spend and CPL by Program' },
  lincolnPacingChannel: { path: '/reporting/lincoln/pacing/channel', title: 'Pacing by Channel' },
  lincolnPacingDay: { path: '/reporting/lincoln/pacing/day', title: 'MTD Inquiries, Spend and CPL by Day' },
} as const satisfies Record<string, { path: string; title: string; groups?: readonly UserGroup[] }>;

export type WidgetId = keyof typeof WIDGETS;
export const WIDGET_IDS = Object.keys(WIDGETS) as WidgetId[];

const NOT_PARTNERS = ['ag', 'cl'] as const;
/** Groups that may query a widget. */
export const widgetGroups = (id: WidgetId): readonly [UserGroup, ...UserGroup[]] => {
  const widget = WIDGETS[id];
  return 'groups' in widget ? widget.groups : NOT_PARTNERS;
};

/** Default number of rows of overviews and rankings; website pages are many and short. */
export const WIDGET_ROWS = { most: 10, pages: 28 } as const;
/** A rate of a few leads is no basis for ranking. */
export const MIN_LEADS_TO_RANK = 20;
/** Name of a widget in a list of all; widgets with the same title are told apart by their path. */
export const widgetName = (id: string): string => {
  const all: Readonly<Record<string, { path: string; title: string }>> = WIDGETS;
  const widget = Object.hasOwn(all, id) ? all[id] : undefined;
  if (widget === undefined) return id;
  const isAlone = Object.values(all).filter(({ title }) => title === widget.title).length === 1;
  return isAlone ? widget.title : `${widget.title} (${widget.path.split('/').slice(2).join(' ')})`;
};
