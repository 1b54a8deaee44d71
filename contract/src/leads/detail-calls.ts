import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { deliveryTrySchema, postbackTrySchema } from '../core/leads/delivery-try.ts';
import { ENDPOINT_STATES, nextTryShape } from '../core/leads/next-try.ts';
import { LEAD_MOVES, LEAD_STATUS_CODES, type LeadMove, type LeadStatus } from '../core/leads/lead-status.ts';
import { MILESTONES } from '../core/leads/milestones.ts';
import { instant, key } from '../core/calls/schema.ts';

/** Result of one check of a lead's decision. Skipped checks are left out: their rule was not set, or an earlier check had decided. */
const leadCheckSchema = z.object({
  title: z.string(),
  outcome: z.enum(['passed', 'flagged', 'failed', 'skipped']),
  reasons: z.array(z.string()),
  /** The rule and its source, and answers of others: agency only, deleted with the person. */
  detail: z.string(),
});
export type LeadCheck = z.infer<typeof leadCheckSchema>;

/** Identifiers for looking up a lead. */
export const LEAD_SEARCH_TYPES = ['lead', 'leadid', 'cid', 'txn', 'crm'] as const;
export type LeadSearchType = (typeof LEAD_SEARCH_TYPES)[number];

const status = z.enum(LEAD_STATUS_CODES);

/** An event in a lead's history. */
const leadEventSchema = z.discriminatedUnion('kind', [
  /** All checks of one decision. */
  z.object({ kind: z.literal('checks'), at: instant, checks: z.array(leadCheckSchema) }),
  z.object({
    kind: z.literal('status'),
    at: instant,
    /** Null for the first status. */
    from: z.string().nullable(),
    to: status,
    reasons: z.array(z.string()),
    note: z.string(),
    by: z.string().nullable(),
    /** The requesting side withdrew the return. */
    isWithdrawal: z.boolean(),
  }),
  z.object({ kind: z.literal('delivery'), at: instant, try: deliveryTrySchema, endpointName: z.string().nullable() }),
  /** Postback to the media partner's server; it contains the partner's price, so the client does not see it. */
  z.object({ kind: z.literal('postback'), at: instant, try: postbackTrySchema }),
  z.object({
    kind: z.literal('milestone'),
    at: instant,
    milestoneKey: key,
    /** Send back with a change. */
    version: z.int(),
    code: z.string(),
    happenedOn: z.iso.date(),
    term: z.string().nullable(),
    /** Whether its day counts, is in the future, or is history: voided, or later than another of the same kind. */
    standing: z.enum(['counts', 'toCome', 'history']),
    /** Null unless voided. */
    voidReason: z.string().nullable(),
    /** Voided by a user, not with its file: it can be reinstated. */
    canReinstate: z.boolean(),
    by: z.string().nullable(),
  }),
  /** The agency corrected values before the lead was sent again. */
  z.object({
    kind: z.literal('edit'),
    at: instant,
    /** In words, the person masked; empty values once the person is erased. */
    changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
    by: z.string().nullable(),
  }),
  z.object({ kind: z.literal('note'), at: instant, note: z.string(), by: z.string() }),
  /** Comments of the agency and the media partner on a return; hidden from the client. */
  z.object({
    kind: z.literal('returnComment'),
    at: instant,
    isPartner: z.boolean(),
    comment: z.string(),
    /** Null for the other side. */
    by: z.string().nullable(),
  }),
  /** The person was erased: by a request, or because the time for which people are kept was over. */
  z.object({ kind: z.literal('erased'), at: instant }),
  /** A user viewed the unmasked person. */
  z.object({ kind: z.literal('view'), at: instant, by: z.string() }),
  /** A user exported the lead's evidence. */
  z.object({ kind: z.literal('export'), at: instant, by: z.string(), format: z.string(), wholePerson: z.boolean() }),
]);
export type LeadEvent = z.infer<typeof leadEventSchema>;

