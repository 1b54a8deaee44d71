import { type DeliverySettings, type DeliveryValues, renderBody } from '@paceline/contract';
import { type OutboundHttp } from '../../lib/guarded-http.ts';
import { type Credentials, TokenRefused } from './credential.ts';
import { judgeAnswer, judgeError, type Verdict } from './judge-answer.ts';
import { maskSecrets, maskText, maskValues } from './mask.ts';

const MAX_RESPONSE = 500;
const MAX_REQUEST = 4_000;
/** Of an answer so much is looked through: masking and matching take time that grows with it. */
const MAX_READ = 20_000;

export interface Sending {
  settings: DeliverySettings;
  /** Names the endpoint as it is now: its key, version and when its credential was set. */
  endpoint: string;
  secret: string | null;
  values: DeliveryValues;
  url: string;
  mayHaveArrived: boolean;
}

/** One try, as it is stored and shown: nothing in it tells who the person is. */
export interface Sent extends Pick<Verdict, 'reference' | 'because'> {
  outcome: Verdict['outcome'];
  reason: string | null;
  httpStatus: number | null;
  durationMs: number;
  request: string;
  response: string;
}

/** That a credential is shown, and how; never which. */
const authLine = ({ kind, ...auth }: DeliverySettings['auth']): string[] => {
  if (kind === 'NONE') return [];
  if (kind === 'BASIC') return ['Authorization: Basic •••'];
  return ['headerName' in auth ? `${auth.headerName}: •••` : 'Authorization: Bearer •••'];
};

const asText = (
  { httpMethod, auth }: DeliverySettings,
  url: string,
  contentType: string,
  leadId: string,
  body: string,
): string =>
  [`${httpMethod} ${url}`, `Content-Type: ${contentType}`, `Idempotency-Key: ${leadId}`, ...authLine(auth), '', body]
    .join('\n')
    .slice(0, MAX_REQUEST);

/** Postgres takes no NUL, and half a character is none. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');

/**
 * Sends one lead once. The same lead always has the same Idempotency-Key, so that a system that keeps to it takes the lead once
 * however often it comes. Nothing is thrown: whatever happens is what came of the try.
 */
export const sendLead = async (
  http: OutboundHttp,
  credentials: Credentials,
  { settings, endpoint, secret, values, url, mayHaveArrived }: Sending,
): Promise<Sent> => {
  const began = performance.now();
  const signal = AbortSignal.timeout(settings.timeLimitSeconds * 1000);
  let httpStatus: number | null = null;
  let text = '';
  // A server may write back what it was shown.
  let shown: string[] = secret === null ? [] : [secret];
  const attempt = async (): Promise<Verdict> => {
    const { contentType, body } = renderBody(settings, values);
    const auth = await credentials.headers(settings, endpoint, secret, signal);
    shown = [...shown, ...Object.values(auth)];
    const answer = await http(
      {
        method: settings.httpMethod,
        url: new URL(url),
        headers: {
          'content-type': contentType,
          accept: '*/*',
          'user-agent': 'Paceline',
          'idempotency-key': values.leadId,
          ...auth,
        },
        body,
      },
      { signal },
    );
    httpStatus = answer.status;
    text = answer.text.slice(0, MAX_READ);
    const verdict = judgeAnswer(settings, { status: answer.status, text }, mayHaveArrived);
    if (verdict.reason === 'AUTH_FAILED') credentials.forget(endpoint);
    return verdict;
  };
  const verdict = await attempt().catch((error: unknown): Verdict =>
    error instanceof TokenRefused
      ? { outcome: 'failed', reason: 'AUTH_FAILED', reference: null, because: error.message }
      : judgeError(error),
  );
  const masked = renderBody(settings, maskValues(values));
  return {
    ...verdict,
    reference: verdict.reference === null ? null : storable(maskSecrets(verdict.reference, shown)),
    because: storable(maskSecrets(maskText(verdict.because, values), shown)).slice(0, MAX_RESPONSE),
    httpStatus,
    durationMs: Math.round(performance.now() - began),
    request: storable(asText(settings, url, masked.contentType, values.leadId, masked.body)),
    response: storable(maskSecrets(maskText(text, values), shown)).slice(0, MAX_RESPONSE),
  };
};
