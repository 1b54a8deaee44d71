// Types only, so that the reading thread does not load the whole contract.
import type { PlatformReport } from '@paceline/contract';

/** The meaning of a report's column. */
export type Field =
  | 'day'
  | 'accountId'
  | 'currency'
  | 'campaignId'
  | 'campaignName'
  | 'adGroupId'
  | 'adGroupName'
  | 'keyword'
  | 'matchType'
  | 'device'
  | 'impressions'
  | 'clicks'
  | 'cost'
  | 'conversions'
  | 'callConversions'
  | 'viewThrough'
  | 'host'
  | 'path'
  | 'source'
  | 'medium'
  | 'sourceMedium'
  | 'sessions'
  | 'engagedSessions'
  | 'views'
  | 'newUsers'
  | 'eventName'
  | 'eventCount'
  | 'activeUsers';

/** A platform's date format: 2026-11-01, 11/1/2026, 20261101 or Nov 1, 2026. */
export type DateForm = 'iso' | 'us' | 'compact' | 'words';

export interface ReportFormat {
  key: string;
  /** The platform's name for the report. */
  name: string;
  /** The platforms of the master list whose accounts accept it; none: a report about the website. */
  platforms: readonly string[];
  report: PlatformReport;
  /** The headers of a field, the preferred one first; in lower case, as they are compared. */
  headers: Readonly<Partial<Record<Field, readonly string[]>>>;
  /** Required fields of this report. */
  needs: readonly Field[];
  dates: readonly DateForm[];
  /** Costs are in millionths of the currency's unit. */
  micros?: boolean;
  /** First cells of the row of totals, and of other total rows, which are ignored. */
  totals?: RegExp;
  ignored?: RegExp;
  /** A first line that promises a last one: without that the file is incomplete. */
  ending?: { after: RegExp; last: RegExp };
  /** How to add a missing required column on the platform. */
  advice: string;
}

const GOOGLE = ['Google Ads', 'YouTube (Google)'];
const DAY = ['day', 'date'];

const googleHeaders = {
  day: DAY,
  accountId: ['customer id', 'external customer id', 'account id'],
  currency: ['currency code', 'currency'],
  campaignId: ['campaign id'],
  campaignName: ['campaign', 'campaign name'],
  adGroupId: ['ad group id'],
  adGroupName: ['ad group', 'ad group name'],
  device: ['device'],
  impressions: ['impr.', 'impressions'],
  clicks: ['clicks'],
  cost: ['cost'],
  conversions: ['conversions', 'conv.'],
  viewThrough: ['view-through conv.', 'view-through conversions'],
  callConversions: ['phone calls'],
} as const;
const googleApiHeaders = {
  day: ['segments.date'],
  accountId: ['customer.id'],
  currency: ['customer.currency_code'],
  campaignId: ['campaign.id'],
  campaignName: ['campaign.name'],
  adGroupId: ['ad_group.id'],
  adGroupName: ['ad_group.name'],
  device: ['segments.device'],
  impressions: ['metrics.impressions'],
  clicks: ['metrics.clicks'],
  cost: ['metrics.cost_micros'],
  conversions: ['metrics.conversions'],
  viewThrough: ['metrics.view_through_conversions'],
  callConversions: ['metrics.phone_calls'],
} as const;
const microsoftHeaders = {
  day: ['timeperiod', 'time period', 'gregorian date'],
  accountId: ['accountnumber', 'account number', 'accountid', 'account id'],
  currency: ['currencycode', 'currency code'],
  campaignId: ['campaignid', 'campaign id'],
  campaignName: ['campaignname', 'campaign name', 'campaign'],
  adGroupId: ['adgroupid', 'ad group id'],
  adGroupName: ['adgroupname', 'ad group name', 'ad group'],
  device: ['devicetype', 'device type'],
  impressions: ['impressions', 'impr.'],
  clicks: ['clicks'],
  cost: ['spend'],
  conversions: ['conversions', 'conv.'],
  viewThrough: ['viewthroughconversions', 'view-through conversions'],
  callConversions: ['phonecalls', 'phone calls'],
} as const;

