import { type Audience, type LeadReason, LEAD_REASONS, type LeadStatus, type SubStatus } from '@paceline/contract';
import { geoSchema } from '@paceline/contract';
import { describe, expect, test } from 'vitest';
import { POSTED_AT, SOME_POST, someInput, someLookups, someRules, withCriteria } from '../../testing/intake.ts';
import { type CampaignRules } from './campaign-rules.ts';
import { type CheckInput, type Counter, type Lookups, type Verification } from './check.ts';
import { decide } from './decide.ts';
import { readPost } from './read-post.ts';

interface Row {
  code: LeadReason;
  status: LeadStatus;
  message: string;
  /** What the post differs in from one that passes, where it fails and where it passes. */
  fails: Situation;
  passes: Situation;
}
interface Situation extends Partial<Pick<CheckInput, 'rules' | 'lookups' | 'now' | 'skips' | 'receivedAt'>> {
  post?: object;
}

const row = (code: LeadReason, status: LeadStatus, message: string, fails: Situation, passes: Situation = {}): Row => ({
  code,
  status,
  message,
  fails,
  passes,
});

const closed = (code: SubStatus): Situation => ({
  lookups: someLookups({
    status: { subStatus: code, statusReasons: [{ code, message: 'As the agency reads it.' }], nextChangeAt: null },
  }),
});
const counter = (reason: LeadReason, label: string, used: number, resetsAt: string): Situation => {
  const one: Counter = { label, reason, used, cap: 25, resetsAt: new Date(resetsAt) };
  return { lookups: someLookups({ counters: [one] }) };
};
const MIDNIGHT = '2026-11-16T05:00:00Z';
const earlier = (reason: NonNullable<Lookups['earlier']>['reason']): Situation => ({
  lookups: someLookups({ earlier: { leadKey: 9_000_001, reason } }),
});
const said = (
  name: 'certificate' | 'phone' | 'email' | 'clientCrm',
  reason: LeadReason | null,
  outcome: Verification['outcome'] = 'failed',
): Situation => ({
  rules: withCriteria({ verification: { [name]: 'REJECT' } }),
  lookups: someLookups({ verified: new Map([[name, { outcome, reason, provider: 'Local', detail: 'said so' }]]) }),
});
const audience = (...rules: Audience['rules']): CampaignRules => someRules({ audience: { match: 'ALL', rules } });
const atLeastDiploma = audience({
  attribute: 'highestEducationLevel',
  operator: 'GTE',
  values: ['HSD'],
  onMissing: 'REJECT',
});
const hours = (outsideHours: 'REJECT' | 'HOLD'): CampaignRules =>
  someRules({
    dayParting: {
      timeZone: null,
      outsideHours,
      days: [{ day: 'MON', intervals: [{ start: '08:00', end: '20:00', cap: null }] }],
    },
  });
const MONDAY = new Date('2026-11-16T15:00:00Z');
/** 9:30 PM in New York, and 8:30 AM there the next morning. */
const LATE = new Date('2026-11-16T02:30:00Z');
const EARLY = new Date('2026-11-16T13:30:00Z');
const callCenter = someRules({ campaign: { ...someRules().campaign, leadSourceType: 'Call Center' } });
const fromCallCenter = { leadSourceType: 'Call Center', agentId: 'A-7', callRecordingUrl: 'https://rec.example.org/7' };
const from = (ipCountry: string | null): Situation => ({ lookups: someLookups({ ipCountry }) });
const sentBefore = (leadsOfAddress: number): Situation => ({
  rules: withCriteria({ quality: { velocity: 'REJECT' } }),
  lookups: someLookups({ leadsOfAddress }),
});
const floor = withCriteria({ eligibility: { educationFloor: 'BACH', gradYearFrom: 2015, gradYearTo: 2024 } });
const ohio = someRules({ geo: geoSchema.parse({ states: ['US-TX'], radius: { campusKey: 51, miles: 30 } }) });

