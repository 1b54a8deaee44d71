import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

interface Signed {
  id: string;
  at: Date;
  body: string;
  /** The current secret, and beside it the old one while both are taken. */
  secrets: readonly string[];
}

/** The headers of the Standard Webhooks convention: an id, the moment, and one signature for each secret. */
export const webhookHeaders = ({ id, at, body, secrets }: Signed): Record<string, string> => {
  const seconds = Math.floor(at.getTime() / 1000);
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  };
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map(sign).join(' '),
  };
};
