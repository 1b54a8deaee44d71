/** Groups of statuses: undecided, accepted, refused, or not counted. */
type LeadStatusGroup = 'Pending' | 'Good' | 'Bad' | 'Test';

interface LeadStatusDefinition {
  label: string;
  group: LeadStatusGroup;
  /** Whether the client pays for it. A requested return is billable until it is decided. */
  billable: boolean;
  /** Whether it counts against the campaign's caps. */
  usesCap: boolean;
  /** Whether a user can set it by hand. */
  selectable: boolean;
  /** No further move is possible. */
  terminal: boolean;
  description: string;
}

const define = (
  group: LeadStatusGroup,
  label: string,
  description: string,
  over: Partial<LeadStatusDefinition> = {},
): LeadStatusDefinition => ({
  label,
  group,
  billable: false,
  usesCap: group === 'Good',
  selectable: true,
  terminal: false,
  description,
  ...over,
});
const bySystem = { selectable: false };

/** Every status of a lead; it has one at a time. Milestones are not statuses: a delivered lead collects them. */
export const LEAD_STATUSES = {
  RCV: define('Pending', 'Received', 'Stored, checks running', { ...bySystem, usesCap: true }),
  HLD: define('Pending', 'Held', 'Over-delivery, out of hours or unknown source, awaiting release', bySystem),
  VAL: define('Good', 'Valid - awaiting delivery', 'Passed all checks'),
  DLV: define('Good', 'Delivered', 'The client’s system accepted it', { billable: true }),
  STK: define(
    'Good',
    'Stuck',
    'Valid but not delivered: tries used up, or older than the owner allows (60 minutes unless it is set)',
    bySystem,
  ),
  RTR: define('Good', 'Return requested', 'The client asked to return it; undecided', { billable: true }),
  INV: define('Bad', 'Invalid', 'A field is missing or wrong, or a bad phone or email'),
  DUP: define('Bad', 'Duplicate', 'Matches an earlier lead within the window'),
  SCR: define('Bad', 'Scrubbed', 'Well-formed but fails quality, fraud, consent, audience or geo rules'),
  CAP: define('Bad', 'Over cap', 'A hard cap was full', bySystem),
  CLS: define('Bad', 'Campaign closed', 'Paused, ended, not started, outside hours, or source blocked', bySystem),
  REJ: define('Bad', 'Rejected by client', 'The client’s system refused it at delivery'),
  RTN: define('Bad', 'Returned', 'The return was approved'),
  TST: define('Test', 'Test', 'Test lead', { terminal: true }),
} as const satisfies Record<string, LeadStatusDefinition>;
export type LeadStatus = keyof typeof LEAD_STATUSES;
export const LEAD_STATUS_CODES = Object.keys(LEAD_STATUSES) as [LeadStatus, ...LeadStatus[]];

/** Accepted for the client, whether or not it is delivered yet. */
export const isGoodLead = (status: LeadStatus): boolean => LEAD_STATUSES[status].group === 'Good';
export const isBillableLead = (status: LeadStatus): boolean => LEAD_STATUSES[status].billable;

/** Counts towards a month's cost: the bill if billable, the expected amount if undelivered. */
export const isDueLead = (status: LeadStatus, isUnpaid: boolean): boolean => isGoodLead(status) && !isUnpaid;
/** Accepted but not delivered yet: delivery is retried until the client answers. */
export const isAwaitingDelivery = (status: LeadStatus): boolean => isGoodLead(status) && !isBillableLead(status);
/** Delivered, returned since or not. */
export const wasDelivered = (status: LeadStatus): boolean => isBillableLead(status) || status === 'RTN';
/** Passed our checks, even if the client refused or returned it since. */
export const wasAccepted = (status: LeadStatus): boolean => isGoodLead(status) || status === 'REJ' || status === 'RTN';

/** Statuses that refuse a lead on posting. */
export const REFUSING_STATUSES = ['INV', 'DUP', 'SCR', 'CAP', 'CLS'] as const satisfies readonly LeadStatus[];
export type RefusingStatus = (typeof REFUSING_STATUSES)[number];

/** Lead counts defined by status alone: filtering leads by these statuses gives the count. */
const COUNTED_STATUSES: Readonly<Record<string, readonly LeadStatus[]>> = {
  grossLeads: LEAD_STATUS_CODES.filter((status) => status !== 'TST'),
  validLeads: LEAD_STATUS_CODES.filter(isGoodLead),
  invalidLeads: ['INV'],
  duplicates: ['DUP'],
  scrubbed: ['SCR'],
  overCap: ['CAP'],
  returned: ['RTN'],
};
export const countedStatuses = (measure: string): readonly LeadStatus[] | null => COUNTED_STATUSES[measure] ?? null;