/** Business refusals, by the check that gives them: one post that fails and one that passes. */
const REFUSALS: readonly Row[] = [
  row(
    'TOO_OLD',
    'INV',
    'Lead is too old to be accepted.',
    { post: { leadCreatedDate: '2026-11-12T19:59:59Z' } },
    { post: { leadCreatedDate: '2026-11-12T20:00:00Z' } },
  ),
  row('PAUSED', 'CLS', 'Campaign is paused.', closed('PAUSED'), closed('PAUSE_SCHEDULED')),
  row('NOT_STARTED', 'CLS', 'Campaign has not started.', closed('SCHEDULED')),
  row('NOT_STARTED', 'CLS', 'Campaign has not started.', closed('DRAFT')),
  row('ENDED', 'CLS', 'Campaign has ended.', closed('ENDED')),
  row('ENDED', 'CLS', 'Campaign has ended.', closed('DELETED')),
  row('PARTNER_INACTIVE', 'CLS', 'Media partner is not active for this client.', closed('PARTNER_INACTIVE')),
  row('NO_ALLOCATION', 'CLS', 'Campaign has no allocation this month.', closed('NO_ALLOCATION')),
  row('NO_ALLOCATION', 'CLS', 'Campaign is awaiting its insertion order.', closed('IO_PENDING'), closed('CAP_DAY')),
  row(
    'DAY_PART',
    'CLS',
    'Outside hours, opens Nov 16, 8:00 AM EST.',
    { rules: hours('REJECT') },
    { rules: hours('REJECT'), now: MONDAY },
  ),
  row(
    'DAY_PART',
    'HLD',
    'Outside hours, opens Nov 16, 8:00 AM EST.',
    { rules: hours('HOLD') },
    { rules: hours('HOLD'), now: MONDAY },
  ),
  // 9:30 PM in Ohio is 4:30 PM in Honolulu and 8:30 PM in the part of Indiana that keeps Chicago's time.
  row(
    'DAY_PART',
    'CLS',
    'Outside hours, opens Nov 16, 8:00 AM EST.',
    { rules: callCenter, post: fromCallCenter, now: LATE },
    { rules: callCenter, post: { ...fromCallCenter, zip: '96813', state: 'HI' }, now: LATE },
  ),
  row(
    'DAY_PART',
    'CLS',
    'Outside hours, opens Nov 16, 8:00 AM EST.',
    { rules: callCenter, post: { ...fromCallCenter, zip: '46204', state: 'IN' }, now: LATE },
    { rules: callCenter, post: { ...fromCallCenter, zip: '46402', state: 'IN' }, now: LATE },
  ),
  // Hours of its own take the place of the usual ones, and web leads have none.
  row(
    'DAY_PART',
    'CLS',
    'Outside hours, opens Nov 16, 9:00 AM EST.',
    { rules: callCenter, post: { ...fromCallCenter, zip: '60601', state: 'IL' }, now: EARLY },
    { rules: { ...callCenter, dayParting: hours('REJECT').dayParting }, post: fromCallCenter, now: MONDAY },
  ),
  row('SOURCE_BLOCKED', 'CLS', 'Publisher source is not accepted for this campaign.', {
    post: { publisherSource: 'SITE-B' },
  }),
  row(
    'SOURCE_BLOCKED',
    'CLS',
    'Publisher source is not accepted for this campaign.',
    {
      rules: someRules({ owner: { ...someRules().owner, unknownSources: 'REJECT' } }),
      post: { publisherSource: 'new' },
    },
    { post: { publisherSource: 'new' } },
  ),
  row('SOURCE_BLOCKED', 'HLD', 'Publisher source is waiting for approval.', {
    rules: someRules({ owner: { ...someRules().owner, unknownSources: 'AUTO_CREATE_HOLD' } }),
    post: { publisherSource: 'new' },
  }),
  row('CAMPUS_UNKNOWN', 'INV', 'Campus is not open for this campaign.', { post: { campusCode: 'NYC' } }),
  row(
    'PROGRAM_CLOSED',
    'INV',
    'Program is not open for this campaign.',
    { post: { programCode: 'WELD' } },
    { post: { programCode: 'cul', campusCode: '' } },
  ),
  row(
    'ZIP_STATE_MISMATCH',
    'INV',
    'ZIP code does not match state.',
    { post: { state: 'TX' } },
    { post: { state: 'US-OH' } },
  ),
  row(
    'GEO_NOT_ALLOWED',
    'SCR',
    'ZIP code is outside the campaign’s area.',
    { rules: ohio, post: { zip: '45202' } },
    { rules: ohio, post: { zip: '78701', state: 'TX' } },
  ),
  row(
    'GEO_NOT_ALLOWED',
    'SCR',
    'State is not served.',
    { rules: withCriteria({ eligibility: { statesNotServed: ['US-OH'] } }) },
    { rules: withCriteria({ eligibility: { statesNotServed: ['US-CA'] } }) },
  ),
  row(
    'AUDIENCE_NOT_MATCHED',
    'SCR',
    'Highest education level is outside the campaign’s audience.',
    { rules: atLeastDiploma, post: { highestEducationLevel: 'GED' } },
    { rules: atLeastDiploma, post: { highestEducationLevel: 'High school diploma' } },
  ),
  row(
    'AUDIENCE_NOT_MATCHED',
    'SCR',
    'Highest education level is missing, and the campaign’s audience asks for it.',
    { rules: atLeastDiploma },
    { rules: atLeastDiploma, post: { highestEducationLevel: 'DOCT' } },
  ),
  row('AGE_UNDER_MIN', 'INV', 'Applicant is under the minimum age.', { post: { age: 15 } }, { post: { age: 16 } }),
  row(
    'AGE_UNDER_MIN',
    'INV',
    'Applicant is under the minimum age.',
    { post: { dateOfBirth: '11/16/2010' } },
    { post: { dateOfBirth: '2010-11-15' } },
  ),
  row(
    'EDU_LEVEL',
    'SCR',
    'Highest education level is below the minimum.',
    { rules: floor, post: { highestEducationLevel: 'ASSOC' } },
    { rules: floor, post: { highestEducationLevel: 'MAST' } },
  ),
  row(
    'GRAD_YEAR',
    'SCR',
    'Graduation year is outside the accepted years.',
    { rules: floor, post: { hsGradYear: 2014 } },
    { rules: floor, post: { hsGradYear: 2015 } },
  ),
  row(
    'NAME_FRAUD',
    'SCR',
    'Name is not accepted.',
    { post: { firstName: 'Asdf', lastName: 'Asdf' } },
    { post: { firstName: 'Phuc', lastName: 'Nguyen' } },
  ),
  row(
    'PROFANITY',
    'SCR',
    'Name is not accepted.',
    { post: { firstName: 'Fuck', lastName: 'You' } },
    { post: { firstName: 'Dick', lastName: 'Van Dyke' } },
  ),
  row(
    'PHONE_PREFIX',
    'SCR',
    'Phone number has a prefix that is not accepted.',
    { post: { phone: '800-867-5309' } },
    { post: { phone: '787-867-5309' } },
  ),
  row(
    'EMAIL_UNDELIVERABLE',
    'SCR',
    'Disposable email addresses are not accepted.',
    { post: { email: 'maria@inbox.Mailinator.com' } },
    { post: { email: 'maria@mailinator.com.au-mail.net' } },
  ),
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
    'CONSENT_MISSING',
    'SCR',
    'Jornaya LeadiD is required.',
    { rules: withCriteria({ consent: { certificate: 'JORNAYA' } }) },
    {
      rules: withCriteria({ consent: { certificate: 'JORNAYA' } }),
      post: { jornayaLeadId: 'b7a1a5f2-91c0-4c0e-9f2d-1f0a5e6b7c8d' },
    },
  ),
  row(
    'CONSENT_MISSING',
    'SCR',
    'TrustedForm certificate is required.',
    { rules: withCriteria({ consent: { certificate: 'TRUSTEDFORM' } }) },
    {
      rules: withCriteria({ consent: { certificate: 'TRUSTEDFORM' } }),
      post: { trustedFormCertUrl: 'https://cert.trustedform.com/0123456789abcdef' },
    },
  ),
  row(
    'CONSENT_MISSING',
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
    said('certificate', null),
    said('certificate', null, 'unknown'),
  ),
  row('CERT_MISMATCH', 'SCR', 'Consent certificate does not match the lead.', said('certificate', 'CERT_MISMATCH')),
  row('CERT_EXPIRED', 'SCR', 'Consent certificate has expired.', said('certificate', 'CERT_EXPIRED')),
  row(
    'PHONE_DISCONNECTED',
    'SCR',
    'Phone number is not in service.',
    said('phone', 'PHONE_DISCONNECTED'),
    said('phone', null, 'ok'),
  ),
  row('DNC', 'SCR', 'Phone number is on a do-not-call list.', said('phone', 'DNC')),
  row(
    'EMAIL_UNDELIVERABLE',
    'SCR',
    'Email address cannot receive mail.',
    said('email', null),
    said('email', null, 'ok'),
  ),
  row('DUP_CLIENT_CRM', 'DUP', 'Duplicate lead.', said('clientCrm', null), said('clientCrm', null, 'unknown')),
];

