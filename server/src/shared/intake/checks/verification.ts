import { type LeadFlag, type LeadReason, statusOfReason } from '@paceline/contract';
import { type CampaignRules } from '../campaign-rules.ts';
import { type Check, type CheckInput, type Flag, type Reason, type Verification } from '../check.ts';
import { failed, OFF, PASSED } from './check-results.ts';

interface Asked {
  title: string;
  field: string | null;
  reason: LeadReason;
  unknown: LeadFlag;
  message: string;
}

/** External verifications, cheapest first. */
const ASKED = {
  certificate: {
    title: 'Certificate',
    field: null,
    reason: 'CERT_NOT_AUTHENTIC',
    unknown: 'CERT_UNVERIFIED',
    message: 'Consent certificate could not be confirmed.',
  },
  email: {
    title: 'Email',
    field: 'email',
    reason: 'EMAIL_UNDELIVERABLE',
    unknown: 'EMAIL_UNVERIFIED',
    message: 'Email address cannot receive mail.',
  },
  phone: {
    title: 'Phone',
    field: 'phone',
    reason: 'PHONE_DISCONNECTED',
    unknown: 'PHONE_UNVERIFIED',
    message: 'Phone number is not in service.',
  },
  clientCrm: {
    title: 'Client’s system',
    field: null,
    reason: 'DUP_CLIENT_CRM',
    unknown: 'CRM_UNVERIFIED',
    message: 'Duplicate lead.',
  },
} as const satisfies Record<string, Asked>;
type Name = keyof typeof ASKED;
const NAMES = Object.keys(ASKED) as Name[];

const MESSAGES: Partial<Record<LeadReason, string>> = {
  CERT_MISMATCH: 'Consent certificate does not match the lead.',
  CERT_EXPIRED: 'Consent certificate has expired.',
  DNC: 'Phone number is on a do-not-call list.',
};

const reasonOf = (request: Asked, { reason, provider, detail }: Verification): Reason => {
  const code = reason ?? request.reason;
  return { code, field: request.field, message: MESSAGES[code] ?? request.message, detail: `${provider}: ${detail}` };
};

const unknownFlag = ({ unknown, field, title }: Asked, { provider, detail }: Verification): Flag => ({
  code: unknown,
  field,
  message: `${title} not verified.`,
  detail: `${provider}: ${detail}`,
});

const refusing = (code: LeadReason): 'DUP' | 'SCR' => (statusOfReason(code) === 'DUP' ? 'DUP' : 'SCR');

const policyOf = ({ rules }: Pick<CheckInput, 'rules'>, name: Name) => rules.criteria.verification[name];

/** Who gives a reason for refusing a lead. */
const GIVEN_BY: Readonly<Record<string, Name>> = {
  CERT_NOT_AUTHENTIC: 'certificate',
  CERT_MISMATCH: 'certificate',
  CERT_EXPIRED: 'certificate',
  EMAIL_UNDELIVERABLE: 'email',
  PHONE_DISCONNECTED: 'phone',
  DNC: 'phone',
  DUP_CLIENT_CRM: 'clientCrm',
};

/** Whether a lead's reason is the answer of an external provider that would still refuse it: the stored lead does not tell otherwise. */
export const isVerdictOfOthers = (code: string, rules: CampaignRules): boolean => {
  const name = GIVEN_BY[code];
  return name !== undefined && policyOf({ rules }, name) === 'REJECT';
};

/** Applies the answers of external providers, where the client wants them. A missing answer refuses no lead. */
export const verification: Check = {
  id: 'verification',
  title: 'Verification by others',
  skippedBy: ['scrub'],
  run: (input) => {
    const flags: Flag[] = [];
    let answered = false;
    for (const name of NAMES) {
      const said = input.lookups.verified.get(name);
      if (said === undefined || policyOf(input, name) === 'OFF') continue;
      answered = true;
      if (said.outcome === 'unknown') flags.push(unknownFlag(ASKED[name], said));
      if (said.outcome !== 'failed') continue;
      const reason = reasonOf(ASKED[name], said);
      if (policyOf(input, name) === 'REJECT') return failed(refusing(reason.code), reason);
      flags.push(reason);
    }
    if (flags.length > 0) return { outcome: 'flagged', flags };
    return answered ? PASSED : OFF;
  },
  explain: (input) => {
    const on = NAMES.filter((name) => policyOf(input, name) !== 'OFF');
    const said = on.flatMap((name) => {
      const verified = input.lookups.verified.get(name);
      return verified === undefined ? [] : [`${ASKED[name].title} ${verified.outcome} (${verified.provider})`];
    });
    if (on.length === 0) return { value: null, rule: 'Nobody else is asked' };
    const rule = on.map((name) => `${ASKED[name].title}: ${policyOf(input, name).toLowerCase()}`).join(', ');
    return { value: said.join(', ') || 'Not asked: others are asked only about posted leads', rule };
  },
};
