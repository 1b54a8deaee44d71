import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { deliveryTrySchema, postbackTrySchema } from '../core/leads/delivery-try.ts';
import { ENDPOINT_STATES, nextTryShape } from '../core/leads/next-try.ts';
import { anyOf, exactText, flag, keys, oneOf } from '../core/calls/list-filters.ts';
import { defineList } from '../core/calls/list.ts';
import { LEAD_REASONS, LEAD_STATUS_CODES } from '../core/leads/lead-status.ts';
import { instant, key } from '../core/calls/schema.ts';
import { STUCK_AGES, type StuckAge } from './schedule.ts';

const groups = ['ag', 'cl'] as const;

const stuckReason = z.enum(LEAD_REASONS.STK);
const stuckLeadRowSchema = z.object({
  leadCaptureKey: key,
  leadId: z.string(),
  createdAt: instant,
  ageMinutes: z.int(),
  clientName: z.string(),
  campusName: z.string().nullable(),
  programName: z.string().nullable(),
  partnerName: z.string().nullable(),
  campaignName: z.string(),
  reason: z.string(),
  tries: z.int(),
  lastResponse: z.string().nullable(),
  ...nextTryShape,
  endpointKey: key.nullable(),
  endpointName: z.string().nullable(),
  /** Reference under which the client claims to have the lead. */
  claimedReference: z.string().nullable(),
});
export type StuckLeadRow = z.infer<typeof stuckLeadRowSchema>;

export const stuckLeadSearch = defineList({
  id: 'stuckLeadSearch',
  summary: 'Leads of the last 90 days that are valid but not delivered, with why and when they are tried next',
  path: '/{p}/{owner}/lead/stuck/90/search',
  owner: 'path',
  groups,
  permission: 'leadanalyzer:View',
  filters: {
    leadId: exactText({ address: 'lead' }),
    age: oneOf(Object.keys(STUCK_AGES) as [StuckAge, ...StuckAge[]]),
    reason: anyOf(LEAD_REASONS.STK),
    endpoint: keys(),
    isClaimed: flag({ address: 'claimed' }),
  },
  columns: {
    leadId: { label: 'Lead', kind: 'text' },
    createdAt: { label: 'Created', kind: 'instant' },
    ageMinutes: { label: 'Age', kind: 'count' },
    clientName: { label: 'Client', kind: 'text' },
    campusName: { label: 'Campus', kind: 'text', hidden: true },
    programName: { label: 'Program', kind: 'text', hidden: true },
    partnerName: { label: 'Media partner', kind: 'text', groups: ['ag'], hidden: true },
    campaignName: { label: 'Campaign', kind: 'text', hidden: true },
    reason: { label: 'Reason', kind: 'text', firstOnPhone: true },
    tries: { label: 'Tries', kind: 'count' },
    lastResponse: { label: 'Last response', kind: 'text', note: 'The first 500 characters, without the person.' },
    nextTryAt: { label: 'Next try', kind: 'instant' },
    endpointName: { label: 'Endpoint', kind: 'text', hidden: true },
    claimedReference: { label: 'Client’s reference', kind: 'text', hidden: true },
  },
  sort: { by: ['createdAt', 'reason', 'nextTryAt'], first: 'createdAt' },
  key: 'leadCaptureKey',
  row: stuckLeadRowSchema,
  total: { upTo: 50_000 },
  pageRows: 100,
  export: { id: 'stuckLeadExport', path: '/{p}/{owner}/lead/stuck/90/export' },
});

/** Limit from the specification: the oldest leads of the list. */
export const STUCK_LIST_ROWS = 2_000;
export const stuckLeadList = defineCall({
  id: 'stuckLeadList',
  summary: `Leads of the last 90 days that are stuck, the oldest ${STUCK_LIST_ROWS} of them and how many there are`,
  route: 'GET /{p}/{owner}/lead/stuck/90/list',
  owner: 'path',
  groups,
  permission: 'leadanalyzer:View',
  response: z.object({ rows: z.array(stuckLeadRowSchema), total: z.int() }),
});

const pause = {
  /** Null without an endpoint. */
  state: z.enum(ENDPOINT_STATES).nullable(),
  /** If the endpoint is paused after failures, when one lead is tried again; in the past while one is being tried. */
  openUntil: instant.nullable(),
  failuresInRow: z.int(),
};
const stuckGroupSchema = z.object({
  endpointKey: key.nullable(),
  endpointName: z.string().nullable(),
  clientName: z.string(),
  reason: z.string(),
  leads: z.int(),
  since: instant,
  lastResponse: z.string().nullable(),
  ...nextTryShape,
  ...pause,
  /** Leads due or being sent now. */
  retrying: z.int(),
});
export type StuckGroup = z.infer<typeof stuckGroupSchema>;

/** Progress of a bulk retry requested by a user. */
const stuckRetrySchema = z.object({
  retryKey: key,
  /** Null if leads were selected one by one. */
  endpointKey: key.nullable(),
  endpointName: z.string().nullable(),
  reason: z.string().nullable(),
  askedAt: instant,
  /** Agency only. */
  askedBy: z.string().nullable(),
  /** Leads requested; the sum of the counts below. */
  leads: z.int(),
  delivered: z.int(),
  /** Refused by the client's system. */
  rejected: z.int(),
  /** Resolved otherwise in the meantime. */
  closed: z.int(),
  /** Failed again, waiting for their next attempt. */
  failed: z.int(),
  /** Due or being sent. */
  waiting: z.int(),
  ...pause,
});
export type StuckRetry = z.infer<typeof stuckRetrySchema>;

