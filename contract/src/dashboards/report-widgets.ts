import { type MetricKey } from '../core/metrics/metrics.ts';
import { type UserGroup } from '../core/access/user-groups.ts';
import { attributeDimension, FIRST_ATTRIBUTES, type LeadAttribute } from './attributes.ts';
import { CATALOGUE_WIDGETS } from './catalogue-widgets.ts';
import { cohortMeasures, cohortStage } from './cohorts.ts';
import { type ReportWidget } from './report-widget.ts';
import { MIN_LEADS_TO_RANK, WIDGET_ROWS, type WidgetId } from './widgets.ts';

const OUTCOMES = {
  validLeads: 'validLeads',
  spend: 'spend',
  apps: 'applications',
  appRate: 'applicationRate',
  enrollments: 'enrollments',
  enrollRate: 'enrollRate',
  cpe: 'cpe',
  percentMatured: 'enrollPercentMatured',
  soldAmount: 'soldAmount',
} as const satisfies Record<string, MetricKey>;

/** Counts of ad platforms besides conversions. */
const OTHER_CONVERSIONS = {
  callConversions: 'callConversions',
  viewThrough: 'viewThrough',
  totalConversions: 'totalConversions',
} as const satisfies Record<string, MetricKey>;
const TOP_MEASURES = { ...OUTCOMES, cpl: 'cpl', ...OTHER_CONVERSIONS } as const;
const SNAPSHOT = { inquiries: 'validLeads', spend: 'spend', cpl: 'cpl', grossLeads: 'grossLeads' } as const;
const CAMPUS_LEADS = { mtdInquiries: 'validLeads', grossLeads: 'grossLeads', validRate: 'validRate' } as const;
const AFFILIATE_OVERVIEW = { totalValidInquiries: 'validLeads', totalClientCost: 'spend' } as const;
const SEARCH_OVERVIEW = {
  totalImpression: 'totalImpression',
  totalSpend: 'totalSpend',
  conversions: 'conversions',
  ctr: 'ctr',
  cpc: 'cpc',
  clicks: 'clicks',
  conversionRate: 'conversionRate',
  costPerConversion: 'costPerConversion',
} as const;
const SEARCH_HIDDEN = ['clicks', 'conversionRate', 'costPerConversion'] as const;
const TOP = { order: 'validLeads', limit: WIDGET_ROWS.most } as const;
const MTD_PACK = { inquiries: 'validLeads', spend: 'spend', cpl: 'cpl' } as const;

