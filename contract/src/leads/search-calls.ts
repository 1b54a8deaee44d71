import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { LEAD_REASONS, LEAD_STATUS_CODES } from '../core/leads/lead-status.ts';
import { RETURN_REASONS } from '../core/leads/lead-reasons.ts';
import { anyOf, day, exactText, keys, oneKey, text } from '../core/calls/list-filters.ts';
import { defineList } from '../core/calls/list.ts';
import { MILESTONES } from '../core/leads/milestones.ts';
import { instant, key, keyParam } from '../core/calls/schema.ts';
import { US_STATES } from '../core/geo/us-states.ts';

const groups = ['ag', 'mp', 'cl'] as const;

const DEVICES = ['desktop', 'tablet', 'mobile'] as const;
const SOURCE_TYPES = ['web', 'Call Center'] as const;

const REASONS = [...Object.values(LEAD_REASONS).flat(), ...Object.keys(RETURN_REASONS)] as [string, ...string[]];
const STATES = Object.keys(US_STATES).map((code) => code.slice('US-'.length)) as [string, ...string[]];

const shared = {
  leadCaptureKey: key,
  /** Public id quoted by partners and clients. */
  leadId: z.string(),
  ownerKey: key,
  createdAt: instant,
  status: z.enum(LEAD_STATUS_CODES),
  statusReasons: z.array(z.string()),
  /** The furthest milestone. */
  milestone: z.enum(MILESTONES).nullable(),
  clientName: z.string(),
  campaignName: z.string(),
  campaignCode: z.string(),
  campusName: z.string().nullable(),
  programName: z.string().nullable(),
  device: z.enum(DEVICES),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  leadSourceType: z.enum(SOURCE_TYPES),
  deliveredAt: instant.nullable(),
};
/** The person, masked for everybody: unmasked data is shown only on the lead's page, where the view is audited. */
const person = { personName: z.string().nullable(), email: z.string().nullable(), phone: z.string().nullable() };
/** Client's price; null if nothing is owed. */
const clientSide = {
  clientPrice: z.number().nullable(),
  crmReference: z.string().nullable(),
  partnerName: z.string().nullable(),
};
/** Media partner's price; null if nothing is owed. */
const partnerSide = {
  mediaPrice: z.number().nullable(),
  transactionId: z.string().nullable(),
  sourceTag: z.string().nullable(),
  subSource: z.string().nullable(),
};

const leadRowSchema = z.object({ ...shared, ...person, ...clientSide, ...partnerSide });
export type LeadRow = z.infer<typeof leadRowSchema>;
const partnerLeadRowSchema = z.object({ ...shared, ...partnerSide, ownerName: z.string() });
const clientLeadRowSchema = z.object({ ...shared, ...person, ...clientSide });

/** Kind of the text in the search box, judged by its form. */
type LeadLookup = { kind: 'leadId' | 'id' | 'click'; text: string } | { kind: 'email' | 'phone'; text: string } | null;

const PUBLIC_ID = /^L-[0-9A-HJKMNP-TV-Z]{26}$/i;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+?1?[\s().-]*(?:\d[\s().-]*){10}$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Parses the search box for ids and people: an id goes into the address, an email address or phone number never does. */
export const readLookup = (typed: string): LeadLookup => {
  const value = typed.trim();
  if (value === '') return null;
  if (PUBLIC_ID.test(value)) return { kind: 'leadId', text: value.toUpperCase() };
  if (EMAIL.test(value)) return { kind: 'email', text: value };
  if (PHONE.test(value)) return { kind: 'phone', text: value };
  return { kind: UUID.test(value) ? 'click' : 'id', text: value };
};

