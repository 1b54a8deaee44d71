import { type LeadReason } from '@paceline/contract';
import { type CampaignRules } from '../../shared/intake/campaign-rules.ts';
import { SOME_POST, withCriteria } from '../factories/intake.ts';
import { fromCallCenter } from './situation.ts';

interface FieldError {
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
  more: Pick<FieldError, 'rules' | 'with'> = {},
): FieldError => ({ field: name, code, message, wrong, right, ...more });
const missing = (name: string, message: string, right: unknown, more: Pick<FieldError, 'rules' | 'with'> = {}) =>
  field(name, 'REQ_MISSING', message, '', right, more);
const asks = (...parameters: string[]): CampaignRules =>
  withCriteria({ fields: parameters.map((parameter) => ({ parameter, required: true })) });

/** Field errors, in the words of the wire: one value that is wrong and one that is right. */
export const FIELD_ERRORS: readonly FieldError[] = [
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
