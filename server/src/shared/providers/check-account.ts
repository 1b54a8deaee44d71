import { type AccountCheck, type PROVIDER_CREDENTIALS, type ProviderName } from '@paceline/contract';
import { z } from 'zod';
import { type OutboundHttp, type OutboundRequest } from '../../lib/guarded-http.ts';
import { type ClientSystemHeader } from './accounts.ts';
import { clientSystemRequest, clientSystemSchema } from './client-crm.ts';
import { ZEROBOUNCE_HOST } from './email-validation.ts';
import { jornaya } from './jornaya.ts';
import { TWILIO_HOST } from './phone-lookup.ts';
import { CREDENTIAL_REFUSED } from './provider.ts';
import { trustedForm } from './trusted-form.ts';

export type CheckResult = Omit<AccountCheck, 'at'>;

const LIMIT_MS = 10_000;

const accepted = (detail: string): CheckResult => ({ outcome: 'accepted', detail });
const refused = (detail: string): CheckResult => ({ outcome: 'refused', detail });
const unclear = (detail: string): CheckResult => ({ outcome: 'unknown', detail });

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Sends one request and interprets the answer about the credential; never throws, and reports only the kind of an error. */
const ask = async (
  http: OutboundHttp,
  request: OutboundRequest,
  read: (json: unknown, status: number) => CheckResult,
): Promise<CheckResult> => {
  try {
    const { status, text } = await http(request, { signal: AbortSignal.timeout(LIMIT_MS) });
    if (status === 401 || status === 403) return refused('The credential was not accepted.');
    return read(jsonOf(text), status);
  } catch (error) {
    return unclear(`It could not be reached (${error instanceof Error ? error.name : 'error'}).`);
  }
};

/** An empty person, for requests that only check the account. */
const NOBODY = {
  reference: 'account-check',
  partner: 'account-check',
  email: null,
  phone: '2025550100',
  ipAddress: null,
  trustedFormCertUrl: `https://cert.trustedform.com/${'0'.repeat(40)}`,
  jornayaLeadId: '00000000-0000-0000-0000-000000000000',
} as const;

/** Checks an account through the provider's normal client: the result about the certificate is irrelevant, only that it answers. */
const askByClient = async (
  http: OutboundHttp,
  make: (http: OutboundHttp) => ReturnType<typeof trustedForm>,
): Promise<CheckResult> => {
  const { outcome, detail } = await make(http).verify(NOBODY, { signal: AbortSignal.timeout(LIMIT_MS) });
  if (detail === CREDENTIAL_REFUSED) return refused('The credential was not accepted.');
  if (outcome === 'unknown') return unclear(detail);
  return accepted('It answered a question about a certificate that does not exist.');
};

const creditsSchema = z.object({ Credits: z.coerce.number() });

type Checks = {
  [Name in ProviderName]: (
    http: OutboundHttp,
    credential: z.output<(typeof PROVIDER_CREDENTIALS)[Name]>,
  ) => Promise<CheckResult>;
};

/** How to check each account without a person and without cost. */
export const ACCOUNT_CHECKS: Checks = {
  TRUSTEDFORM: (http, credential) => askByClient(http, (through) => trustedForm(through, credential)),
  JORNAYA: (http, credential) => askByClient(http, (through) => jornaya(through, credential)),
  PHONE: (http, { accountSid, authToken }) =>
    // Without fields a lookup is free.
    ask(
      http,
      {
        method: 'GET',
        url: new URL('/v2/PhoneNumbers/%2B14155552671', TWILIO_HOST),
        headers: {
          authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
          accept: 'application/json',
        },
      },
      (_, status) => (status === 200 ? accepted('It answers lookups.') : unclear(`It answered ${status}.`)),
    ),
  EMAIL: (http, { apiKey }) => {
    const url = new URL('/v2/getcredits', ZEROBOUNCE_HOST);
    url.search = new URLSearchParams({ api_key: apiKey }).toString();
    return ask(http, { method: 'GET', url, headers: { accept: 'application/json' } }, (json, status) => {
      const { data } = creditsSchema.safeParse(json);
      if (data === undefined || status !== 200) return unclear(`It answered ${status} with something unexpected.`);
      // For an unknown key the service reports -1 credits.
      if (data.Credits < 0) return refused('The credential was not accepted.');
      return accepted(data.Credits === 0 ? 'No credits left: addresses are not verified.' : 'Credits are left.');
    });
  },
};

/** Queries a client's own system with hashes of nobody, using its credential if that is for this host. */
export const checkSystem = (
  http: OutboundHttp,
  url: string,
  header: ClientSystemHeader | null,
): Promise<CheckResult> => {
  const request = clientSystemRequest(url, header, {
    reference: 'account-check',
    email: 'nobody@example.com',
    phone: '2025550100',
  });
  if (request === null) return Promise.resolve(unclear('Its address is not valid.'));
  return ask(http, request, (json, status) =>
    status === 200 && clientSystemSchema.safeParse(json).success
      ? accepted('It answered as expected.')
      : unclear(`It answered ${status}, without {"duplicate": true} or {"duplicate": false}.`),
  );
};