const decided = ({ post, ...over }: Situation) => decide(someInput(post, over));

describe('business refusals', () => {
  test.each(REFUSALS)('$status/$code $message', ({ code, status, message, fails, passes }) => {
    const refused = decided(fails);
    expect(refused.status).toBe(status);
    expect(refused.reasons[0]).toMatchObject({ code, message });
    expect(decided(passes)).toMatchObject({ status: 'VAL', reasons: [] });
  });
});

interface FieldRow {
  field: string;
  code: LeadReason;
  message: string;
  wrong: unknown;
  right: unknown;
  rules?: CampaignRules;
  with?: object;
}

const field = (
  name: string,
  code: LeadReason,
  message: string,
  wrong: unknown,
  right: unknown,
  more: Pick<FieldRow, 'rules' | 'with'> = {},
): FieldRow => ({ field: name, code, message, wrong, right, ...more });
const missing = (name: string, message: string, right: unknown, more: Pick<FieldRow, 'rules' | 'with'> = {}) =>
  field(name, 'REQ_MISSING', message, '', right, more);
const asks = (...parameters: string[]): CampaignRules =>
  withCriteria({ fields: parameters.map((parameter) => ({ parameter, required: true })) });

/** Field errors, in the words of the wire: one value that is wrong and one that is right. */
const FIELD_ERRORS: readonly FieldRow[] = [
  missing('firstName', 'First name is required.', 'Maria'),
  field('firstName', 'VAL_NOT_ALLOWED', 'First name has characters that are not allowed.', 'M4ria', 'Zoë-Anne O’Neil'),
  field('firstName', 'VAL_NOT_ALLOWED', 'First name has characters that are not allowed.', 'aaaa', 'Oo'),
  missing('lastName', 'Last name is required.', 'Okafor'),
  field('lastName', 'VAL_NOT_ALLOWED', 'Last name has characters that are not allowed.', 'x'.repeat(51), 'St. John'),
  missing('email', 'Email is required.', 'a@b.co'),
  field('email', 'FMT_EMAIL', 'Email address is not valid.', 'maria@localhost', 'Maria@Gmail.COM'),
  missing('phone', 'Phone number is required.', '2168675309'),
  field('phone', 'FMT_PHONE', 'Phone number is not valid.', '216-911-5309', '+1 216.867.5309'),
  field('phone', 'FMT_PHONE', 'Phone number is not valid.', '216-555-0123', '216-555-0200'),
  field('altPhone', 'FMT_PHONE', 'Alternate phone number is not valid.', '2968675309', '1 (216) 867-5310'),
  missing('addressLine1', 'Address line 1 is required.', '12 Main St', { rules: asks('addressLine1') }),
  field('addressLine1', 'VAL_NOT_ALLOWED', 'Address line 1 is not valid.', '1200', '1200 Euclid Ave'),
  missing('city', 'City is required.', 'Cleveland', { rules: asks('city') }),
  field('city', 'VAL_NOT_ALLOWED', 'City is not valid.', '44114', 'St. Louis'),
  missing('state', 'State is required.', 'OH', {
    rules: withCriteria({ fields: [{ parameter: 'zip', required: false }] }),
    with: { zip: '' },
  }),
  field('state', 'VAL_NOT_ALLOWED', 'State is not valid.', 'ZZ', 'US-OH'),
  missing('zip', 'ZIP code is required.', '44114'),
  field('zip', 'FMT_ZIP', 'ZIP code is not valid.', '00000', '44114-1234'),
  field('country', 'VAL_NOT_ALLOWED', 'Country is not accepted for this program.', 'CA', 'usa'),
  missing('programCode', 'Program code is required.', 'CUL'),
  field('degreeLevel', 'VAL_NOT_ALLOWED', 'Degree level has a value that is not accepted.', 'PhD', 'bachelor'),
  field('areaOfInterest', 'VAL_NOT_ALLOWED', 'Area of interest has a value that is not accepted.', 'Magic', 'Nursing'),
  field('modality', 'VAL_NOT_ALLOWED', 'Modality has a value that is not accepted.', 'By mail', 'Online'),
  missing('highestEducationLevel', 'Highest education level is required.', 'HSD', {
    rules: asks('highestEducationLevel'),
  }),
  field('hsGradYear', 'VAL_NOT_ALLOWED', 'Graduation year is not valid.', 2033, 2032),
  field('age', 'VAL_NOT_ALLOWED', 'Age is not valid.', '17.5', 17),
  field('dateOfBirth', 'FMT_DATE', 'Date of birth is not valid.', '02/30/2000', '02/29/2000'),
  field('militaryStatus', 'VAL_NOT_ALLOWED', 'Military status has a value that is not accepted.', 'General', 'Veteran'),
  missing('militaryStatus', 'Military status is required with a branch.', 'VETERAN', {
    with: { militaryBranch: 'Navy' },
  }),
  field('startTimeframe', 'VAL_NOT_ALLOWED', 'Start timeframe has a value that is not accepted.', 'Never', 'M1_3'),
  field(
    'leadCreatedDate',
    'FMT_DATE',
    'Lead creation date is not valid.',
    '2026-11-15T20:05:01Z',
    '2026-11-15T20:05:00Z',
  ),
  field('leadSourceType', 'VAL_NOT_ALLOWED', 'Lead source type has a value that is not accepted.', 'mail', 'web'),
  missing('publisherSource', 'Publisher source is required.', 'site-a'),
  field(
    'publisherSource',
    'VAL_NOT_ALLOWED',
    'Publisher source has characters that are not allowed.',
    'site a',
    'Site_A.1-b',
  ),
  missing('landingPageUrl', 'Landing page URL is required.', 'http://harbor.school'),
  field(
    'landingPageUrl',
    'VAL_NOT_ALLOWED',
    'Landing page URL is not valid.',
    'ftp://harbor.school',
    'https://a.b/c?d',
  ),
  field('referrerUrl', 'VAL_NOT_ALLOWED', 'Referrer URL is not valid.', 'google', 'https://www.google.com/'),
  missing('ipAddress', 'IP address is required.', '2600:1700::1'),
  field('ipAddress', 'VAL_NOT_ALLOWED', 'IP address is not valid.', '192.168.1.4', '8.8.4.4'),
  field('deviceType', 'VAL_NOT_ALLOWED', 'Device type has a value that is not accepted.', 'watch', 'Tablet'),
  missing('tcpaConsent', 'Consent to be contacted is required.', 1),
  missing('tcpaText', 'Consent text is required.', SOME_POST.tcpaText),
  field(
    'tcpaText',
    'VAL_NOT_ALLOWED',
    'Consent text must have 40 to 4,000 characters.',
    'I agree, Harbor.',
    SOME_POST.tcpaText,
  ),
  missing('jornayaLeadId', 'Jornaya LeadiD is required.', 'B7A1A5F2-91C0-4C0E-9F2D-1F0A5E6B7C8D', {
    rules: asks('jornayaLeadId'),
  }),
  field(
    'jornayaLeadId',
    'VAL_NOT_ALLOWED',
    'Jornaya LeadiD is not valid.',
    'B7A1A5F2',
    'B7A1A5F2-91C0-4C0E-9F2D-1F0A5E6B7C8D',
  ),
  field(
    'trustedFormCertUrl',
    'VAL_NOT_ALLOWED',
    'TrustedForm certificate is not valid.',
    'https://cert.trustedform.com.evil.example/1',
    'https://cert.trustedform.com/0123456789abcdef',
  ),
  missing('dialeroptin', 'Dialer opt-in is required.', 'N', { rules: asks('dialeroptin') }),
  missing('textmessageoptin', 'Text message opt-in is required.', 'Y', { rules: asks('textmessageoptin') }),
  missing('agentId', 'Agent id is required for call center leads.', 'A-7', { with: fromCallCenter }),
  missing('callRecordingUrl', 'Call recording URL is required for call center leads.', 'https://rec.example.org/7', {
    with: fromCallCenter,
  }),
];

describe('field errors', () => {
  test.each(FIELD_ERRORS)('$field: $message', ({ field: name, code, message, wrong, right, rules, with: more }) => {
    const read = (value: unknown) =>
      readPost({ ...SOME_POST, ...more, [name]: value }, rules ?? someRules(), POSTED_AT);
    expect(read(wrong)).toMatchObject({ errors: [{ code, field: name, message }] });
    expect(read(right)).not.toHaveProperty('errors');
  });
});

/** Reasons that no check of a post gives, and why. */
const NOT_BY_POSTING: Partial<Record<LeadReason, string>> = {
  DUP_DOUBLE_POST: 'the same body within minutes gets the first answer again',
};
const AFTER_POSTING: ReadonlySet<string> = new Set([...LEAD_REASONS.REJ, ...LEAD_REASONS.STK]);

test('every reason that a post can be refused for has a row', () => {
  const rows = new Set<string>([...REFUSALS, ...FIELD_ERRORS].map(({ code }) => code));
  const without = Object.values(LEAD_REASONS)
    .flat()
    .filter((code) => !rows.has(code) && !(code in NOT_BY_POSTING) && !AFTER_POSTING.has(code));
  expect(without).toEqual([]);
});
