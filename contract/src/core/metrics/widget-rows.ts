import { per, percentOf } from './formula/formulas.ts';
import { additive, derived, EDUCATION, NOT_PARTNERS, period, rate, unitCost } from './formula/define.ts';
import { type Metric } from './types.ts';

/**
 * Metrics that single widgets name differently from the report builder. A field spelt as in the builder (spend, validLeads, enrollRate, cpe
 * …) is the builder's metric and has no entry here.
 */
export const WIDGET_ROW_METRICS = {
  // Top channels, top campaigns
  apps: additive('{application.many}', 'count', 'applications', EDUCATION),
  appRate: rate('{application.rate} Rate', percentOf('applications', 'validLeads'), EDUCATION),

  // Top performing states
  leadVolume: additive('Lead Volume', 'count', 'validLeads'),
  applicationCount: additive('{application.many}', 'count', 'applications', EDUCATION),
  enrollCount: additive('{enrollment.many}', 'count', 'enrollments'),

  // Search overviews
  totalImpression: additive('Impressions', 'count', 'impressions', NOT_PARTNERS),
  totalSpend: additive('Spend', 'dollar', 'platformSpend', NOT_PARTNERS),

  // Affiliate overviews and performance
  totalValidInquiries: additive('Valid {inquiry.many}', 'count', 'validLeads'),
  totalClientCost: additive('Client Cost', 'dollar', 'clientCost', NOT_PARTNERS),
  clientCost: additive('Client Cost', 'dollar', 'clientCost', NOT_PARTNERS),
  averageCpl: unitCost('Avg. CPL', per('clientCost', 'validLeads'), NOT_PARTNERS),
  costPerEnroll: unitCost('Cost Per {enrollment.per}', per('clientCost', 'enrollments'), NOT_PARTNERS),

  // Month over month: against the whole month's allocation, also in the current month
  deliveredToAllocation: period('Delivered To Allocation', 'count', 'sum', {
    part: 'allocatedLeads',
    grain: 'month',
  }),
  monthDeliveryPercent: derived(
    'Delivery % Of Month',
    'percent',
    percentOf('validLeads', 'effectiveMonthlyAllocation'),
    { grain: 'month' },
  ),

  // Website
  currentSessions: additive('Sessions', 'count', 'sessions', NOT_PARTNERS),
  currentEngagedSessions: additive('Engaged Sessions', 'count', 'engagedSessions', NOT_PARTNERS),
  currentViews: additive('Views', 'count', 'views', NOT_PARTNERS),
  currentNewUsers: additive('New Users', 'count', 'newUsers', NOT_PARTNERS),
  sessions: additive('Sessions', 'count', 'sessions', NOT_PARTNERS),
  eventCount: additive('Event Count', 'count', 'eventCount', NOT_PARTNERS),
  eventCountPerUser: derived('Events Per User', 'number', per('eventCount', 'activeUsers'), NOT_PARTNERS),
} as const satisfies Record<string, Metric>;