export const leadSearch = defineList({
  id: 'leadSearch',
  summary: 'Leads, the newest first: by day, status, place and origin, or one by its id or its person',
  path: '/{p}/lead/search',
  owner: ['body', { session: 'A media partner’s leads, at every owner that it works for.', groups: ['mp'] }],
  groups,
  permission: 'leadanalyzer:View',
  filters: {
    ownerKey: oneKey({ address: 'ownerKey' }),
    fromDate: day({ address: 'from' }),
    toDate: day({ address: 'to' }),
    leadStatus: anyOf(LEAD_STATUS_CODES, { address: 'status' }),
    leadCaptureKeys: keys({ address: 'leads' }),
    /** A lead id, the partner's transaction id, the client's reference or a click id. */
    keyword: text({ address: 'q' }),
    /** A complete email address or phone number; never part of an address. */
    person: exactText(),
    reason: anyOf(REASONS),
    milestone: anyOf(MILESTONES),
    campus: keys(),
    program: keys(),
    partner: keys(),
    campaign: keys(),
    source: keys(),
    device: anyOf(DEVICES),
    state: anyOf(STATES),
  },
  columns: {
    leadId: { label: 'Lead', kind: 'text' },
    createdAt: { label: 'Received', kind: 'instant' },
    status: { label: 'Status', kind: 'text', firstOnPhone: true },
    statusReasons: { label: 'Reason', kind: 'text' },
    milestone: { label: 'Furthest milestone', kind: 'text' },
    personName: { label: 'Person', kind: 'text', groups: ['ag', 'cl'] },
    email: { label: 'Email', kind: 'text', groups: ['ag', 'cl'] },
    phone: { label: 'Phone', kind: 'text', groups: ['ag', 'cl'], hidden: true },
    campaignName: { label: 'Campaign', kind: 'text' },
    campaignCode: { label: 'Campaign code', kind: 'text' },
    partnerName: { label: 'Media partner', kind: 'text', groups: ['ag', 'cl'], hidden: true },
    ownerName: { label: 'School group', kind: 'text', groups: ['mp'] },
    clientName: { label: 'Client', kind: 'text', hidden: true },
    campusName: { label: 'Campus', kind: 'text', hidden: true },
    programName: { label: 'Program', kind: 'text', hidden: true },
    clientPrice: {
      label: 'Client price',
      kind: 'dollar',
      groups: ['ag', 'cl'],
      note: 'What the client pays for this lead. Empty where nothing is owed.',
    },
    mediaPrice: {
      label: 'Media price',
      kind: 'dollar',
      groups: ['ag', 'mp'],
      note: 'What the media partner gets for this lead. Empty where nothing is owed.',
    },
    sourceTag: { label: 'Source', kind: 'text', groups: ['ag', 'mp'], hidden: true },
    subSource: { label: 'Sub-source', kind: 'text', groups: ['ag', 'mp'], hidden: true },
    transactionId: { label: 'Transaction ID', kind: 'text', groups: ['ag', 'mp'], hidden: true },
    crmReference: { label: 'Client reference', kind: 'text', groups: ['ag', 'cl'], hidden: true },
    deliveredAt: { label: 'Delivered', kind: 'instant', hidden: true },
    state: { label: 'State', kind: 'text', hidden: true },
    zip: { label: 'ZIP', kind: 'text', hidden: true },
    device: { label: 'Device', kind: 'text', hidden: true },
    leadSourceType: { label: 'Lead source type', kind: 'text', hidden: true },
  },
  sort: { by: ['createdAt'], first: '-createdAt' },
  key: 'leadCaptureKey',
  row: leadRowSchema,
  rowFor: { mp: partnerLeadRowSchema, cl: clientLeadRowSchema },
  total: { upTo: 10_000 },
});

const named = z.array(z.object({ key, name: z.string() }));
export const leadFilters = defineCall({
  id: 'leadFilters',
  summary: 'What leads and clicks can be narrowed to besides the filters of all lists: campaigns, programs and sources',
  route: 'GET /{p}/lead/filters/get',
  owner: ['query', { session: 'A media partner’s leads, at every owner that it works for.', groups: ['mp'] }],
  groups,
  // Also filters clicks.
  permission: ['leadanalyzer:View', 'clicks:View'],
  query: z.strictObject({ ownerKey: keyParam.optional() }),
  response: z.object({ campaigns: named, programs: named, sources: named }),
});

export const leadStatusCodes = defineCall({
  id: 'leadStatusCodes',
  summary: 'The statuses that a lead can have',
  route: 'GET /{p}/{product}/status/code/list',
  owner: { session: 'The same for everybody: it reads no owner’s rows.' },
  groups,
  permission: 'leadanalyzer:View',
  params: { product: z.literal('LeadAnalyzer') },
  response: z.array(
    z.object({
      code: z.enum(LEAD_STATUS_CODES),
      label: z.string(),
      group: z.enum(['Pending', 'Good', 'Bad', 'Test']),
      billable: z.boolean(),
      terminal: z.boolean(),
      selectable: z.boolean(),
      description: z.string(),
    }),
  ),
});
