import { z } from 'zod';
import { type OutboundHttp } from '../../lib/guarded-http.ts';
import { failed, httpProvider, ok, type Provider, unknown } from './provider.ts';

/** The only host that receives our credentials: the certificate URL is chosen by the lead's sender. */
const HOST = 'https://cert.trustedform.com';

const answerSchema = z.object({
  outcome: z.enum(['success', 'failure', 'error']),
  reason: z.string().nullish(),
  match_lead: z.object({ result: z.object({ success: z.boolean().nullish() }).nullish() }).nullish(),
});

const certificateUrl = (text: string, host: string): URL | null => {
  const url = URL.parse(text);
  if (url === null || url.origin !== HOST || url.username !== '' || !/^\/[\w.-]{1,255}$/.test(url.pathname))
    return null;
  return new URL(url.pathname, host);
};

/**
 * TrustedForm Certificate API, version 4.0: one request matches the certificate with the lead and retains it. The overall outcome decides,
 * as its documentation specifies.
 */
export const trustedForm = (http: OutboundHttp, { apiKey }: { apiKey: string }, host = HOST): Provider =>
  httpProvider({
    name: 'TrustedForm',
    http,
    ask: ({ trustedFormCertUrl, email, phone, reference, partner }) => {
      const url = certificateUrl(trustedFormCertUrl ?? '', host);
      if (url === null) return failed('CERT_NOT_AUTHENTIC', 'This is no address of a certificate.');
      return {
        method: 'POST',
        url,
        headers: {
          authorization: `Basic ${Buffer.from(`API:${apiKey}`).toString('base64')}`,
          'content-type': 'application/json',
          accept: 'application/json',
          'api-version': '4.0',
        },
        body: JSON.stringify({
          match_lead: { ...(email !== null && { email }), phone },
          retain: { reference, vendor: partner },
        }),
      };
    },
    read: (json, status) => {
      if (status === 404) return failed('CERT_NOT_AUTHENTIC', 'There is no such certificate.');
      const { data: answer } = answerSchema.safeParse(json);
      if (answer === undefined) return unknown(`Answered ${status} with something unexpected.`);
      if (answer.outcome === 'success') return ok('The certificate is real, matches the lead and is retained.');
      if (answer.outcome === 'error') return unknown('Could not work it out.');
      if (answer.match_lead?.result?.success === false)
        return failed('CERT_MISMATCH', 'The certificate is of somebody else.');
      if (/expired/i.test(answer.reason ?? '')) return failed('CERT_EXPIRED', 'The certificate has expired.');
      return failed('CERT_NOT_AUTHENTIC', 'The certificate was refused.');
    },
  });
