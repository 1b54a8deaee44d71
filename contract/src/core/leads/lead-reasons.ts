import { type LEAD_REASONS, LEAD_FLAGS, type LeadReason } from './lead-status.ts';

/** Labels of the reasons why a lead waits for its client's system. */
const STUCK_REASONS = {
  ENDPOINT_DOWN: 'Endpoint down',
  TIMEOUT: 'No answer in time',
  AUTH_FAILED: 'Credential refused',
  MAPPING_ERROR: 'Client refused the lead',
  UNPARSEABLE_RESPONSE: 'Answer not understood',
} as const satisfies Record<(typeof LEAD_REASONS)['STK'][number], string>;

/** Labels of the reasons why a lead was returned. */
export const RETURN_REASONS = {
  WRONG_NUMBER: 'Wrong number',
  DISCONNECTED: 'Number disconnected',
  BAD_EMAIL: 'Bad email address',
  DUPLICATE_IN_CRM: 'Duplicate in the client’s system',
  OUT_OF_AREA: 'Out of area',
  NOT_QUALIFIED: 'Not qualified',
  NEVER_INQUIRED: 'Never inquired',
  ALREADY_ENROLLED: 'Already enrolled',
  LANGUAGE: 'Language',
  UNDER_AGE: 'Under age',
  NO_CONTACT: 'No contact',
  TCPA_RISK: 'TCPA risk',
  OTHER: 'Other',
} as const;

/** Labels of the reasons for a lead's status. */
const REASON_WORDS = {
  REQ_MISSING: 'Required field missing',
  FMT_EMAIL: 'Email not valid',
  FMT_PHONE: 'Phone not valid',
  FMT_ZIP: 'ZIP code not valid',
  FMT_DATE: 'Date not valid',
  VAL_NOT_ALLOWED: 'Value not allowed',
  ZIP_STATE_MISMATCH: 'ZIP code not in the state',
  PROGRAM_CLOSED: 'Program closed',
  CAMPUS_UNKNOWN: 'Campus unknown',
  AGE_UNDER_MIN: 'Under the minimum age',
  TOO_OLD: 'Older than 72 hours',
  DUP_EMAIL: 'Same email',
  DUP_PHONE: 'Same phone',
  DUP_NAME_ADDR: 'Same name and ZIP code',
  DUP_SUPPRESSION: 'On a suppression list',
  DUP_CLIENT_CRM: 'Already in the client’s system',
  DUP_DOUBLE_POST: 'Posted twice',
  NAME_FRAUD: 'Name not plausible',
  PHONE_PREFIX: 'Phone prefix not in use',
  PHONE_DISCONNECTED: 'Phone disconnected',
  EMAIL_UNDELIVERABLE: 'Email not deliverable',
  DNC: 'Do not call',
  CONSENT_MISSING: 'No consent to be contacted',
  CERT_MISSING: 'No consent certificate',
  CERT_NOT_AUTHENTIC: 'Certificate not authentic',
  CERT_MISMATCH: 'Certificate of another lead',
  CERT_EXPIRED: 'Certificate expired',
  DISCLOSURE_MISMATCH: 'Consent text not accepted',
  GEO_NOT_ALLOWED: 'Area not targeted',
  AUDIENCE_NOT_MATCHED: 'Audience not matched',
  EDU_LEVEL: 'Education level',
  GRAD_YEAR: 'Graduation year',
  IP_COUNTRY: 'IP address in another country',
  VELOCITY: 'Too many in a short time',
  PROFANITY: 'Profanity',
  CAP_DAILY: 'Daily cap full',
  CAP_WEEKLY: 'Weekly cap full',
  CAP_MONTHLY: 'Monthly cap full',
  CAP_SOURCE: 'Cap of the source full',
  CAP_GOAL_DOLLAR: 'Line item budget used up',
  CAP_INTERVAL: 'Cap of the hours full',
  PAUSED: 'Campaign paused',
  NOT_STARTED: 'Campaign not started',
  ENDED: 'Campaign ended',
  NO_ALLOCATION: 'No allocation this month',
  DAY_PART: 'Outside the campaign’s hours',
  SOURCE_BLOCKED: 'Source blocked',
  PARTNER_INACTIVE: 'Media partner inactive',
  CLIENT_DUPLICATE: 'Duplicate at the client',
  CLIENT_INVALID: 'Invalid at the client',
  CLIENT_NOT_QUALIFIED: 'Not qualified at the client',
  CLIENT_OTHER: 'Other reason of the client',
  ...STUCK_REASONS,
} as const satisfies Record<LeadReason, string>;

/** All reasons of a lead: of its status, its flags and its return. */
export const LEAD_REASON_WORDS: Readonly<Record<string, string>> = {
  ...RETURN_REASONS,
  ...LEAD_FLAGS,
  ...REASON_WORDS,
};
const CODE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/;
/** Label of a reason, a flag or a return reason. A code of another version is shown as words too. */
export const leadReasonText = (code: string): string =>
  LEAD_REASON_WORDS[code] ??
  (CODE.test(code) ? `${code.charAt(0)}${code.slice(1).toLowerCase().replaceAll('_', ' ')}` : code);
