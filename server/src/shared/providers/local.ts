import { failed, ok, type Provider, type Verdict, type VerifyInput } from './provider.ts';

/** Name shown in every answer, on the lead and on the screens. */
export const LOCAL_PROVIDER = 'Local provider, nothing verified outside';

const certificate = ({ trustedFormCertUrl, jornayaLeadId }: VerifyInput): Verdict => {
  const urls = `${trustedFormCertUrl ?? ''} ${jornayaLeadId ?? ''}`.toLowerCase();
  if (urls.includes('dead')) return failed('CERT_NOT_AUTHENTIC', 'Made up: the certificate has “dead” in it.');
  if (urls.includes('bad0')) return failed('CERT_MISMATCH', 'Made up: the certificate has “bad0” in it.');
  return ok('Made up: no certificate was looked at.');
};
const phone = ({ phone: number }: VerifyInput): Verdict =>
  number.endsWith('0000')
    ? failed('PHONE_DISCONNECTED', 'Made up: the number ends in 0000.')
    : ok('Made up: nobody was asked.');
const email = ({ email: address }: VerifyInput): Verdict =>
  address?.startsWith('bounce')
    ? failed('EMAIL_UNDELIVERABLE', 'Made up: the address begins with “bounce”.')
    : ok('Made up: nobody was asked.');

const RULES = { certificate, phone, email } as const;

/** For tests and the demo: answers based on the lead's values, and says so. */
export const localProvider = (kind: keyof typeof RULES): Provider => ({
  name: LOCAL_PROVIDER,
  verify: (input) => Promise.resolve({ ...RULES[kind](input), provider: LOCAL_PROVIDER, tookMs: 0 }),
});
