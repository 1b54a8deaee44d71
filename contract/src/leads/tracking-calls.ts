import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { anyOf, day, keys, oneKey, required, text } from '../core/calls/list-filters.ts';
import { defineList } from '../core/calls/list.ts';
import { instant, key } from '../core/calls/schema.ts';

/** Types of tracking events. Types not recorded yet are in the table but in no filter. */
export const TRACKING_EVENT_TYPES = {
  IMP: { label: 'Impression', isRecorded: false },
  CLK: { label: 'Click', isRecorded: true },
  LND: { label: 'Landing page view', isRecorded: false },
  FST: { label: 'Form start', isRecorded: false },
  FSB: { label: 'Form submit', isRecorded: true },
  CALL: { label: 'Tracked call', isRecorded: true },
  PIX: { label: 'Conversion pixel', isRecorded: false },
  PBK: { label: 'Server postback', isRecorded: true },
  API: { label: 'API post without click', isRecorded: true },
  IMP_FILE: { label: 'File import', isRecorded: false },
} as const satisfies Record<string, { label: string; isRecorded: boolean }>;
export type TrackingEventType = keyof typeof TRACKING_EVENT_TYPES;
const TYPES = Object.keys(TRACKING_EVENT_TYPES) as [TrackingEventType, ...TrackingEventType[]];

/** Transactions of a lead. */
export const TRANSACTION_TYPES = {
  POST: { label: 'Lead post received' },
  VALIDATE: { label: 'Validation result' },
  DEDUP: { label: 'Duplicate check' },
  CERT: { label: 'Consent certificate check' },
  SCRUB: { label: 'Scrub decision' },
  DELIVER: { label: 'Delivery attempt' },
  RETRY: { label: 'Delivery retry' },
  STATUS: { label: 'Status change' },
  RETURN: { label: 'Return event' },
  MILESTONE: { label: 'Milestone recorded' },
  NOTIFY: { label: 'Notification sent' },
  ERASE: { label: 'Personal data erased' },
} as const satisfies Record<string, { label: string }>;
export type TransactionType = keyof typeof TRANSACTION_TYPES;
const TRANSACTIONS = Object.keys(TRANSACTION_TYPES) as [TransactionType, ...TransactionType[]];

/** Maximum days of a search. */
export const TRACKING_DAYS = 31;

const trackingEventSchema = z.object({
  /** Id that opens the event. */
  trackingId: z.string(),
  ownerKey: key,
  at: instant,
  trackingTypeCode: z.enum(TYPES).nullable(),
  transactionTypeCode: z.enum(TRANSACTIONS).nullable(),
  /** Result, in words. */
  outcome: z.string(),
  leadCaptureKey: key.nullable(),
  leadId: z.string().nullable(),
  clickId: z.string().nullable(),
  clientName: z.string().nullable(),
  partnerName: z.string().nullable(),
  campaignName: z.string().nullable(),
  campaignCode: z.string().nullable(),
});
export type TrackingEvent = z.infer<typeof trackingEventSchema>;

const groups = ['ag'] as const;
const permission = 'leadanalyzer:View';

export const leadTrackingSearch = defineList({
  id: 'leadTrackingSearch',
  summary: `What happened to leads and clicks, the newest first: at most ${TRACKING_DAYS} days, or all about one id`,
  path: '/{p}/lead/tracking/search',
  owner: 'body',
  groups,
  permission,
  filters: {
    ownerKey: required(oneKey({ address: 'ownerKey' })),
    fromDate: day({ address: 'from' }),
    toDate: day({ address: 'to' }),
    trackingTypeCodes: anyOf(TYPES, { address: 'type' }),
    transactionTypeCodes: anyOf(TRANSACTIONS, { address: 'transaction' }),
    clientKeys: keys({ address: 'client' }),
    mediaPartnerKeys: keys({ address: 'partner' }),
    campaignKeys: keys({ address: 'campaign' }),
    /** A complete lead id, transaction id of the partner, reference of the client or click id. */
    keyword: text({ address: 'q' }),
  },
  columns: {
    at: { label: 'When', kind: 'instant' },
    trackingTypeCode: { label: 'Tracking type', kind: 'text' },
    transactionTypeCode: { label: 'Transaction', kind: 'text' },
    outcome: { label: 'Outcome', kind: 'text', firstOnPhone: true },
    leadId: { label: 'Lead', kind: 'text' },
    campaignName: { label: 'Campaign', kind: 'text' },
    campaignCode: { label: 'Campaign code', kind: 'text' },
    partnerName: { label: 'Media partner', kind: 'text' },
    clientName: { label: 'Client', kind: 'text', hidden: true },
    clickId: { label: 'Click ID', kind: 'text', hidden: true },
  },
  sort: { by: ['at'], first: '-at' },
  key: 'trackingId',
  row: trackingEventSchema,
  total: { upTo: 1_000 },
});

/** Identifiers for looking up event details. */
export const TRACKING_SEARCH_TYPES = ['lead', 'cid', 'trackingid'] as const;
export type TrackingSearchType = (typeof TRACKING_SEARCH_TYPES)[number];

const trackingDetailSchema = trackingEventSchema.extend({
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Request and answer with personal data masked; null if there was none. */
  request: z.string().nullable(),
  response: z.string().nullable(),
});
export type TrackingDetail = z.infer<typeof trackingDetailSchema>;

export const trackingDetails = defineCall({
  id: 'trackingDetails',
  summary: 'One event, or all events of a lead or of a click, with what was sent and answered',
  route: 'GET /{p}/lead/tracking/{searchType}/{keyCode}/get',
  owner: { session: 'The event says whose it is; one of an owner that the session does not work on is not found.' },
  groups,
  permission,
  params: { searchType: z.string().max(20), keyCode: z.string().min(1).max(200) },
  response: z.object({ events: z.array(trackingDetailSchema) }),
});

const codeList = {
  owner: { session: 'The same for everybody: it reads no owner’s rows.' },
  groups,
  permission,
} as const;

export const trackingTypeCodes = defineCall({
  ...codeList,
  id: 'trackingTypeCodes',
  summary: 'The ways in which somebody or something comes to us',
  route: 'GET /ag/lead/tracking/type/code/list',
  response: z.array(z.object({ code: z.enum(TYPES), label: z.string(), isRecorded: z.boolean() })),
});

export const transactionTypeCodes = defineCall({
  ...codeList,
  id: 'transactionTypeCodes',
  summary: 'What is done with a lead',
  route: 'GET /ag/lead/transaction/type/code/list',
  response: z.array(z.object({ code: z.enum(TRANSACTIONS), label: z.string() })),
});
