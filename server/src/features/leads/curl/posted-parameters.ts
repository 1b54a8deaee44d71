import { POST_PARAMETER_NAMES, type PostParameterName } from '@paceline/contract';
import { type Person } from '../../../lib/secrets/seal.ts';
import { DOTS, maskedValue } from '../../../shared/delivery/mask-person.ts';

/** Names of a stored post that differ from the parameters. */
const STORED_AS: Partial<Record<PostParameterName, string>> = {
  dialeroptin: 'dialerOptIn',
  textmessageoptin: 'textOptIn',
};
/** Parameters that identify the person besides the name, the email address and the phone numbers. */
const PERSONAL: ReadonlySet<PostParameterName> = new Set([
  'dateOfBirth',
  'ipAddress',
  'userAgent',
  'jornayaLeadId',
  'trustedFormCertUrl',
  'callRecordingUrl',
]);
const NAMES: ReadonlySet<PostParameterName> = new Set([
  'firstName',
  'lastName',
  'email',
  'addressLine1',
  'addressLine2',
]);

const textOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Y' : 'N';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const maskedParameter = (name: PostParameterName, value: string): string => {
  if (value === '') return '';
  if (NAMES.has(name)) return maskedValue(name, value);
  if (name === 'phone' || name === 'altPhone') return maskedValue('phone', value);
  // The query of an address may contain personal data.
  if (name === 'landingPageUrl' || name === 'referrerUrl') return value.split(/[?#]/)[0] ?? '';
  return PERSONAL.has(name) ? DOTS : value;
};

/** The parameters of a stored post, as they were read; without the key. */
export const postedParameters = (
  { post = {}, ...person }: Person,
  { consentText, campaignKey }: { consentText: string | null; campaignKey: number },
  { wholePerson }: { wholePerson: boolean },
): Record<string, string> => {
  const stored: Record<string, unknown> = { ...post, ...person, tcpaText: consentText };
  const subSources = Array.isArray(post['subSources']) ? (post['subSources'] as unknown[]) : [];
  for (const [index, value] of subSources.entries()) stored[`sub${index + 1}`] = value;
  const entries = POST_PARAMETER_NAMES.flatMap((name): [string, string][] => {
    const value = textOf(stored[STORED_AS[name] ?? name]);
    return value === '' ? [] : [[name, wholePerson ? value : maskedParameter(name, value)]];
  });
  return { cck: String(campaignKey), ...Object.fromEntries(entries) };
};
