import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { LEAD_STATUS_CODES } from '../core/leads/lead-status.ts';
import { anyOf, day, flag, keys, oneKey, text } from '../core/calls/list-filters.ts';
import { defineList } from '../core/calls/list.ts';
import { instant, key } from '../core/calls/schema.ts';
import { CLICK_STATUS_NAMES } from './status.ts';

const groups = ['ag', 'mp'] as const;
/** Clicks are visible with the leads, or with their own right. */
const permission = ['clicks:View', 'leadanalyzer:View'] as const;

const DEVICES = ['desktop', 'tablet', 'mobile'] as const;
const status = z.enum(CLICK_STATUS_NAMES);

const shared = {
  clickKey: key,
  /** The cid carried by landing page and lead. */
  clickId: z.string(),
  ownerKey: key,
  clickedAt: instant,
  status,
  statusCode: z.int(),
  /** First click of the visitor that day on the campaign. */
  isUnique: z.boolean(),
  campaignName: z.string(),
  campaignCode: z.string(),
  sourceTag: z.string().nullable(),
  subSource: z.string().nullable(),
  transactionId: z.string().nullable(),
  device: z.enum(DEVICES),
  country: z.string().nullable(),
  state: z.string().nullable(),
  /** Key of the resulting lead, and the id quoted by partners and clients. */
  hasConversion: key.nullable(),
  leadId: z.string().nullable(),
};
const agencySide = { partnerName: z.string().nullable() };
const partnerSide = { ownerName: z.string() };

const clickRowSchema = z.object({ ...shared, ...agencySide });
export type ClickRow = z.infer<typeof clickRowSchema>;

export const clickSearch = defineList({
  id: 'clickSearch',
  summary: 'Clicks on campaigns’ links, the newest first: by day, status and origin, or one by its id',
  path: '/{p}/click/search',
  owner: ['body', { session: 'A media partner’s clicks, at every owner that it works for.', groups: ['mp'] }],
  groups,
  permission,
  filters: {
    ownerKey: oneKey({ address: 'ownerKey' }),
    fromDate: day({ address: 'from' }),
    toDate: day({ address: 'to' }),
    clickStatus: anyOf(CLICK_STATUS_NAMES, { address: 'status' }),
    /** The click's id or key, or the partner's transaction id. */
    keyword: text({ address: 'q' }),
    partner: keys(),
    campaign: keys(),
    source: keys(),
    device: anyOf(DEVICES),
    /** Whether it resulted in a lead. */
    hasConversion: flag({ address: 'lead' }),
  },
  columns: {
    clickId: { label: 'Click ID', kind: 'text' },
    clickedAt: { label: 'Clicked', kind: 'instant' },
    status: { label: 'Status', kind: 'text', firstOnPhone: true },
    leadId: { label: 'Lead', kind: 'text' },
    statusCode: { label: 'Status code', kind: 'count', hidden: true },
    campaignName: { label: 'Campaign', kind: 'text' },
    campaignCode: { label: 'Campaign code', kind: 'text' },
    partnerName: { label: 'Media partner', kind: 'text', groups: ['ag'] },
    ownerName: { label: 'School group', kind: 'text', groups: ['mp'] },
    sourceTag: { label: 'Source', kind: 'text' },
    subSource: { label: 'Sub-source', kind: 'text', hidden: true },
    device: { label: 'Device', kind: 'text' },
    transactionId: { label: 'Transaction ID', kind: 'text', hidden: true },
    isUnique: {
      label: 'First of the day',
      kind: 'flag',
      hidden: true,
      note: 'The visitor’s first click of that day on the campaign.',
    },
    country: { label: 'Country', kind: 'text', hidden: true },
    state: { label: 'State', kind: 'text', hidden: true },
  },
  sort: { by: ['clickedAt'], first: '-clickedAt' },
  key: 'clickKey',
  row: clickRowSchema,
  rowFor: { mp: z.object({ ...shared, ...partnerSide }) },
  total: { upTo: 10_000 },
  export: { id: 'clickExport', path: '/{p}/click/export' },
});

/** Identifiers a click can be looked up by. */
export const CLICK_SEARCH_TYPES = ['click', 'cid', 'lead'] as const;
export type ClickSearchType = (typeof CLICK_SEARCH_TYPES)[number];

const detail = {
  ...shared,
  ownerName: z.string(),
  timeZone: z.string(),
  clientName: z.string(),
  campaignKey: key,
  /** Sub-source values of the link, at most five. */
  subSources: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The ad platform's own click id with its name: `gclid=…`. */
  platformClick: z.string().nullable(),
  /** The referring page, without query or fragment. */
  referrer: z.string().nullable(),
  /** Full address the visitor was redirected to; null if there was no destination. */
  sentTo: z.string().nullable(),
  /** For a repeat, the click that counts. */
  repeatOf: z.object({ clickKey: key, clickId: z.string() }).nullable(),
  lead: z
    .object({ leadCaptureKey: key, leadId: z.string(), status: z.enum(LEAD_STATUS_CODES), createdAt: instant })
    .nullable(),
};
const clickDetailSchema = z.object({ ...detail, ...agencySide });
export type ClickDetail = z.infer<typeof clickDetailSchema>;

export const clickDetails = defineCall({
  id: 'clickDetails',
  summary: 'One click with where it came from, where it was sent and the lead that came of it',
  route: 'GET /{p}/click/{searchType}/{keyCode}/get',
  owner: { session: 'The click says whose it is; one of an owner that the session does not work on is not found.' },
  groups,
  permission,
  params: { searchType: z.string().max(20), keyCode: z.string().min(1).max(200) },
  response: clickDetailSchema,
  responseFor: { mp: z.object(detail) },
});

export const clickStatusCodes = defineCall({
  id: 'clickStatusCodes',
  summary: 'The statuses that a click can have',
  route: 'GET /{p}/click/status/code/list',
  owner: { session: 'The same for everybody: it reads no owner’s rows.' },
  groups,
  permission,
  response: z.array(
    z.object({ code: z.int(), status, label: z.string(), billable: z.boolean(), description: z.string() }),
  ),
});
