import { type MetricKey } from '../core/metrics/metrics.ts';
import { type ReportWidget } from './report-widget.ts';
import { MIN_LEADS_TO_RANK, WIDGET_ROWS, type WidgetId } from './widgets.ts';

/** From money to starts. Owners see the metrics of their own trade: home improvement has sales and closes. */
const PERFORMANCE = {
  spend: 'spend',
  validLeads: 'validLeads',
  cpl: 'cpl',
  applications: 'applications',
  applicationRate: 'applicationRate',
  enrollments: 'enrollments',
  sales: 'sales',
  enrollRate: 'enrollRate',
  cpe: 'cpe',
  starts: 'starts',
  closes: 'closes',
  percentMatured: 'enrollPercentMatured',
} as const satisfies Record<string, MetricKey>;

const OUTCOMES = {
  validLeads: 'validLeads',
  contacts: 'contacts',
  contactRate: 'contactRate',
  applications: 'applications',
  applicationRate: 'applicationRate',
  enrollments: 'enrollments',
  sales: 'sales',
  enrollRate: 'enrollRate',
  starts: 'starts',
  closes: 'closes',
  startRate: 'startRate',
  spend: 'spend',
  cpe: 'cpe',
  percentMatured: 'enrollPercentMatured',
} as const satisfies Record<string, MetricKey>;

const OF_MONTHS = { measures: PERFORMANCE, range: 'threeMonths', order: 'validLeads' } as const;

/** Widgets of the media dashboard and of the catalogue reports. */
export const CATALOGUE_WIDGETS = {
  mediaFigures: {
    measures: {
      spend: 'spend',
      inquiries: 'validLeads',
      cpl: 'cpl',
      applications: 'applications',
      applicationRate: 'applicationRate',
      enrollments: 'enrollments',
      sales: 'sales',
      enrollRate: 'enrollRate',
      cpe: 'cpe',
      starts: 'starts',
      closes: 'closes',
    },
    range: 'monthToDate',
    shape: 'change',
    compare: 'previous',
  },
  mediaByDay: {
    granularity: 'day',
    measures: { spend: 'spend', inquiries: 'validLeads', cpl: 'cpl' },
    range: 'monthToDate',
    compare: 'previous',
  },
  mediaChannels: {
    dimensions: { channel: 'channel' },
    measures: { spend: 'spend' },
    range: 'monthToDate',
    compare: 'previous',
    order: 'spend',
  },
  mediaPartners: {
    dimensions: { partner: 'mediaPartner' },
    measures: {
      cpl: 'cpl',
      enrollRate: 'enrollRate',
      spend: 'spend',
      validLeads: 'validLeads',
      percentMatured: 'enrollPercentMatured',
    },
    range: 'threeMonths',
    order: 'spend',
  },
  // A month with outcomes still to come cannot rank campaigns.
  mediaCampaigns: {
    dimensions: { campaignName: 'campaign' },
    measures: {
      validLeads: 'validLeads',
      spend: 'spend',
      cpl: 'cpl',
      enrollments: 'enrollments',
      sales: 'sales',
      enrollRate: 'enrollRate',
      cpe: 'cpe',
      percentMatured: 'enrollPercentMatured',
    },
    range: 'threeMonths',
    order: 'validLeads',
    limit: WIDGET_ROWS.most,
    atLeast: { measure: 'validLeads', count: MIN_LEADS_TO_RANK },
  },

  stateReport: { dimensions: { stateCode: 'state' }, ...OF_MONTHS },
  partnerReport: { dimensions: { partner: 'mediaPartner' }, ...OF_MONTHS },
  clientReport: { dimensions: { client: 'client' }, ...OF_MONTHS },
  programReport: { dimensions: { program: 'program', degree: 'degreeLevel' }, ...OF_MONTHS },
  campaignReport: { dimensions: { campaign: 'campaign', code: 'campaignCode' }, ...OF_MONTHS },
  downFunnelReport: {
    dimensions: { partner: 'mediaPartner', campaign: 'campaign' },
    measures: OUTCOMES,
    hidden: ['spend'],
    range: 'threeMonths',
    order: 'validLeads',
  },
  downFunnelByCampus: {
    dimensions: { campus: 'campus', program: 'program' },
    measures: OUTCOMES,
    hidden: ['spend'],
    range: 'threeMonths',
    order: 'validLeads',
  },
  cohortReport: {
    granularity: 'month',
    fixedGrain: true,
    measures: {
      validLeads: 'validLeads',
      rate: 'enrollRate',
      count: 'enrollments',
      percentMatured: 'enrollPercentMatured',
    },
    range: 'twelveMonths',
  },
  deliveryReport: {
    dimensions: { campaign: 'campaign', code: 'campaignCode' },
    measures: {
      allocation: 'allocation',
      delivered: 'deliveredToAllocation',
      deliveryPercent: 'monthDeliveryPercent',
      validLeads: 'validLeads',
    },
    range: 'monthToDate',
    order: 'validLeads',
  },
  sourceReport: {
    dimensions: { partner: 'mediaPartner', source: 'publisherSource', subSource: 'subSource' },
    measures: {
      grossLeads: 'grossLeads',
      validLeads: 'validLeads',
      validRate: 'validRate',
      returned: 'returned',
      returnRate: 'returnRate',
      spend: 'spend',
      cpl: 'cpl',
      enrollments: 'enrollments',
      sales: 'sales',
      enrollRate: 'enrollRate',
      cpe: 'cpe',
      percentMatured: 'enrollPercentMatured',
    },
    hidden: ['returned', 'spend'],
    channel: 'ppl',
    range: 'threeMonths',
    order: 'validLeads',
  },
  attributeTable: { dimensions: { attribute: 'state' }, ...OF_MONTHS },
  attributePivot: {
    dimensions: { attribute: 'state', secondAttribute: 'device' },
    measures: {
      validLeads: 'validLeads',
      enrollRate: 'enrollRate',
      cpl: 'cpl',
      cpe: 'cpe',
      spend: 'spend',
      enrollments: 'enrollments',
      sales: 'sales',
    },
    range: 'threeMonths',
    order: 'validLeads',
  },
} as const satisfies Partial<Record<WidgetId, ReportWidget>>;
