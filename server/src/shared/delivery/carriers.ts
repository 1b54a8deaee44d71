import { type DeliverySettings } from '@paceline/contract';
import { CredentialRefused, type FileCarriers, HostKeyChanged, type SftpPlace } from '../../lib/files/file-carriers.ts';
import { type StuckReason, judgeError, type Verdict } from './judge-answer.ts';

export interface LeadMail {
  to: string[];
  subject: string;
  text: string;
  messageId: string;
  attachment: { name: string; content: string; contentType: string } | null;
}

/** Delivery channels other than HTTP. */
export interface Carriers {
  /** Returns the mail server's reply; null where there is no mail server. */
  mail: ((mail: LeadMail, signal: AbortSignal) => Promise<string>) | null;
  files: FileCarriers | null;
}
export const NO_CARRIERS: Carriers = { mail: null, files: null };

const failed = (reason: StuckReason, because: string): Verdict => ({
  outcome: 'failed',
  reason,
  reference: null,
  because,
});
export const accepted = (because: string): Verdict => ({ outcome: 'accepted', reason: null, reference: null, because });
export const notSetUp = (what: string): Verdict =>
  failed('ENDPOINT_DOWN', `${what} is not set up in this installation`);

/** Interprets an error of a mail or file server. */
export const judgeCarrierError = (error: unknown): Verdict => {
  if (error instanceof HostKeyChanged) return failed('AUTH_FAILED', error.message);
  if (error instanceof CredentialRefused) return failed('AUTH_FAILED', error.message);
  const { code, message } = error as Error & { code?: string };
  if (code === 'EAUTH') return failed('AUTH_FAILED', message);
  if (code === 'ETIMEDOUT') return failed('TIMEOUT', 'No whole answer within the time limit');
  const verdict = judgeError(error);
  return verdict.reason === 'ENDPOINT_DOWN' && code !== undefined
    ? failed('ENDPOINT_DOWN', message === '' ? code : message)
    : verdict;
};

/** The target of an SFTP address; null where there is no credential. */
export const sftpPlaceOf = (
  { auth }: Pick<DeliverySettings, 'auth'>,
  address: string,
  secret: string | null,
  hostKey: string | null,
): SftpPlace | null => {
  if (secret === null || (auth.kind !== 'BASIC' && auth.kind !== 'KEY')) return null;
  const { hostname, port, pathname } = new URL(address);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? 22 : Number(port),
    folder: pathname.replace(/\/+$/, ''),
    userName: auth.userName,
    credential: auth.kind === 'KEY' ? { privateKey: secret } : { password: secret },
    hostKey,
  };
};