export const REPORT_WIDGETS = {
  reportingHeadline: {
    measures: {
      inquiries: 'mtdInquiries',
      spend: 'spend',
      cpl: 'cpl',
      enrollments: 'mtdEnrollments',
      cpe: 'cpe',
    },
    range: 'monthToDate',
    shape: 'change',
    compare: 'previous',
  },
  topPerformingStates: {
    dimensions: { stateCode: 'state' },
    measures: {
      leadVolume: 'validLeads',
      applicationCount: 'applications',
      applicationRate: 'applicationRate',
      enrollCount: 'enrollments',
      enrollRate: 'enrollRate',
      startRate: 'startRate',
      cpa: 'cpa',
      cpe: 'cpe',
      cps: 'cps',
    },
    range: 'threeMonths',
    order: 'leadVolume',
    atLeast: { measure: 'leadVolume', count: MIN_LEADS_TO_RANK },
  },
  spendVsPerformance: {
    granularity: 'month',
    measures: {
      spend: 'spend',
      inquiries: 'validLeads',
      applications: 'applications',
      enrollments: 'enrollments',
      cpl: 'cpl',
      cpe: 'cpe',
      percentMatured: 'enrollPercentMatured',
      soldAmount: 'soldAmount',
    },
    range: 'thirteenMonths',
  },
  conversionsBar: {
    granularity: 'month',
    measures: {
      inquiries: 'mtdInquiries',
      applications: 'mtdApplications',
      enrollments: 'mtdEnrollments',
      starts: 'mtdStarts',
    },
    range: 'sixMonths',
  },
  topChannels: {
    dimensions: { channelName: 'customChannel' },
    measures: TOP_MEASURES,
    hidden: ['cpl'],
    range: 'threeMonths',
    ...TOP,
  },
  topCampaigns: {
    dimensions: { campaignName: 'campaign' },
    measures: TOP_MEASURES,
    hidden: ['cpl'],
    range: 'threeMonths',
    ...TOP,
  },

  seoWebsitePerformance: {
    measures: {
      currentSessions: 'currentSessions',
      currentEngagedSessions: 'currentEngagedSessions',
      currentViews: 'currentViews',
      currentNewUsers: 'currentNewUsers',
    },
    range: 'last28Days',
    shape: 'change',
    compare: 'previous',
  },
  seoTopSources: {
    dimensions: { source: 'source', medium: 'medium' },
    measures: { sessions: 'sessions' },
    range: 'last28Days',
    order: 'sessions',
    limit: WIDGET_ROWS.most,
  },
  seoSessionByPage: {
    dimensions: { hostname: 'hostname', path: 'path' },
    measures: { sessions: 'sessions' },
    range: 'last28Days',
    order: 'sessions',
    limit: WIDGET_ROWS.pages,
  },
  seoEventCount: {
    dimensions: { eventName: 'eventName' },
    measures: { eventCount: 'eventCount', eventCountPerUser: 'eventCountPerUser' },
    range: 'last28Days',
    order: 'eventCount',
    limit: WIDGET_ROWS.most,
  },

  searchPerformance: {
    channel: 'ppc',
    measures: {
      impressions: 'impressions',
      clicks: 'clicks',
      ctr: 'ctr',
      cpc: 'cpc',
      spend: 'spend',
      conversions: 'conversions',
      conversionRate: 'conversionRate',
      costPerConversion: 'costPerConversion',
    },
    range: 'monthToDate',
    shape: 'change',
    compare: 'previous',
  },
  searchYoyConversion: {
    channel: 'ppc',
    granularity: 'month',
    measures: { conversions: 'conversions' },
    range: 'twelveMonths',
    shape: 'years',
  },
  searchCampaignPerformance: {
    channel: 'ppc',
    dimensions: { campaign: 'campaign' },
    measures: {
      spend: 'spend',
      conversions: 'conversions',
      costPerConversion: 'costPerConversion',
      ...OTHER_CONVERSIONS,
    },
    range: 'monthToDate',
    order: 'spend',
    limit: WIDGET_ROWS.most,
  },
  searchCampaignOverview: {
    channel: 'ppc',
    dimensions: { campaign: 'platformCampaign' },
    measures: { ...SEARCH_OVERVIEW, ...OTHER_CONVERSIONS },
    hidden: SEARCH_HIDDEN,
    range: 'monthToDate',
    order: 'totalSpend',
    limit: WIDGET_ROWS.most,
  },
  searchAdgroupOverview: {
    channel: 'ppc',
    // Ad group names repeat across campaigns.
    dimensions: { adgroup: 'adGroup', campaign: 'platformCampaign' },
    measures: { ...SEARCH_OVERVIEW, ...OTHER_CONVERSIONS },
    hidden: SEARCH_HIDDEN,
    range: 'monthToDate',
    order: 'totalSpend',
    limit: WIDGET_ROWS.most,
  },
  searchKeywordOverview: {
    channel: 'ppc',
    dimensions: { keyword: 'keyword' },
    measures: SEARCH_OVERVIEW,
    hidden: SEARCH_HIDDEN,
    range: 'monthToDate',
    order: 'totalSpend',
    limit: WIDGET_ROWS.most,
  },

  affiliatePerformance: {
    channel: 'ppl',
    measures: {
      clientCost: 'spend',
      grossLeads: 'grossLeads',
      validLeads: 'validLeads',
      averageCpl: 'cpl',
      returnRate: 'returnRate',
      enrollments: 'enrollments',
      enrollRate: 'enrollRate',
      costPerEnroll: 'cpe',
    },
    range: 'lastMonth',
    shape: 'change',
    compare: 'lastYear',
  },
  affiliateYoyLeads: {
    channel: 'ppl',
    granularity: 'month',
    measures: { validLeads: 'validLeads' },
    range: 'twelveMonths',
    shape: 'years',
  },
  affiliatePartnerPerformance: {
    channel: 'ppl',
    dimensions: { partner: 'mediaPartner' },
    measures: {
      spend: 'spend',
      validLeads: 'validLeads',
      cpl: 'cpl',
      enrollRate: 'enrollRate',
      cpe: 'cpe',
      percentMatured: 'enrollPercentMatured',
    },
    range: 'threeMonths',
    order: 'spend',
    limit: WIDGET_ROWS.most,
  },
  affiliateCampusOverview: {
    channel: 'ppl',
    dimensions: { campusName: 'campus' },
    measures: AFFILIATE_OVERVIEW,
    range: 'threeMonths',
    order: 'totalValidInquiries',
    limit: WIDGET_ROWS.most,
  },
  affiliateDegreeOverview: {
    channel: 'ppl',
    dimensions: { degreeName: 'degreeLevel' },
    measures: AFFILIATE_OVERVIEW,
    range: 'threeMonths',
    order: 'totalValidInquiries',
    limit: WIDGET_ROWS.most,
  },
  affiliateProgramOverview: {
    channel: 'ppl',
    dimensions: { programName: 'program' },
    measures: AFFILIATE_OVERVIEW,
    range: 'threeMonths',
    order: 'totalValidInquiries',
    limit: WIDGET_ROWS.most,
  },

  ...CATALOGUE_WIDGETS,

  pacingMonth: {
    granularity: 'month',
    measures: {
      allocation: 'allocation',
      delivered: 'deliveredToAllocation',
      deliveryPercent: 'monthDeliveryPercent',
      validLeads: 'validLeads',
      spend: 'spend',
      budget: 'budget',
    },
    range: 'sixMonths',
  },

  campusLeadsPpc: {
    channel: 'ppc',
    dimensions: { campusName: 'campus' },
    measures: CAMPUS_LEADS,
    range: 'monthToDate',
    order: 'mtdInquiries',
  },
  campusLeadsPpl: {
    channel: 'ppl',
    dimensions: { campusName: 'campus' },
    measures: CAMPUS_LEADS,
    range: 'monthToDate',
    order: 'mtdInquiries',
  },
  campusLeadsProgram: {
    dimensions: { programName: 'program' },
    measures: CAMPUS_LEADS,
    range: 'monthToDate',
    order: 'mtdInquiries',
  },
  campusLeadsSource: {
    channel: 'ppc',
    dimensions: { source: 'tradingPlatform' },
    measures: CAMPUS_LEADS,
    range: 'monthToDate',
    order: 'mtdInquiries',
  },
  lastWeekSnapshot: { dimensions: { channel: 'channel' }, measures: SNAPSHOT, range: 'lastWeek', order: 'spend' },
  rollingLastWeek: {
    dimensions: { channel: 'channel' },
    measures: SNAPSHOT,
    range: 'threeDaysLastWeek',
    order: 'spend',
  },
  rollingCurrentWeek: {
    dimensions: { channel: 'channel' },
    measures: SNAPSHOT,
    range: 'lastThreeDays',
    order: 'spend',
  },
  yesterdaySnapshot: { dimensions: { channel: 'channel' }, measures: SNAPSHOT, range: 'yesterday', order: 'spend' },

  mtdLeadsReport: {
    dimensions: { goal: 'goal', channel: 'channel' },
    measures: {
      ...MTD_PACK,
      grossLeads: 'grossLeads',
      contacts: 'mtdContacts',
      interviews: 'mtdInterviews',
      visits: 'mtdVisits',
      enrollments: 'mtdEnrollments',
    },
    range: 'monthToDate',
    order: 'inquiries',
  },
  mtdInquiries: { granularity: 'day', measures: { inquiries: 'validLeads' }, range: 'monthToDate' },
  mtdSpend: { granularity: 'day', measures: { spend: 'spend' }, range: 'monthToDate' },
  mtdCpl: {
    granularity: 'day',
    measures: { cpl: 'cpl' },
    range: 'monthToDate',
  },
  lincolnPacingCampus: {
    dimensions: { campusName: 'campus' },
    measures: MTD_PACK,
    range: 'monthToDate',
    order: 'inquiries',
  },
  lincolnPacingProgram: {
    dimensions: { programName: 'program' },
    measures: MTD_PACK,
    range: 'monthToDate',
    order: 'inquiries',
  },
  lincolnPacingDay: { granularity: 'day', measures: MTD_PACK, range: 'monthToDate' },
} as const satisfies Partial<Record<WidgetId, ReportWidget>>;

export type ReportWidgetId = keyof typeof REPORT_WIDGETS;

/** A widget as requested: its reader may choose the attributes of a lead report and the stage of a cohort. */
export const reportWidgetOf = (
  id: ReportWidgetId,
  { attributes, kpi }: { attributes?: readonly LeadAttribute[] | undefined; kpi?: string | undefined },
  group: UserGroup,
): ReportWidget => {
  const [first = FIRST_ATTRIBUTES[0], second = FIRST_ATTRIBUTES[1]] = attributes ?? [];
  const attribute = attributeDimension(first, group);
  if (id === 'attributeTable') return { ...REPORT_WIDGETS[id], dimensions: { attribute } };
  if (id === 'attributePivot')
    return {
      ...REPORT_WIDGETS[id],
      dimensions: { attribute, secondAttribute: attributeDimension(second, group) },
    };
  if (id === 'cohortReport') {
    const { count, rate, matured } = cohortMeasures(cohortStage(kpi));
    return { ...REPORT_WIDGETS[id], measures: { validLeads: 'validLeads', rate, count, percentMatured: matured } };
  }
  return REPORT_WIDGETS[id];
};
