import { type DeliverySettings, type DeliveryValues, renderBody } from '@paceline/contract';
import { type OutboundHttp } from '../../lib/guarded-http.ts';
import { type Credentials, TokenRefused } from './credential.ts';
import { judgeAnswer, judgeError, type Verdict } from './judge-answer.ts';
import { maskSecrets, maskText, maskValues } from './mask.ts';

const MAX_RESPONSE = 500;
const MAX_REQUEST = 4_000;
/** Maximum characters of an answer to process: masking and matching time grows with it. */
const MAX_READ = 20_000;

export interface Sending {
  settings: DeliverySettings;
  /** Identifies the endpoint's current state: its key, version and when its credential was set. */
  endpoint: string;
  secret: string | null;
  values: DeliveryValues;
  url: string;
  mayHaveArrived: boolean;
}

/** One attempt as stored and displayed: without anything that identifies the person. */
export interface Sent extends Pick<Verdict, 'reference' | 'because'> {
  outcome: Verdict['outcome'];
  reason: string | null;
  httpStatus: number | null;
  durationMs: number;
  request: string;
  response: string;
}

/** The kind of authentication, without the credential. */
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

/** Postgres stores neither NUL nor lone surrogates. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');

/**
 * Sends one lead once. A lead always has the same Idempotency-Key, so that a system that honours it accepts the lead only once. Never
 * throws: every failure is a result.
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
  // A server may echo the credentials.
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
    // The mask is readable in a form, too.
    request: storable(
      asText(settings, url, masked.contentType, values.leadId, masked.body.replaceAll('%E2%80%A2', '•')),
    ),
    response: storable(maskSecrets(maskText(text, values), shown)).slice(0, MAX_RESPONSE),
  };
};