export const stuckLeadSummary = defineCall({
  id: 'stuckLeadSummary',
  summary: 'How many leads are stuck by age, and by endpoint and cause',
  route: 'GET /{p}/{owner}/lead/stuck/summary',
  owner: 'path',
  groups,
  permission: 'leadanalyzer:View',
  response: z.object({
    total: z.int(),
    warning: z.int(),
    attention: z.int(),
    claimed: z.int(),
    pausedEndpoints: z.int(),
    groups: z.array(stuckGroupSchema),
    /** Running retries, and those of the last hour, newest first. */
    retries: z.array(stuckRetrySchema),
  }),
});

export const stuckLeadTries = defineCall({
  id: 'stuckLeadTries',
  summary: 'Every try to deliver a lead: time, duration, code, request and answer without the person',
  route: 'GET /{p}/{owner}/lead/stuck/{leadKey}/tries',
  owner: 'path',
  groups,
  permission: 'leadanalyzer:View',
  response: z.object({
    leadKey: key,
    leadId: z.string(),
    status: z.enum(LEAD_STATUS_CODES),
    ...nextTryShape,
    endpointName: z.string().nullable(),
    claimedReference: z.string().nullable(),
    tries: z.array(deliveryTrySchema),
    /** Agency only. */
    postbacks: z.array(postbackTrySchema),
  }),
});

const leadKeys = z.array(key).min(1).max(5_000);
const change = {
  owner: 'path',
  permission: 'leadanalyzer:Update',
  groups: ['ag'],
} as const;
const changed = z.object({
  changed: z.int(),
  /** Leads that are no longer stuck, or do not allow the change. */
  refused: z.array(z.object({ leadKey: key, message: z.string() })),
});

export const stuckLeadRetry = defineCall({
  ...change,
  id: 'stuckLeadRetry',
  apiKey: true,
  summary:
    'Tries undelivered leads again now: some, stuck or not yet, or all stuck ones of an endpoint, of one cause or of any',
  route: 'POST /{p}/{owner}/lead/stuck/retry',
  body: z.union([z.strictObject({ leadKeys }), z.strictObject({ endpointKey: key, reason: stuckReason.nullable() })]),
  response: z.object({ queued: z.int(), atOnce: z.int() }),
});

export const stuckLeadDelivered = defineCall({
  ...change,
  id: 'stuckLeadDelivered',
  summary: 'Marks stuck leads as delivered, with the client’s reference or a note',
  route: 'POST /{p}/{owner}/lead/stuck/delivered',
  body: z
    .strictObject({
      leadKeys,
      reference: z.string().trim().max(200).default(''),
      note: z.string().trim().max(500).default(''),
    })
    .refine(({ reference, note }) => reference !== '' || note !== '', {
      path: ['reference'],
      message: 'Enter the client’s reference or a note.',
    }),
  response: changed,
});

export const stuckLeadScrub = defineCall({
  ...change,
  id: 'stuckLeadScrub',
  summary: 'Scrubs stuck leads, with a reason',
  route: 'POST /{p}/{owner}/lead/stuck/scrub',
  body: z.strictObject({
    leadKeys,
    reasonCode: z.enum(LEAD_REASONS.SCR),
    note: z.string().trim().max(500).default(''),
  }),
  response: changed,
});

export const stuckLeadClaim = defineCall({
  ...change,
  id: 'stuckLeadClaim',
  summary: 'A client says that it has stuck leads, and under which reference; the agency confirms it',
  groups: ['cl'],
  permission: 'leadanalyzer:View',
  apiKey: true,
  route: 'POST /{p}/{owner}/lead/stuck/claim',
  body: z.strictObject({ leadKeys, reference: z.string().trim().min(1).max(200) }),
  response: changed,
});

export const stuckLeadClaimAnswer = defineCall({
  ...change,
  id: 'stuckLeadClaimAnswer',
  summary: 'Confirms that the client has leads, which delivers them, or says that it has not',
  route: 'POST /{p}/{owner}/lead/stuck/claim/answer',
  body: z.strictObject({ leadKeys, isConfirmed: z.boolean() }),
  response: changed,
});

/** Minimum minutes between two notices of a kind to the same recipient. */
export const NOTICE_PAUSE_MINUTES = { warning: 60, attention: 24 * 60, stuck: 60 } as const;
export type NoticeKind = keyof typeof NOTICE_PAUSE_MINUTES;

const notice = {
  owner: { session: 'Each lead says whose it is; leads of owners that the session does not work on are not found.' },
  permission: 'leadanalyzer:View',
  groups,
  body: z.strictObject({ leadCaptureKeys: leadKeys, message: z.string().trim().max(2_000).default('') }),
  response: z.object({
    /** Number of mails and of the leads in them. */
    mails: z.int(),
    leads: z.int(),
    /** Leads without a recipient, and why. */
    skipped: z.array(z.object({ cause: z.string(), leads: z.int(), message: z.string() })),
  }),
} as const;

export const leadWarning = defineCall({
  ...notice,
  id: 'leadWarning',
  summary:
    'Writes to the client’s technical contact about stuck leads, for each endpoint and reason at most once an hour',
  route: 'POST /{p}/lead/notification/warning',
});
export const leadAttention = defineCall({
  ...notice,
  id: 'leadAttention',
  summary:
    'Writes to the client’s contacts and the account team about leads stuck for more than a day, at most once a day',
  route: 'POST /{p}/lead/notification/attention',
});
export const leadStuckNotification = defineCall({
  ...notice,
  id: 'leadStuckNotification',
  summary: 'Writes to the client’s technical contact and the account team about stuck leads, at most once an hour',
  route: 'POST /{p}/lead/notification/stucklead',
});
