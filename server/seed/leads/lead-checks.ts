import { REFUSING_STATUSES } from '@paceline/contract';
import { type Lead } from './lead.ts';

/** Checks enabled for every client of the demo; the others are off. */
const ASKED = [
  'freshness',
  'campaignOpen',
  'hours',
  'source',
  'program',
  'zipAndState',
  'geo',
  'audience',
  'eligibility',
  'nameFraud',
  'phonePrefix',
  'disposableEmail',
  'consent',
  'dedup',
  'caps',
];

/** The check that gives each reason. Field errors come before any check. */
const REFUSING: Readonly<Record<string, string>> = {
  PAUSED: 'campaignOpen',
  DAY_PART: 'hours',
  SOURCE_BLOCKED: 'source',
  PROGRAM_CLOSED: 'program',
  ZIP_STATE_MISMATCH: 'zipAndState',
  GEO_NOT_ALLOWED: 'geo',
  AUDIENCE_NOT_MATCHED: 'audience',
  EDU_LEVEL: 'eligibility',
  AGE_UNDER_MIN: 'eligibility',
  NAME_FRAUD: 'nameFraud',
  EMAIL_UNDELIVERABLE: 'disposableEmail',
  CONSENT_MISSING: 'consent',
  DUP_EMAIL: 'dedup',
  DUP_PHONE: 'dedup',
  CAP_MONTHLY: 'caps',
  CAP_DAILY: 'caps',
};

const REFUSED: ReadonlySet<Lead['status']> = new Set(REFUSING_STATUSES);
const ALL_PASSED = JSON.stringify({ passed: ASKED });

/** The stored results of an inquiry's checks. */
export const checksOf = ({ status, reasons }: Lead): string | null => {
  if (status === 'TST' || status === 'HLD') return null;
  if (!REFUSED.has(status)) return ALL_PASSED;
  const check = REFUSING[reasons[0] ?? ''];
  if (check === undefined) return null;
  return JSON.stringify({ passed: ASKED.slice(0, ASKED.indexOf(check)), failed: [{ check, codes: [...reasons] }] });
};