const AD_NEEDS = ['day', 'campaignId', 'campaignName', 'impressions', 'clicks', 'cost'] as const;
const KEYWORD_NEEDS = [...AD_NEEDS, 'adGroupId', 'adGroupName', 'keyword', 'matchType'] as const;
/** Google's total of a table; its other totals (of the account, of a network) cover more than the rows. */
const googleTotals = {
  totals: /^total(s|: (filtered )?(campaigns|ad groups|(search )?keywords))?$/i,
  ignored: /^total: /i,
} as const;
const GOOGLE_ADVICE = 'Add the columns Day, Campaign ID, Impr., Clicks and Cost to the report and export it again.';
const microsoftEnding = { after: /^report name:/i, last: /microsoft corporation/i } as const;
const MICROSOFT_ADVICE = 'Add Campaign ID, Impressions, Clicks and Spend to the report, with Day as the unit of time.';

/** Every known report, by its headers. A new one is an entry here. */
export const FORMATS: readonly ReportFormat[] = [
  {
    key: 'google-ads-keywords',
    name: 'Google Ads keywords',
    platforms: GOOGLE,
    report: 'keywords',
    headers: {
      ...googleHeaders,
      keyword: ['search keyword', 'keyword'],
      matchType: ['search keyword match type', 'keyword match type', 'match type'],
    },
    needs: KEYWORD_NEEDS,
    dates: ['iso', 'words'],
    ...googleTotals,
    advice: GOOGLE_ADVICE,
  },
  {
    key: 'google-ads',
    name: 'Google Ads campaigns or ad groups',
    platforms: GOOGLE,
    report: 'daily',
    headers: googleHeaders,
    needs: AD_NEEDS,
    dates: ['iso', 'words'],
    ...googleTotals,
    advice: GOOGLE_ADVICE,
  },
  {
    key: 'google-ads-api-keywords',
    name: 'Google Ads API keyword_view',
    platforms: GOOGLE,
    report: 'keywords',
    headers: {
      ...googleApiHeaders,
      keyword: ['ad_group_criterion.keyword.text'],
      matchType: ['ad_group_criterion.keyword.match_type'],
    },
    needs: KEYWORD_NEEDS,
    dates: ['iso'],
    micros: true,
    advice: 'Ask for segments.date, campaign.id, metrics.impressions, metrics.clicks and metrics.cost_micros.',
  },
  {
    key: 'google-ads-api',
    name: 'Google Ads API ad_group or campaign',
    platforms: GOOGLE,
    report: 'daily',
    headers: googleApiHeaders,
    needs: AD_NEEDS,
    dates: ['iso'],
    micros: true,
    advice: 'Ask for segments.date, campaign.id, metrics.impressions, metrics.clicks and metrics.cost_micros.',
  },
  {
    key: 'microsoft-keywords',
    name: 'Microsoft Advertising keywords',
    platforms: ['Microsoft Ads'],
    report: 'keywords',
    headers: {
      ...microsoftHeaders,
      keyword: ['keyword'],
      matchType: ['bidmatchtype', 'bid match type', 'deliveredmatchtype', 'delivered match type', 'match type'],
    },
    needs: KEYWORD_NEEDS,
    dates: ['iso', 'us'],
    totals: /^totals?$|^overall total$/i,
    ignored: /microsoft corporation/i,
    ending: microsoftEnding,
    advice: MICROSOFT_ADVICE,
  },
  {
    key: 'microsoft',
    name: 'Microsoft Advertising campaigns or ad groups',
    platforms: ['Microsoft Ads'],
    report: 'daily',
    headers: microsoftHeaders,
    needs: AD_NEEDS,
    dates: ['iso', 'us'],
    totals: /^totals?$|^overall total$/i,
    ignored: /microsoft corporation/i,
    ending: microsoftEnding,
    advice: MICROSOFT_ADVICE,
  },
  {
    key: 'meta',
    name: 'Meta Ads campaigns or ad sets',
    platforms: ['Meta Ads'],
    report: 'daily',
    headers: {
      day: ['day', 'date'],
      accountId: ['account id'],
      currency: ['currency'],
      campaignId: ['campaign id'],
      campaignName: ['campaign name'],
      adGroupId: ['ad set id'],
      adGroupName: ['ad set name'],
      device: ['device platform', 'impression device'],
      impressions: ['impressions'],
      clicks: ['link clicks', 'clicks (all)'],
      // The header names the currency: "Amount spent (USD)".
      cost: ['amount spent'],
      conversions: ['leads', 'results'],
    },
    needs: AD_NEEDS,
    dates: ['iso', 'us'],
    advice: 'Break the table down by day and add Campaign ID, Impressions, Link clicks and Amount spent.',
  },
  {
    key: 'linkedin',
    name: 'LinkedIn Campaign Manager campaigns',
    platforms: ['LinkedIn Ads'],
    report: 'daily',
    headers: {
      day: ['start date (in utc)', 'start date'],
      accountId: ['account id'],
      currency: ['currency'],
      campaignId: ['campaign id'],
      campaignName: ['campaign name'],
      impressions: ['impressions'],
      clicks: ['clicks'],
      cost: ['total spent'],
      conversions: ['leads', 'conversions'],
      viewThrough: ['view-through conversions', 'post-view conversions'],
    },
    needs: AD_NEEDS,
    dates: ['us', 'iso'],
    advice: 'Export the campaign performance report with the time breakdown Daily.',
  },
  {
    key: 'trade-desk',
    name: 'The Trade Desk ad groups',
    platforms: ['The Trade Desk'],
    report: 'daily',
    headers: {
      day: ['date'],
      accountId: ['advertiser id'],
      currency: ['advertiser currency code', 'advertiser currency'],
      campaignId: ['campaign id'],
      campaignName: ['campaign', 'campaign name'],
      adGroupId: ['ad group id'],
      adGroupName: ['ad group', 'ad group name'],
      device: ['device type'],
      impressions: ['impressions'],
      clicks: ['clicks'],
      cost: ['advertiser cost', 'advertiser cost adv currency'],
      conversions: ['all last click + view conversions', 'total click + view conversions', 'click conversion'],
      viewThrough: ['all last view conversions', 'view through conversion'],
    },
    needs: AD_NEEDS,
    dates: ['iso', 'us'],
    totals: /^(grand )?totals?$/i,
    advice: 'Add Date, Campaign ID, Impressions, Clicks and Advertiser Cost (Adv Currency) to the report template.',
  },
  {
    key: 'ga4-events',
    name: 'GA4 events',
    platforms: [],
    report: 'events',
    headers: {
      day: ['date'],
      eventName: ['event name', 'eventname'],
      eventCount: ['event count', 'eventcount'],
      activeUsers: ['active users', 'activeusers', 'total users', 'totalusers'],
    },
    needs: ['day', 'eventName', 'eventCount', 'activeUsers'],
    dates: ['compact', 'iso'],
    totals: /^(grand )?totals?$/i,
    advice: 'Export Date, Event name, Event count and Active users.',
  },
  {
    key: 'ga4-pages',
    name: 'GA4 pages and sources',
    platforms: [],
    report: 'pages',
    headers: {
      day: ['date'],
      host: ['hostname', 'host name'],
      path: ['page path', 'pagepath', 'page path + query string', 'landing page'],
      source: ['session source', 'sessionsource'],
      medium: ['session medium', 'sessionmedium'],
      sourceMedium: ['session source / medium', 'sessionsourcemedium'],
      sessions: ['sessions'],
      engagedSessions: ['engaged sessions', 'engagedsessions'],
      views: ['views', 'screenpageviews'],
      newUsers: ['new users', 'newusers'],
    },
    needs: ['day', 'host', 'path', 'sessions', 'engagedSessions', 'views', 'newUsers'],
    dates: ['compact', 'iso'],
    totals: /^(grand )?totals?$/i,
    advice:
      'Export Date, Hostname, Page path, Session source, Session medium, Sessions, Engaged sessions, Views and New users.',
  },
];

export const formatsOf = (platformName: string | null): ReportFormat[] =>
  FORMATS.filter(({ platforms }) =>
    platformName === null ? platforms.length === 0 : platforms.includes(platformName),
  );

export const formatOf = (key: string): ReportFormat => {
  const format = FORMATS.find((one) => one.key === key);
  if (format === undefined) throw new Error(`There is no format ${key}`);
  return format;
};

/** Header words of other languages, only to tell the sender what is wrong with the file. */
export const OTHER_LANGUAGES: Readonly<Record<string, RegExp>> = {
  German: /^(kampagne|klicks|kosten|impressionen|tag|ausgegebener betrag.*|anzeigengruppe|sitzungen)$/,
  Spanish: /^(campaña|clics|coste|costo|impresiones|día|importe gastado.*|grupo de anuncios|sesiones)$/,
  French: /^(campagne|clics|coût|jour|montant dépensé.*|groupe d['’]annonces|sessions avec engagement)$/,
  Portuguese: /^(campanha|cliques|custo|impressões|dia|valor gasto.*|grupo de anúncios|sessões)$/,
};