const shared = {
  leadCaptureKey: key,
  leadId: z.string(),
  ownerKey: key,
  ownerName: z.string(),
  timeZone: z.string(),
  /** Send back with a change: it is refused if the lead has changed since. */
  version: z.int(),
  createdAt: instant,
  deliveredAt: instant.nullable(),
  status,
  statusReasons: z.array(z.string()),
  flags: z.array(z.string()),
  /** Accepted above the cap by a campaign that does not pay for such leads. */
  isUnpaid: z.boolean(),
  milestones: z.array(z.object({ code: z.enum(MILESTONES), on: z.iso.date() })),
  duplicateOf: z.object({ leadCaptureKey: key, leadId: z.string() }).nullable(),
  clickId: z.string().nullable(),
  clientName: z.string(),
  campaignName: z.string(),
  campusName: z.string().nullable(),
  programName: z.string().nullable(),
  /** Answers of the person that do not identify them, by label. */
  inquiry: z.array(z.object({ label: z.string(), value: z.string() })),
  events: z.array(leadEventSchema),
};
const maskedPerson = z.object({ name: z.string(), email: z.string(), phone: z.string() });
const people = {
  /** Masked; null if erased. */
  person: maskedPerson.nullable(),
  consent: z
    .object({
      text: z.string(),
      /** Page address without query or fragment. */
      page: z.string(),
      givenAt: instant,
      certificate: z.string().nullable(),
      disclosure: z.string().nullable(),
      dialerOptIn: z.boolean().nullable(),
      textOptIn: z.boolean().nullable(),
    })
    .nullable(),
};
/** What an undelivered lead waits for. */
const waitingSchema = z.object({
  endpointKey: key.nullable(),
  endpointName: z.string().nullable(),
  /** Null without an endpoint. */
  state: z.enum(ENDPOINT_STATES).nullable(),
  openUntil: instant.nullable(),
  failuresInRow: z.int(),
  /** The newest attempt's answer, without the person. */
  lastAnswer: z
    .object({
      at: instant,
      outcome: z.enum(['accepted', 'rejected', 'failed']),
      reason: z.string().nullable(),
      httpStatus: z.int().nullable(),
      text: z.string(),
    })
    .nullable(),
  ...nextTryShape,
});
export type LeadWaiting = z.infer<typeof waitingSchema>;

const clientSide = {
  /** Null unless the lead waits for its client's system. */
  waiting: waitingSchema.nullable(),
  clientPrice: z.number().nullable(),
  crmReference: z.string().nullable(),
  partnerName: z.string().nullable(),
};
const partnerSide = {
  mediaPrice: z.number().nullable(),
  transactionId: z.string().nullable(),
  sourceTag: z.string().nullable(),
  subSource: z.string().nullable(),
  /** The click it came from, while that is kept. */
  clickKey: key.nullable(),
};

const leadDetailSchema = z.object({ ...shared, ...people, ...clientSide, ...partnerSide });
export type LeadDetail = z.infer<typeof leadDetailSchema>;
const answerOf = <Lead extends z.ZodType>(lead: Lead) =>
  z.object({
    /** The lead; empty if several share the id, which are then in `choices`. */
    leads: z.array(lead).max(1),
    choices: z.array(
      z.object({ leadCaptureKey: key, leadId: z.string(), createdAt: instant, status, campaignName: z.string() }),
    ),
  });

export const leadDetails = defineCall({
  id: 'leadDetails',
  summary: 'One lead with everything that happened to it; the person masked',
  route: 'GET /{p}/lead/{searchType}/{keyCode}/get',
  owner: { session: 'The lead says whose it is; one of an owner that the session does not work on is not found.' },
  groups: ['ag', 'mp', 'cl'],
  permission: 'leadanalyzer:View',
  params: { searchType: z.string().max(20), keyCode: z.string().min(1).max(200) },
  response: answerOf(leadDetailSchema),
  responseFor: {
    mp: answerOf(z.object({ ...shared, ...partnerSide })),
    cl: answerOf(z.object({ ...shared, ...people, ...clientSide })),
  },
});

