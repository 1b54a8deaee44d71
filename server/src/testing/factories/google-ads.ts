import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { plusDays } from '@paceline/contract';
import { Agent } from 'undici';
import { type OutboundHttp, outboundHttp } from '../../lib/guarded-http.ts';

// Answers of the Google Ads API, written down from its public documentation; no live account was asked.

export const GOOGLE_CREDENTIAL = {
  developerToken: 'developer-token-of-a-test',
  clientId: 'client-of-a-test.apps.googleusercontent.com',
  clientSecret: 'client-secret-of-a-test',
  refreshToken: '1//refresh-token-of-a-test',
  loginCustomerId: '111-222-3333',
};

interface Group {
  campaign: number;
  group: number | null;
  device: 'MOBILE' | 'DESKTOP' | 'CONNECTED_TV';
  impressions: number;
  clicks: number;
  costMicros: string;
  conversions: number;
}

/** One row as the API writes it: 64-bit numbers as text, names in camelCase. */
export const googleResult = (day: string, customerId: string, row: Group): object => ({
  customer: { resourceName: `customers/${customerId}`, id: customerId, currencyCode: 'USD' },
  campaign: {
    resourceName: `customers/${customerId}/campaigns/${row.campaign}`,
    id: String(row.campaign),
    name: `Campaign ${row.campaign}`,
  },
  ...(row.group !== null && {
    adGroup: {
      resourceName: `customers/${customerId}/adGroups/${row.group}`,
      id: String(row.group),
      name: `Group ${row.group}`,
    },
  }),
  metrics: {
    clicks: String(row.clicks),
    conversions: row.conversions,
    costMicros: row.costMicros,
    impressions: String(row.impressions),
    viewThroughConversions: '0',
  },
  segments: { date: day, device: row.device },
});

/** Two ad groups on two devices for each day, of a campaign that no other customer has. */
export const googleDays = (from: string, days: number, customerId: string, first = Number(customerId)): object[] =>
  Array.from({ length: days }, (_, at) => plusDays(from, at)).flatMap((day, at) =>
    [0, 1].flatMap((group) =>
      (['MOBILE', 'DESKTOP'] as const).map((device, place) =>
        googleResult(day, customerId, {
          campaign: first,
          group: first * 10 + group,
          device,
          impressions: 900 + at,
          clicks: 20 + group,
          costMicros: String(12_340_000 + at * 10_000 + place),
          conversions: 1.5,
        }),
      ),
    ),
  );

/** A stream of parts, as the API sends it: one list, a part after the other. */
export const googleStream = (parts: readonly (readonly object[])[]): string =>
  JSON.stringify(parts.map((results) => ({ results, fieldMask: 'segments.date,metrics.costMicros', requestId: 'r' })));

const failure = (errorCode: Record<string, string>, message: string, more: object = {}): object => ({
  '@type': 'type.googleapis.com/google.ads.googleads.v26.errors.GoogleAdsFailure',
  errors: [{ errorCode, message, ...more }],
  requestId: 'r',
});
const error = (code: number, status: string, message: string, details: readonly object[]): object => ({
  error: { code, message, status, details },
});

/** Refusals as the API writes them; a stream's stand in a list. */
export const GOOGLE_REFUSALS = {
  unauthenticated: [
    error(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.', [
      failure({ authenticationError: 'OAUTH_TOKEN_INVALID' }, 'Oauth token could not be verified.'),
    ]),
  ],
  denied: [
    error(403, 'PERMISSION_DENIED', 'The caller does not have permission', [
      failure({ authorizationError: 'USER_PERMISSION_DENIED' }, 'User doesn’t have permission to access customer.'),
    ]),
  ],
  tooOften: [
    error(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).', [
      failure({ quotaError: 'RESOURCE_TEMPORARILY_EXHAUSTED' }, 'Too many requests. Retry in 1800 seconds.', {
        details: { quotaErrorDetails: { rateScope: 'DEVELOPER', rateName: 'Requests', retryDelay: '1800s' } },
      }),
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1800s' },
    ]),
  ],
  unavailable: error(503, 'UNAVAILABLE', 'The service is currently unavailable.', []),
} as const;
export const GOOGLE_REVOKED = { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' };

interface Asked {
  host: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}
interface GoogleAnswer {
  status?: number;
  body: string;
  /** The connection breaks after the body, before its announced end. */
  isCut?: boolean;
}

const TOKEN: GoogleAnswer = {
  body: JSON.stringify({ access_token: 'access-of-a-test', expires_in: 3599, token_type: 'Bearer' }),
};
const isPerformanceMax = ({ body }: Asked): boolean => body.includes('PERFORMANCE_MAX');

/** A server on this machine that gives the recorded answers, and a way out that leads to it whatever host of Google's is asked. */
export const serveGoogleAds = async () => {
  const requests: Asked[] = [];
  let groups: GoogleAnswer = { body: googleStream([]) };
  let campaigns: GoogleAnswer = { body: googleStream([]) };
  let token = TOKEN;
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one: Asked = {
        host: String(request.headers['x-asked-host']),
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      requests.push(one);
      const searched = isPerformanceMax(one) ? campaigns : groups;
      const { status = 200, body, isCut = false } = one.path === '/token' ? token : searched;
      const length = Buffer.byteLength(body) + (isCut ? 1_000 : 0);
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': length });
      if (isCut) response.write(body, () => response.destroy());
      else response.end(body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent();
  const send = outboundHttp(agent);
  const http: OutboundHttp = ({ url, headers, ...rest }, options) =>
    send(
      {
        ...rest,
        url: new URL(`http://127.0.0.1:${port}${url.pathname}${url.search}`),
        headers: { ...headers, 'x-asked-host': url.host },
      },
      options,
    );
  return {
    http,
    asked: requests,
    answer: (next: { groups?: GoogleAnswer; campaigns?: GoogleAnswer; token?: GoogleAnswer }): void => {
      requests.length = 0;
      groups = next.groups ?? { body: googleStream([]) };
      campaigns = next.campaigns ?? { body: googleStream([]) };
      token = next.token ?? TOKEN;
    },
    stop: async (): Promise<void> => {
      await agent.destroy();
      await new Promise((done) => server.close(done));
    },
  };
};

/** For tests that are about something else: every account is known, and nothing ran in it. */
export const emptyGoogleAds: OutboundHttp = ({ url }) =>
  Promise.resolve({ status: 200, text: url.pathname === '/token' ? TOKEN.body : googleStream([]) });
