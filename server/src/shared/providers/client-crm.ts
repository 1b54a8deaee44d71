import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type OutboundHttp, type OutboundRequest } from '../../lib/guarded-http.ts';
import { normaliseEmail, normalisePhone } from '../../lib/secrets/seal.ts';
import { type ClientSystemHeader } from './accounts.ts';
import { failed, httpProvider, ok, type Provider, unknown, type VerifyInput } from './provider.ts';

export const clientSystemSchema = z.object({ duplicate: z.boolean() });
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The credential is only sent to the host it was set for, so that changing the URL does not reveal it. */
export const clientSystemRequest = (
  url: string,
  header: ClientSystemHeader | null,
  { email, phone, reference }: Pick<VerifyInput, 'email' | 'phone' | 'reference'>,
): OutboundRequest | null => {
  const address = URL.parse(url);
  if (address === null) return null;
  return {
    method: 'POST',
    url: address,
    headers: {
      ...(header !== null && header.host === address.host && { [header.name.toLowerCase()]: header.value }),
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({
      reference,
      emailSha256: email === null ? null : sha256(normaliseEmail(email)),
      phoneSha256: sha256(normalisePhone(phone)),
    }),
  };
};

/**
 * Asks the client's own system whether it knows the person. It gets hashes, as in our own prechecks: a person whose lead may be refused is
 * not disclosed. It answers `{"duplicate": true}` or `{"duplicate": false}`.
 */
export const clientCrm = (http: OutboundHttp, url: string, header: ClientSystemHeader | null = null): Provider =>
  httpProvider({
    name: 'Client’s system',
    http,
    ask: (input) => clientSystemRequest(url, header, input) ?? unknown('Its address is not valid.'),
    read: (json, status) => {
      const { data: answer } = clientSystemSchema.safeParse(json);
      if (answer === undefined || status !== 200) return unknown(`Answered ${status} with something unexpected.`);
      return answer.duplicate
        ? failed('DUP_CLIENT_CRM', 'Has the person already.')
        : ok('Does not have the person yet.');
    },
  });