const change = { owner: 'body', groups: ['ag'] } as const;

export const leadPersonView = defineCall({
  ...change,
  groups: ['ag', 'cl'],
  id: 'leadPersonView',
  summary:
    'The whole person behind a lead, for clients that of a delivered one if the agency grants it; that it was seen, and by whom, is recorded',
  route: 'POST /{p}/lead/person/view',
  permission: 'leadanalyzer:ViewPII',
  body: z.strictObject({ ownerKey: key, leadCaptureKey: key }),
  response: maskedPerson.extend({
    address: z.string(),
    /** The values by which the lead is corrected. */
    parts: z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      phone: z.string(),
      addressLine1: z.string(),
      addressLine2: z.string(),
    }),
  }),
  /** Only of delivered leads, of owners that the agency grants it to. */
  responseFor: { cl: maskedPerson },
});

export const leadNoteSave = defineCall({
  ...change,
  id: 'leadNoteSave',
  summary: 'Writes a note on a lead, which only the agency sees',
  route: 'POST /{p}/lead/note/save',
  permission: 'leadanalyzer:Update',
  body: z.strictObject({ ownerKey: key, leadCaptureKey: key, note: z.string().trim().min(1).max(2_000) }),
  response: z.null(),
});

/** Whether a move accepts a lead that a check refused or held: the caps are asked again. A rejected lead is resent by a plain move. */
export const isOverride = ({ from, to }: Pick<LeadMove, 'from' | 'to'>): boolean => to === 'VAL' && from !== 'REJ';

/** Moves the agency makes of one lead and of many. Returns have rules of their own: window, limits, the partner's consent. */
export const agencyMoves = (from: LeadStatus): LeadMove[] =>
  LEAD_MOVES.filter(
    (move) =>
      move.from === from &&
      move.by.includes('ag') &&
      ![move.from, move.to].some((one) => one === 'RTR' || one === 'RTN'),
  );

/** The plain ones among them. */
export const deskMoves = (from: LeadStatus): LeadMove[] => agencyMoves(from).filter((move) => !isOverride(move));

/** Whether a lead can be accepted against the checks, or run through them again. */
export const canOverride = (from: LeadStatus): boolean => agencyMoves(from).some(isOverride);

/** Maximum leads that are accepted against the checks, or checked again, at once: posts to their campaigns wait so long. */
export const MAX_LEADS_ACCEPTED = 500;

export const leadOverride = defineCall({
  ...change,
  id: 'leadOverride',
  summary:
    'Takes leads against the checks and has them delivered; the caps are asked again, unless they are to be ignored',
  route: 'POST /{p}/lead/status/override',
  permission: 'leadanalyzer:Update',
  asSystem: true,
  body: z.strictObject({
    ownerKey: key,
    leads: z
      .array(z.strictObject({ leadCaptureKey: key, version: z.int() }))
      .min(1)
      .max(MAX_LEADS_ACCEPTED),
    note: z.string().trim().min(1).max(500),
    ignoreCap: z.boolean().default(false),
  }),
  /** In request order; the message says why a lead was not accepted. */
  response: z.array(z.object({ leadCaptureKey: key, isTaken: z.boolean(), message: z.string() })),
});

export const leadMove = defineCall({
  ...change,
  id: 'leadMove',
  summary:
    'Moves a lead to another status along the table of moves; refused with both values where somebody else was first',
  route: 'POST /{p}/lead/status/move',
  permission: 'leadanalyzer:Update',
  body: z.strictObject({
    ownerKey: key,
    leadCaptureKey: key,
    version: z.int(),
    statusCode: status,
    reasonCode: z.string().max(40).nullable().default(null),
    note: z.string().trim().max(500).default(''),
    /** The client's own id of the lead. */
    reference: z.string().trim().max(200).default(''),
  }),
  response: z.object({ status, version: z.int() }),
});
