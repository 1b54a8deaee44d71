import { z } from 'zod';
import { type OutboundHttp } from '../../lib/guarded-http.ts';
import { failed, httpProvider, ok, type Provider, unknown } from './provider.ts';

export const ZEROBOUNCE_HOST = 'https://api.zerobounce.net';
const REFUSED: ReadonlySet<string> = new Set(['invalid', 'spamtrap', 'abuse', 'do_not_mail']);

const answerSchema = z.object({ status: z.string(), sub_status: z.string().nullish() });

/** ZeroBounce API, version 2: whether an address accepts mail. */
export const zeroBounce = (http: OutboundHttp, { apiKey }: { apiKey: string }, host = ZEROBOUNCE_HOST): Provider =>
  httpProvider({
    name: 'ZeroBounce',
    http,
    ask: ({ email, ipAddress }) => {
      if (email === null) return unknown('The lead has no address.');
      const url = new URL('/v2/validate', host);
      url.search = new URLSearchParams({ api_key: apiKey, email, ip_address: ipAddress ?? '' }).toString();
      return { method: 'GET', url, headers: { accept: 'application/json' } };
    },
    read: (json, status) => {
      const { data: answer } = answerSchema.safeParse(json);
      if (answer === undefined) return unknown(`Answered ${status} with something unexpected.`);
      if (answer.status === 'valid') return ok('The address takes mail.');
      const why = answer.sub_status ? `${answer.status}, ${answer.sub_status}` : answer.status;
      if (REFUSED.has(answer.status)) return failed('EMAIL_UNDELIVERABLE', `The address is refused: ${why}.`);
      // "catch-all" accepts everything, so it says nothing; "unknown" is unknown.
      return unknown(`Cannot be told: ${why}.`);
    },
  });
