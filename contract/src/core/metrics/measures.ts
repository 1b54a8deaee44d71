import { minus, per, percentLeft, percentOf, perThousand, together } from './formula/formulas.ts';
import { additive, derived, NOT_PARTNERS, rate, unitCost } from './formula/define.ts';
import { type Metric, type ReportChannel } from './types.ts';

const MEASURE = { measure: true } as const;
const PLATFORM = { ...NOT_PARTNERS, measure: true, channels: ['ppc', 'social', 'programmaticDisplay'] } as const;
const EMAIL = { measure: true, channels: ['email'] } as const;
const HOME = { measure: true, verticals: ['home'] } as const;
const LENDING = { measure: true, verticals: ['lending'] } as const;

/** Channels that hide a measure by default: all but display, all but email. Display hides two of the seven, email none. */
const BUT_DISPLAY: readonly ReportChannel[] = ['ppl', 'ppc', 'social', 'all'];
const BUT_EMAIL: readonly ReportChannel[] = [...BUT_DISPLAY, 'programmaticDisplay'];

/** The report builder's measures except the funnel. Dashboards use the same names. */
export const MEASURES = {
  impressions: additive('Impressions', 'count', 'impressions', PLATFORM),
  clicks: derived('Clicks', 'count', together('trackedClicks', 'platformClicks'), MEASURE),
  ctr: rate('CTR', percentOf('platformClicks', 'impressions'), PLATFORM),
  cpc: unitCost('CPC', per('platformSpend', 'platformClicks'), PLATFORM),
  cpm: unitCost('CPM', perThousand('platformSpend', 'impressions'), PLATFORM),
  conversions: additive('Conversions', 'count', 'conversions', PLATFORM),
  conversionRate: rate('Conversion Rate', percentOf('conversions', 'platformClicks'), PLATFORM),
  costPerConversion: unitCost('Cost Per Conversion', per('platformSpend', 'conversions'), PLATFORM),
  callConversions: additive('Call Conversions', 'count', 'callConversions', { ...PLATFORM, hiddenIn: BUT_EMAIL }),
  viewThrough: additive('View-through Conversions', 'count', 'viewThrough', { ...PLATFORM, hiddenIn: BUT_EMAIL }),
  totalConversions: derived('Total Conversions', 'count', together('conversions', 'callConversions', 'viewThrough'), {
    ...PLATFORM,
    hiddenIn: BUT_DISPLAY,
  }),

  spend: additive('Spend', 'dollar', 'spend', { ...MEASURE, labelFor: { mp: 'Earnings' } }),
  mediaCost: additive('Media Cost', 'dollar', 'mediaCost', {
    ...MEASURE,
    groups: ['ag'],
    permission: 'reports:Margin',
  }),
  margin: derived('Margin', 'dollar', minus('clientCost', 'mediaCost'), {
    ...MEASURE,
    groups: ['ag'],
    permission: 'reports:Margin',
  }),
  marginPercent: derived('Margin %', 'percent', percentLeft('clientCost', 'mediaCost'), {
    ...MEASURE,
    groups: ['ag'],
    permission: 'reports:Margin',
  }),

  grossLeads: additive('Gross Leads', 'count', 'grossLeads', MEASURE),
  validLeads: additive('Valid Leads', 'count', 'validLeads', MEASURE),
  invalidLeads: additive('Invalid Leads', 'count', 'invalidLeads', MEASURE),
  duplicates: additive('Duplicates', 'count', 'duplicates', MEASURE),
  scrubbed: additive('Scrubbed', 'count', 'scrubbed', MEASURE),
  overCap: additive('Over Cap', 'count', 'overCap', MEASURE),
  returned: additive('Returned', 'count', 'returned', MEASURE),
  returnRate: rate('Return Rate', percentOf('returned', 'deliveredLeads'), MEASURE),
  validRate: rate('Valid Rate', percentOf('validLeads', 'grossLeads'), MEASURE),
  billableLeads: additive('Billable Leads', 'count', 'billableLeads', MEASURE),
  cpl: unitCost('CPL', per('spend', 'validLeads'), { ...MEASURE, labelFor: { mp: 'Earnings Per Lead' } }),

  sends: additive('Sends', 'count', 'sends', EMAIL),
  delivered: additive('Delivered', 'count', 'deliveredEmails', EMAIL),
  opens: additive('Opens', 'count', 'opens', EMAIL),
  openRate: rate('Open Rate', percentOf('opens', 'deliveredEmails'), EMAIL),
  clickToOpen: rate('Click To Open Rate', percentOf('emailClicks', 'opens'), EMAIL),
  unsubscribes: additive('Unsubscribes', 'count', 'unsubscribes', EMAIL),

  // The home funnel has the same milestones under the words of its trade.
  estimates: additive('Estimates', 'count', 'interviews', HOME),
  sales: additive('Sales', 'count', 'enrollments', HOME),
  closes: additive('Closes', 'count', 'starts', HOME),
  soldAmount: additive('Sold Amount', 'dollar', 'soldAmount', HOME),

  pitchCount: additive('Pitches', 'count', 'pitchCount', LENDING),
  pitchLoanAmount: additive('Pitched Loan Amount', 'dollar', 'pitchLoanAmount', { ...LENDING, hiddenIn: BUT_DISPLAY }),
  openCount: additive('Opened Loans', 'count', 'openCount', { ...LENDING, hiddenIn: BUT_DISPLAY }),
  openLoanAmount: additive('Opened Loan Amount', 'dollar', 'openLoanAmount', { ...LENDING, hiddenIn: BUT_DISPLAY }),
  cpo: unitCost('Cost Per Opened Loan', per('spend', 'openCount'), { ...LENDING, hiddenIn: BUT_DISPLAY }),
  fundedCount: additive('Funded Loans', 'count', 'fundedCount', LENDING),
} as const satisfies Record<string, Metric>;
