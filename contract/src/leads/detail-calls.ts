import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { deliveryTrySchema, postbackTrySchema } from '../core/leads/delivery-try.ts';
import { LEAD_MOVES, LEAD_STATUS_CODES, type LeadMove, type LeadStatus } from '../core/leads/lead-status.ts';
import { MILESTONES } from '../core/leads/milestones.ts';
import { instant, key } from '../core/calls/schema.ts';

/**
 * What came of one check when a lead was decided about. A check that was not asked is not told: its rule was not set, or an earlier
 * one had decided.
 */
const leadCheckSchema = z.object({
  title: z.string(),
  outcome: z.enum(['passed', 'flagged', 'failed', 'skipped']),
  reasons: z.array(z.string()),
  /** Which rule, whose, what the others said: the agency's only, and gone with the person. */
  detail: z.string(),
});
export type LeadCheck = z.infer<typeof leadCheckSchema>;

/** What a lead is looked up by. */
export const LEAD_SEARCH_TYPES = ['lead', 'leadid', 'cid', 'txn', 'crm'] as const;
export type LeadSearchType = (typeof LEAD_SEARCH_TYPES)[number];

const status = z.enum(LEAD_STATUS_CODES);

/** One thing that happened to a lead. */
const leadEventSchema = z.discriminatedUnion('kind', [
  /** What the checks said, all of one decision together. */
  z.object({ kind: z.literal('checks'), at: instant, checks: z.array(leadCheckSchema) }),
  z.object({
    kind: z.literal('status'),
    at: instant,
    /** Null where it began. */
    from: z.string().nullable(),
    to: status,
    reasons: z.array(z.string()),
    note: z.string(),
    by: z.string().nullable(),
    /** The side that asked for a return has taken that back. */
    isWithdrawal: z.boolean(),
  }),
  z.object({ kind: z.literal('delivery'), at: instant, try: deliveryTrySchema, endpointName: z.string().nullable() }),
  /** The media partner's server was told; the price in it is the partner's, so the client does not see it. */
  z.object({ kind: z.literal('postback'), at: instant, try: postbackTrySchema }),
  z.object({
    kind: z.literal('milestone'),
    at: instant,
    milestoneKey: key,
    /** To be sent back with a change of it. */
    version: z.int(),
    code: z.string(),
    happenedOn: z.iso.date(),
    term: z.string().nullable(),
    /** Whether its day is the one that counts, is to come, or is history: voided, or later than another of the same. */
    standing: z.enum(['counts', 'toCome', 'history']),
    /** Null while it stands. */
    voidReason: z.string().nullable(),
    /** Voided by somebody, not with its file: it can stand again. */
    canReinstate: z.boolean(),
    by: z.string().nullable(),
  }),
  z.object({ kind: z.literal('note'), at: instant, note: z.string(), by: z.string() }),
  /** What the agency and the media partner said about a return; the client is not told. */
  z.object({
    kind: z.literal('returnComment'),
    at: instant,
    isPartner: z.boolean(),
    comment: z.string(),
    /** Null to the other side. */
    by: z.string().nullable(),
  }),
  /** Somebody saw the whole person. */
  z.object({ kind: z.literal('view'), at: instant, by: z.string() }),
  /** Somebody took the lead's evidence. */
  z.object({ kind: z.literal('export'), at: instant, by: z.string(), format: z.string(), wholePerson: z.boolean() }),
]);
export type LeadEvent = z.infer<typeof leadEventSchema>;

const shared = {
  leadCaptureKey: key,
  leadId: z.string(),
  ownerKey: key,
  ownerName: z.string(),
  timeZone: z.string(),
  /** To be sent back with a change: it is refused when somebody else was first. */
  version: z.int(),
  createdAt: instant,
  deliveredAt: instant.nullable(),
  status,
  statusReasons: z.array(z.string()),
  flags: z.array(z.string()),
  /** Taken beyond the cap by a campaign that does not pay for that. */
  isUnpaid: z.boolean(),
  milestones: z.array(z.object({ code: z.enum(MILESTONES), on: z.iso.date() })),
  duplicateOf: z.object({ leadCaptureKey: key, leadId: z.string() }).nullable(),
  clickId: z.string().nullable(),
  clientName: z.string(),
  campaignName: z.string(),
  campusName: z.string().nullable(),
  programName: z.string().nullable(),
  /** What the person told about themselves that does not tell who it is, by label. */
  inquiry: z.array(z.object({ label: z.string(), value: z.string() })),
  events: z.array(leadEventSchema),
};
const maskedPerson = z.object({ name: z.string(), email: z.string(), phone: z.string() });
const people = {
  /** Masked; null where it was erased. */
  person: maskedPerson.nullable(),
  consent: z
    .object({
      text: z.string(),
      /** Without what follows the page's own address. */
      page: z.string(),
      givenAt: instant,
      certificate: z.string().nullable(),
      disclosure: z.string().nullable(),
      dialerOptIn: z.boolean().nullable(),
      textOptIn: z.boolean().nullable(),
    })
    .nullable(),
};
const clientSide = {
  clientPrice: z.number().nullable(),
  crmReference: z.string().nullable(),
  partnerName: z.string().nullable(),
};
const partnerSide = {
  mediaPrice: z.number().nullable(),
  transactionId: z.string().nullable(),
  sourceTag: z.string().nullable(),
  subSource: z.string().nullable(),
  /** The click that it came by, while that is kept. */
  clickKey: key.nullable(),
};

