import { type LeadReason } from '@paceline/contract';
import { type OutboundAnswer, type OutboundHttp, type OutboundRequest } from '../../lib/guarded-http.ts';
import { type Verification } from '../intake/check.ts';

/** The data of a lead that may be disclosed to an external provider. */
export interface VerifyInput {
  /** Our reference, to ask the certificate's keeper about it later. */
  reference: string;
  /** The media partner's code. */
  partner: string;
  email: string | null;
  /** Ten digits. */
  phone: string;
  ipAddress: string | null;
  trustedFormCertUrl: string | null;
  jornayaLeadId: string | null;
}

/** A provider's answer, and its duration. */
export interface Answer extends Verification {
  tookMs: number;
}

/** A provider that verifies leads. Never throws: failures become `unknown` with a reason. */
export interface Provider {
  name: string;
  verify(input: VerifyInput, options: { signal: AbortSignal }): Promise<Answer>;
}

export type Verdict = Pick<Verification, 'outcome' | 'reason' | 'detail'>;

export const ok = (detail: string): Verdict => ({ outcome: 'ok', reason: null, detail });
export const failed = (reason: LeadReason, detail: string): Verdict => ({ outcome: 'failed', reason, detail });
export const unknown = (detail: string): Verdict => ({ outcome: 'unknown', reason: null, detail });

/** Message where a provider refuses our credentials. */
export const CREDENTIAL_REFUSED = 'Does not accept our credentials.';

const text = (error: unknown, signal: AbortSignal): string => {
  if (signal.aborted) return 'No answer in time.';
  // Only the kind of error: a message may contain the URL, and with it the person.
  return `Cannot be reached (${error instanceof Error ? error.name : 'error'}).`;
};

const parsed = ({ status, text: body }: OutboundAnswer): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return unknown(`Answered ${status} with something that is no JSON.`);
  }
};

interface HttpProvider {
  name: string;
  http: OutboundHttp;
  /** The request, or a verdict that needs none. */
  ask: (input: VerifyInput) => OutboundRequest | Verdict;
  /** Interprets the answer. Only called with JSON of a status below 500 that does not refuse our credentials. */
  read: (json: unknown, status: number) => Verdict;
}

const isVerdict = (value: unknown): value is Verdict =>
  typeof value === 'object' && value !== null && 'outcome' in value && 'detail' in value && 'reason' in value;

const verdictOf = async (
  { http, ask, read }: HttpProvider,
  input: VerifyInput,
  signal: AbortSignal,
): Promise<Verdict> => {
  const request = ask(input);
  if (isVerdict(request)) return request;
  try {
    const answer = await http(request, { signal });
    if (answer.status === 401 || answer.status === 403) return unknown(CREDENTIAL_REFUSED);
    if (answer.status === 429) return unknown('Is asked too often.');
    if (answer.status >= 300 && answer.status !== 404 && answer.status !== 422 && answer.status !== 400)
      return unknown(`Answered ${answer.status}.`);
    const json = parsed(answer);
    return isVerdict(json) ? json : read(json, answer.status);
  } catch (error) {
    return unknown(text(error, signal));
  }
};

/** A provider queried over HTTP. */
export const httpProvider = (definition: HttpProvider): Provider => ({
  name: definition.name,
  verify: async (input, { signal }) => {
    const since = performance.now();
    const verdict = await verdictOf(definition, input, signal);
    return { ...verdict, provider: definition.name, tookMs: Math.round(performance.now() - since) };
  },
});