/** Reasons for a status, by status. Return reasons are a separate list. */
export const LEAD_REASONS = {
  INV: [
    'REQ_MISSING',
    'FMT_EMAIL',
    'FMT_PHONE',
    'FMT_ZIP',
    'FMT_DATE',
    'VAL_NOT_ALLOWED',
    'ZIP_STATE_MISMATCH',
    'PROGRAM_CLOSED',
    'CAMPUS_UNKNOWN',
    'AGE_UNDER_MIN',
    'TOO_OLD',
  ],
  DUP: ['DUP_EMAIL', 'DUP_PHONE', 'DUP_NAME_ADDR', 'DUP_SUPPRESSION', 'DUP_CLIENT_CRM', 'DUP_DOUBLE_POST'],
  SCR: [
    'NAME_FRAUD',
    'PHONE_PREFIX',
    'PHONE_DISCONNECTED',
    'EMAIL_UNDELIVERABLE',
    'DNC',
    'CONSENT_MISSING',
    'CERT_MISSING',
    'CERT_NOT_AUTHENTIC',
    'CERT_MISMATCH',
    'CERT_EXPIRED',
    'DISCLOSURE_MISMATCH',
    'GEO_NOT_ALLOWED',
    'AUDIENCE_NOT_MATCHED',
    'EDU_LEVEL',
    'GRAD_YEAR',
    'IP_COUNTRY',
    'VELOCITY',
    'PROFANITY',
  ],
  CAP: ['CAP_DAILY', 'CAP_WEEKLY', 'CAP_MONTHLY', 'CAP_SOURCE', 'CAP_GOAL_DOLLAR', 'CAP_INTERVAL'],
  CLS: ['PAUSED', 'NOT_STARTED', 'ENDED', 'NO_ALLOCATION', 'DAY_PART', 'SOURCE_BLOCKED', 'PARTNER_INACTIVE'],
  REJ: ['CLIENT_DUPLICATE', 'CLIENT_INVALID', 'CLIENT_NOT_QUALIFIED', 'CLIENT_OTHER'],
  STK: ['ENDPOINT_DOWN', 'TIMEOUT', 'AUTH_FAILED', 'MAPPING_ERROR', 'UNPARSEABLE_RESPONSE'],
} as const satisfies Partial<Record<LeadStatus, readonly string[]>>;
/** Flags on a lead besides its reasons: none means that something is wrong with it. */
export const LEAD_FLAGS = {
  SOFT_CAP: 'A target is reached',
  CERT_UNVERIFIED: 'Certificate not verified in time',
  PHONE_UNVERIFIED: 'Phone number not verified in time',
  EMAIL_UNVERIFIED: 'Email address not verified in time',
  CRM_UNVERIFIED: 'Client’s system not asked in time',
  CLICK_UNKNOWN: 'Click id not known',
  CERT_EXPLAINED: 'No Jornaya LeadiD, with a reason',
} as const;
export type LeadFlag = keyof typeof LEAD_FLAGS;
export type LeadReason = (typeof LEAD_REASONS)[keyof typeof LEAD_REASONS][number];

/** Actor of a move: the system, or a user of a group. */
export type MovedBy = 'system' | 'ag' | 'cl';

export interface LeadMove {
  from: LeadStatus;
  to: LeadStatus;
  by: readonly MovedBy[];
  /** Required with the move. */
  needs?: 'reason' | 'note' | 'referenceOrNote';
}

const moves = (
  from: readonly LeadStatus[],
  to: readonly LeadStatus[],
  by: readonly MovedBy[],
  needs?: LeadMove['needs'],
): LeadMove[] =>
  from.flatMap((one) => to.map((other) => ({ from: one, to: other, by, ...(needs !== undefined && { needs }) })));

const BEFORE_TEST = LEAD_STATUS_CODES.filter((code) => code !== 'RTN' && code !== 'TST' && code !== 'RCV');

/** Every allowed move of a lead; all others are refused for everybody. */
export const LEAD_MOVES: readonly LeadMove[] = [
  ...moves(['RCV'], ['VAL', ...REFUSING_STATUSES, 'HLD', 'TST'], ['system']),
  ...moves(['HLD'], REFUSING_STATUSES, ['system', 'ag']),
  ...moves(['HLD'], ['VAL'], ['system']),
  ...moves(['VAL'], ['DLV', 'REJ', 'STK'], ['system']),
  ...moves(['STK'], ['DLV', 'REJ'], ['system']),
  ...moves(['STK'], ['DLV'], ['ag'], 'referenceOrNote'),
  ...moves(['STK'], ['SCR'], ['ag'], 'reason'),
  // The lead of a person who asked not to be contacted is not delivered, although it was accepted before.
  ...moves(['VAL', 'STK'], ['SCR'], ['system'], 'reason'),
  ...moves(['DLV'], ['RTR'], ['cl', 'ag'], 'reason'),
  ...moves(['DLV'], ['RTN'], ['ag'], 'reason'),
  // By the system if the client's criteria accept returns automatically.
  ...moves(['RTR'], ['RTN'], ['system', 'ag']),
  // Declined by the agency, or withdrawn by the requesting side.
  ...moves(['RTR'], ['DLV'], ['cl', 'ag']),
  ...moves(['RTN'], ['DLV'], ['ag'], 'note'),
  ...moves([...REFUSING_STATUSES, 'HLD'], ['VAL'], ['ag'], 'note'),
  ...moves(['REJ'], ['VAL'], ['ag']),
  ...moves(BEFORE_TEST, ['TST'], ['ag']),
];

/** The move from one status to another, if allowed for `by`. */
export const findLeadMove = (from: LeadStatus, to: LeadStatus, by: MovedBy): LeadMove | undefined =>
  LEAD_MOVES.find((move) => move.from === from && move.to === to && move.by.includes(by));

export const refusedMoveMessage = (from: LeadStatus, to: LeadStatus): string =>
  `A lead cannot go from ${LEAD_STATUSES[from].label} to ${LEAD_STATUSES[to].label}.`;