const leadDetailSchema = z.object({ ...shared, ...people, ...clientSide, ...partnerSide });
export type LeadDetail = z.infer<typeof leadDetailSchema>;
const answerOf = <Lead extends z.ZodType>(lead: Lead) =>
  z.object({
    /** The one; none where several have the same id: then there is a choice. */
    leads: z.array(lead).max(1),
    choices: z.array(
      z.object({ leadCaptureKey: key, leadId: z.string(), createdAt: instant, status, campaignName: z.string() }),
    ),
  });

export const leadDetails = defineCall({
  id: 'leadDetails',
  summary: 'One lead with everything that happened to it; the person masked',
  method: 'GET',
  path: '/{p}/lead/{searchType}/{keyCode}/get',
  owner: { session: 'The lead says whose it is; one of an owner that the session does not work on is not found.' },
  groups: ['ag', 'mp', 'cl'],
  permission: 'leadanalyzer:View',
  kind: 'json',
  params: { searchType: z.string().max(20), keyCode: z.string().min(1).max(200) },
  response: answerOf(leadDetailSchema),
  responseFor: {
    mp: answerOf(z.object({ ...shared, ...partnerSide })),
    cl: answerOf(z.object({ ...shared, ...people, ...clientSide })),
  },
});

const change = { method: 'POST', owner: 'body', groups: ['ag'], kind: 'json', params: {} } as const;

export const leadPersonView = defineCall({
  ...change,
  id: 'leadPersonView',
  summary: 'The whole person behind a lead; that it was seen, and by whom, is recorded',
  path: '/{p}/lead/person/view',
  permission: 'leadanalyzer:ViewPII',
  body: z.strictObject({ ownerKey: key, leadCaptureKey: key }),
  response: maskedPerson.extend({ address: z.string() }),
});

export const leadNoteSave = defineCall({
  ...change,
  id: 'leadNoteSave',
  summary: 'Writes a note on a lead, which only the agency sees',
  path: '/{p}/lead/note/save',
  permission: 'leadanalyzer:Update',
  body: z.strictObject({ ownerKey: key, leadCaptureKey: key, note: z.string().trim().min(1).max(2_000) }),
  response: z.null(),
});

/**
 * The moves that somebody of the agency makes on a lead's own page. Returns have rules of their own (window, limits, the partner's
 * word), and so has taking a lead against the checks, which asks the caps again: neither is a plain move.
 */
export const deskMoves = (from: LeadStatus): LeadMove[] =>
  LEAD_MOVES.filter(
    (move) =>
      move.from === from &&
      move.by.includes('ag') &&
      ![move.from, move.to].some((one) => one === 'RTR' || one === 'RTN') &&
      (move.to !== 'VAL' || move.from === 'REJ'),
  );

/** Whether a lead can be taken against the checks: the caps are asked again. A resent one is a plain move. */
export const canOverride = (from: LeadStatus): boolean =>
  from !== 'REJ' && LEAD_MOVES.some((move) => move.from === from && move.to === 'VAL' && move.by.includes('ag'));

export const leadOverride = defineCall({
  ...change,
  id: 'leadOverride',
  summary:
    'Takes leads against the checks and has them delivered; the caps are asked again, unless they are to be ignored',
  path: '/{p}/lead/status/override',
  permission: 'leadanalyzer:Update',
  asSystem: true,
  body: z.strictObject({
    ownerKey: key,
    leads: z
      .array(z.strictObject({ leadCaptureKey: key, version: z.int() }))
      .min(1)
      .max(500),
    note: z.string().trim().min(1).max(500),
    ignoreCap: z.boolean().default(false),
  }),
  /** In the order of the request; where it was not taken, the message says why. */
  response: z.array(z.object({ leadCaptureKey: key, isTaken: z.boolean(), message: z.string() })),
});

export const leadMove = defineCall({
  ...change,
  id: 'leadMove',
  summary:
    'Moves a lead to another status along the table of moves; refused with both values where somebody else was first',
  path: '/{p}/lead/status/move',
  permission: 'leadanalyzer:Update',
  body: z.strictObject({
    ownerKey: key,
    leadCaptureKey: key,
    version: z.int(),
    statusCode: status,
    reasonCode: z.string().max(40).nullable().default(null),
    note: z.string().trim().max(500).default(''),
    /** The client's own id of it. */
    reference: z.string().trim().max(200).default(''),
  }),
  response: z.object({ status, version: z.int() }),
});
