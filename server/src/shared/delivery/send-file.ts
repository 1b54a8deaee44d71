import { type DeliverySettings } from '@paceline/contract';
import { accepted, type Carriers, judgeCarrierError, notSetUp, sftpPlaceOf } from './carriers.ts';
import { type Verdict } from './judge-answer.ts';

interface FileSending {
  ownerKey: number;
  settings: DeliverySettings;
  url: string;
  secret: string | null;
  hostKey: string | null;
  name: string;
  content: string;
}
export type FileSent = Verdict & { durationMs: number; hostKey: string | null };

/** Writes a file to the endpoint's address. Never throws: every failure is a result. */
export const sendFile = async ({ files }: Carriers, sending: FileSending): Promise<FileSent> => {
  const { ownerKey, settings, url, secret, hostKey, name } = sending;
  const began = performance.now();
  let seen: string | null = null;
  const file = {
    name,
    content: Buffer.from(sending.content, 'utf8'),
    signal: AbortSignal.timeout(settings.timeLimitSeconds * 1000),
  };
  const attempt = async (): Promise<Verdict> => {
    if (files === null) return notSetUp('Delivery of files');
    if (url.startsWith('folder:')) {
      // Each owner has a separate folder: none can write into another's.
      const path = [String(ownerKey), ...url.slice('folder:'.length).split('/')];
      const { wasThere } = await files.folder(path, file);
      return accepted(wasThere ? `${name} was there already` : `${name} was written`);
    }
    const place = sftpPlaceOf(settings, url, secret, hostKey);
    if (place === null)
      return { outcome: 'failed', reason: 'AUTH_FAILED', reference: null, because: 'No credential is stored' };
    const put = await files.sftp(place, file);
    seen = put.hostKey;
    return accepted(put.wasThere ? `${name} was there already` : `${name} was written and renamed`);
  };
  const verdict = await attempt().catch(judgeCarrierError);
  return { ...verdict, durationMs: Math.round(performance.now() - began), hostKey: seen };
};

/** Stored and displayed request: the target, and the masked lines. */
export const fileRequestText = (url: string, name: string, content: string): string =>
  [`PUT ${url}/${name}`, 'Content-Type: text/csv; charset=utf-8', '', content].join('\n').slice(0, 4_000);
