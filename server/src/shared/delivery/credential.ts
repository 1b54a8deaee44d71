import { type DeliverySettings } from '@paceline/contract';
import { z } from 'zod';
import { type OutboundHttp } from '../../lib/guarded-http.ts';

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().optional() });
/** Tokens are renewed a little before they expire. */
const EARLY_MS = 60_000;
const USUAL_LIFE_SECONDS = 300;

/** The endpoint's token server refused the credential. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Provides authentication headers, and caches tokens until they expire. */
export interface Credentials {
  headers(
    settings: DeliverySettings,
    /** Changes with the endpoint's version and secret, so that older tokens are not reused. */
    endpoint: string,
    secret: string | null,
    signal: AbortSignal,
  ): Promise<Record<string, string>>;
  /** Called after an answer that refused the token. */
  forget(endpoint: string): void;
}

export const openCredentials = (http: OutboundHttp): Credentials => {
  const tokens = new Map<string, { token: string; until: number }>();
  const tokenOf = async (
    auth: Extract<DeliverySettings['auth'], { kind: 'OAUTH' }>,
    endpoint: string,
    secret: string,
    signal: AbortSignal,
  ): Promise<string> => {
    const token = tokens.get(endpoint);
    if (token !== undefined && token.until > performance.now()) return token.token;
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...(auth.scope && { scope: auth.scope }) });
    const answer = await http(
      {
        method: 'POST',
        url: new URL(auth.tokenUrl),
        headers: {
          authorization: basic(encodeURIComponent(auth.clientId), encodeURIComponent(secret)),
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: body.toString(),
      },
      { signal },
    );
    if (answer.status !== 200) throw new TokenRefused(`The token server answered ${answer.status}`);
    const read = tokenSchema.safeParse(JSON.parse(answer.text));
    if (!read.success) throw new TokenRefused('The token server’s answer holds no token');
    const life = (read.data.expires_in ?? USUAL_LIFE_SECONDS) * 1000 - EARLY_MS;
    tokens.set(endpoint, { token: read.data.access_token, until: performance.now() + Math.max(life, 0) });
    return read.data.access_token;
  };
  return {
    async headers({ auth }, endpoint, secret, signal) {
      if (auth.kind === 'NONE') return {};
      if (secret === null) throw new TokenRefused('No credential is stored');
      if (auth.kind === 'BASIC') return { authorization: basic(auth.userName, secret) };
      if (auth.kind === 'BEARER') return { authorization: `Bearer ${secret}` };
      if (auth.kind === 'HEADER') return { [auth.headerName.toLowerCase()]: secret };
      if (auth.kind === 'KEY') throw new TokenRefused('A private key is for SFTP only');
      return { authorization: `Bearer ${await tokenOf(auth, endpoint, secret, signal)}` };
    },
    forget: (endpoint) => void tokens.delete(endpoint),
  };
};
