import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

interface Signed {
  id: string;
  at: Date;
  body: string;
  /** The current secret, and the old one while both are valid. */
  secrets: readonly string[];
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

/** Tolerated clock difference of the sender; older signatures are refused, to prevent replays. */
const TOLERANCE_MS = 5 * 60_000;

export interface SignedHeaders {
  id: string;
  seconds: string;
  signatures: readonly string[];
}

/** The request headers that the convention requires; null where unsigned or outside the time tolerance. */
export const signedHeadersOf = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
  now: Date,
): SignedHeaders | null => {
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature } = headers;
  if (
    typeof id !== 'string' ||
    !/^[\w.-]{1,100}$/.test(id) ||
    typeof seconds !== 'string' ||
    typeof signature !== 'string'
  )
    return null;
  const isNow = /^\d{9,11}$/.test(seconds) && Math.abs(now.getTime() - Number(seconds) * 1000) <= TOLERANCE_MS;
  return isNow ? { id, seconds, signatures: signature.split(' ') } : null;
};

/** Verifies a streamed body: updated chunk by chunk, verified at the end. */
export const signatureCheck = (secret: string, { id, seconds, signatures }: SignedHeaders) => {
  const hmac = createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.`);
  return {
    look: (chunk: Buffer): void => void hmac.update(chunk),
    isGood: (): boolean => {
      const wanted = Buffer.from(`v1,${hmac.digest('base64')}`);
      return signatures.some((one) => {
        const signature = Buffer.from(one);
        return signature.length === wanted.length && timingSafeEqual(signature, wanted);
      });
    },
  };
};

/** Headers of the Standard Webhooks convention: ID, timestamp, and one signature per secret. */
export const webhookHeaders = ({ id, at, body, secrets }: Signed): Record<string, string> => {
  const seconds = Math.floor(at.getTime() / 1000);
  const sign = (secret: string): string => {
    return `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  };
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map(sign).join(' '),
  };
};
