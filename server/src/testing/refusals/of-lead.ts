import { POSTED_AT, SOME_POST, someRules, withCriteria } from '../factories/intake.ts';
import {
  counter,
  earlier,
  from,
  fromCallCenter,
  MIDNIGHT,
  row,
  providerCheck,
  sentBefore,
  type Refusal,
} from './situation.ts';

/** Refusals by where a lead comes from, its consent, what was there before it and who was asked about it. */
export const OF_LEAD: readonly Refusal[] = [
  row('IP_COUNTRY', 'SCR', 'IP address is outside the accepted countries.', from('RO'), from('PR')),
  row('IP_COUNTRY', 'SCR', 'IP address is outside the accepted countries.', from('CA'), {
    ...from('CA'),
    rules: withCriteria({ fields: [{ parameter: 'country', required: false, allowedValues: ['US', 'CA'] }] }),
  }),
  row('IP_COUNTRY', 'SCR', 'IP address is outside the accepted countries.', from('DE'), {
    ...from('DE'),
    post: { zip: '09012', state: 'AE' },
  }),
  row('IP_COUNTRY', 'SCR', 'IP address is outside the accepted countries.', from('DE'), from(null)),
  row('IP_COUNTRY', 'SCR', 'IP address is outside the accepted countries.', from('DE'), {
    ...from('DE'),
    post: fromCallCenter,
  }),
  row('VELOCITY', 'SCR', 'Too many leads from this IP address.', sentBefore(10), sentBefore(9)),
  row('VELOCITY', 'SCR', 'Too many leads from this IP address.', sentBefore(10), {
    ...sentBefore(10),
    post: fromCallCenter,
  }),
  // A held lead is one of those that were counted.
  row(
    'VELOCITY',
    'SCR',
    'Too many leads from this IP address.',
    { ...sentBefore(11), receivedAt: POSTED_AT },
    {
      ...sentBefore(10),
      receivedAt: POSTED_AT,
    },
  ),
  row(
    'CONSENT_MISSING',
    'SCR',
    'Consent to be contacted is required.',
    { post: { tcpaConsent: 'N' } },
    { post: { tcpaConsent: true } },
  ),
  row(
    'CERT_MISSING',
    'SCR',
    'Jornaya LeadiD is required.',
    { rules: withCriteria({ consent: { certificate: 'JORNAYA' } }) },
    {
      rules: withCriteria({ consent: { certificate: 'JORNAYA' } }),
      post: { jornayaLeadId: 'b7a1a5f2-91c0-4c0e-9f2d-1f0a5e6b7c8d' },
    },
  ),
  row(
    'CERT_MISSING',
    'SCR',
    'TrustedForm certificate is required.',
    { rules: withCriteria({ consent: { certificate: 'TRUSTEDFORM' } }) },
    {
      rules: withCriteria({ consent: { certificate: 'TRUSTEDFORM' } }),
      post: { trustedFormCertUrl: 'https://cert.trustedform.com/0123456789abcdef' },
    },
  ),
  row(
    'CERT_MISSING',
    'SCR',
    'Jornaya LeadiD or TrustedForm certificate is required.',
    { rules: withCriteria({ consent: { certificate: 'EITHER' } }) },
    {
      rules: withCriteria({ consent: { certificate: 'EITHER' } }),
      post: { trustedFormCertUrl: 'https://cert.trustedform.com/0123456789abcdef' },
    },
  ),
  row(
    'DISCLOSURE_MISMATCH',
    'SCR',
    'Consent text does not name the school.',
    { post: { tcpaText: 'By clicking I agree that Harborside College may call and text me at the number above.' } },
    {
      post: { tcpaText: 'By clicking I agree that HARBOR’s advisors may call and text me at the number above, today.' },
    },
  ),
  row(
    'DISCLOSURE_MISMATCH',
    'SCR',
    'Consent text is not one of the approved texts.',
    {
      rules: withCriteria({
        consent: { disclosures: [{ name: 'Old', text: SOME_POST.tcpaText, from: '2026-01-01', to: '2026-11-14' }] },
      }),
    },
    {
      rules: withCriteria({
        consent: { disclosures: [{ name: 'New', text: SOME_POST.tcpaText.toUpperCase(), from: '2026-11-15' }] },
      }),
    },
  ),
  row('DUP_EMAIL', 'DUP', 'Duplicate lead.', earlier('DUP_EMAIL')),
  row('DUP_PHONE', 'DUP', 'Duplicate lead.', earlier('DUP_PHONE')),
  row('DUP_NAME_ADDR', 'DUP', 'Duplicate lead.', earlier('DUP_NAME_ADDR')),
  row('DUP_SUPPRESSION', 'DUP', 'Duplicate lead.', earlier('DUP_SUPPRESSION'), {
    ...earlier('DUP_SUPPRESSION'),
    skips: new Set(['dedup'] as const),
  }),
  row(
    'CAP_DAILY',
    'CAP',
    'Daily cap 25 of 25, opens Nov 16, 12:00 AM EST.',
    counter('CAP_DAILY', 'Daily cap', 25, MIDNIGHT),
    counter('CAP_DAILY', 'Daily cap', 24, MIDNIGHT),
  ),
  row(
    'CAP_WEEKLY',
    'CAP',
    'Weekly cap 26 of 25, opens Nov 16, 12:00 AM EST.',
    counter('CAP_WEEKLY', 'Weekly cap', 26, MIDNIGHT),
    counter('CAP_WEEKLY', 'Weekly cap', 0, MIDNIGHT),
  ),
  row(
    'CAP_MONTHLY',
    'HLD',
    'Monthly cap 25 of 25, opens Dec 1, 12:00 AM EST.',
    {
      ...counter('CAP_MONTHLY', 'Monthly cap', 25, '2026-12-01T05:00:00Z'),
      rules: someRules({ campaign: { ...someRules().campaign, overDelivery: 'HOLD' } }),
    },
    {
      ...counter('CAP_MONTHLY', 'Monthly cap', 25, '2026-12-01T05:00:00Z'),
      rules: someRules({ campaign: { ...someRules().campaign, overDelivery: 'ACCEPT_UNPAID' } }),
    },
  ),
  row(
    'CAP_SOURCE',
    'CAP',
    'Monthly cap of the source 25 of 25, opens Dec 1, 12:00 AM EST.',
    counter('CAP_SOURCE', 'Monthly cap of the source', 25, '2026-12-01T05:00:00Z'),
  ),
  row(
    'CAP_INTERVAL',
    'CAP',
    'Cap of these hours 25 of 25, opens Nov 15, 6:00 PM EST.',
    counter('CAP_INTERVAL', 'Cap of these hours', 25, '2026-11-15T23:00:00Z'),
  ),
  row(
    'CAP_GOAL_DOLLAR',
    'CAP',
    'Goal budget reached, opens Dec 1, 12:00 AM EST.',
    counter('CAP_GOAL_DOLLAR', 'Goal budget', 25, '2026-12-01T05:00:00Z'),
  ),
  row(
    'CERT_NOT_AUTHENTIC',
    'SCR',
    'Consent certificate could not be confirmed.',
    providerCheck('certificate', null),
    providerCheck('certificate', null, 'unknown'),
  ),
  row(
    'CERT_MISMATCH',
    'SCR',
    'Consent certificate does not match the lead.',
    providerCheck('certificate', 'CERT_MISMATCH'),
  ),
  row('CERT_EXPIRED', 'SCR', 'Consent certificate has expired.', providerCheck('certificate', 'CERT_EXPIRED')),
  row(
    'PHONE_DISCONNECTED',
    'SCR',
    'Phone number is not in service.',
    providerCheck('phone', 'PHONE_DISCONNECTED'),
    providerCheck('phone', null, 'ok'),
  ),
  row('DNC', 'SCR', 'Phone number is on a do-not-call list.', providerCheck('phone', 'DNC')),
  row(
    'EMAIL_UNDELIVERABLE',
    'SCR',
    'Email address cannot receive mail.',
    providerCheck('email', null),
    providerCheck('email', null, 'ok'),
  ),
  row(
    'DUP_CLIENT_CRM',
    'DUP',
    'Duplicate lead.',
    providerCheck('clientCrm', null),
    providerCheck('clientCrm', null, 'unknown'),
  ),
];
