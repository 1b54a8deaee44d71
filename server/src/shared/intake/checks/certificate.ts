import { CERTIFICATES } from '@paceline/contract';
import { type Check, type CheckInput, type Flag, type Reason } from '../check.ts';
import { failed, OFF, PASSED } from './check-results.ts';

const missing = (field: string | null, message: string): Reason => ({ code: 'CERT_MISSING', field, message });
const NO_JORNAYA = missing('jornayaLeadId', 'Jornaya LeadiD is required.');
const NO_TRUSTEDFORM = missing('trustedFormCertUrl', 'TrustedForm certificate is required.');
const NEITHER = missing(null, 'Jornaya LeadiD or TrustedForm certificate is required.');
const EXPLAINED: Flag = {
  code: 'CERT_EXPLAINED',
  field: 'jornayaLeadId',
  message: 'Jornaya LeadiD is missing, with a reason.',
};

/** Required certificates that are missing. Their issuers verify them later. */
const missingOf = ({ lead, rules }: CheckInput): { reasons: Reason[]; explained: boolean } => {
  const { certificate, acceptsFailureReason } = rules.criteria.consent;
  const explained = acceptsFailureReason && lead.jornayaFailureReason !== null;
  const [jornaya, trustedForm] = [lead.jornayaLeadId !== null, lead.trustedFormCertUrl !== null];
  const reasons: Reason[] = [];
  if (certificate === 'EITHER' && !jornaya && !trustedForm && !explained) reasons.push(NEITHER);
  const asksJornaya = certificate === 'JORNAYA' || certificate === 'BOTH';
  if (asksJornaya && !jornaya && !explained) reasons.push(NO_JORNAYA);
  if ((certificate === 'TRUSTEDFORM' || certificate === 'BOTH') && !trustedForm) reasons.push(NO_TRUSTEDFORM);
  const excuses = certificate === 'EITHER' ? !jornaya && !trustedForm : asksJornaya && !jornaya;
  return { reasons, explained: explained && excuses };
};

export const certificate: Check = {
  id: 'certificate',
  title: 'Consent certificate',
  skippedBy: ['scrub'],
  run: (input) => {
    const { consent } = input.rules.criteria;
    if (consent.certificate === 'NONE') return OFF;
    const { reasons, explained } = missingOf(input);
    if (reasons.length > 0 && consent.onFailure === 'REJECT') return failed('SCR', ...reasons);
    const flags: Flag[] = [...reasons, ...(explained ? [EXPLAINED] : [])];
    return flags.length === 0 ? PASSED : { outcome: 'flagged', flags };
  },
  explain: ({ lead, rules }) => {
    const certificates = [
      ...(lead.jornayaLeadId === null ? [] : ['Jornaya LeadiD']),
      ...(lead.trustedFormCertUrl === null ? [] : ['TrustedForm certificate']),
    ];
    const { certificate: requirement, onFailure } = rules.criteria.consent;
    const rule =
      requirement === 'NONE' ? 'None asked for' : `${CERTIFICATES[requirement]}, else ${onFailure.toLowerCase()}`;
    return { value: certificates.join(' and ') || 'None given', rule };
  },
};
