import { CAMPAIGN_NOT_RECOGNIZED, type FieldError, type PrecheckAnswer } from '@paceline/contract';
import { AppError } from '../../lib/app-error.ts';
import { blindIndexOfDigest } from '../../lib/secrets/seal.ts';
import { precheck } from '../../shared/intake/decide.ts';
import { lookUp } from '../../shared/intake/lookups.queries.ts';
import { readPost } from '../../shared/intake/read-post.ts';
import { suppressionHashesOf } from '../../shared/intake/suppression.ts';
import { type IntakeDeps, type Post } from './post.service.ts';

const SHA_256 = /^[0-9a-f]{64}$/i;

const refuse = (errors: FieldError[]): AppError => new AppError('VALIDATION', { errors });

/** The SHA-256 of an address or a number, if given. */
const digestOf = (body: Post['body'], field: 'emailSha256' | 'phoneSha256'): string | null => {
  const value = body[field];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' && SHA_256.test(value)) return value.toLowerCase();
  throw refuse([{ field, code: 'format', message: 'must be a SHA-256 of 64 hexadecimal digits' }]);
};

const isHash = (name: string): boolean => name === 'emailSha256' || name === 'phoneSha256';

/** Whether a lead would be accepted now, from hashes, a place and a program. Nothing is stored, locked or counted. */
export const answerPrecheck = async (
  { db, clock, secret, rulesCache }: IntakeDeps,
  { poster, scope, body, origin }: Post,
): Promise<PrecheckAnswer> => {
  const { campaign } = poster;
  const now = clock.now();
  const unknownCampaign = () => refuse([{ field: 'cck', code: 'unknown', message: CAMPAIGN_NOT_RECOGNIZED }]);
  if (campaign === null) throw unknownCampaign();
  const { ownerKey, campaignKey, rulesVersion } = campaign;
  const [email, phone] = [digestOf(body, 'emailSha256'), digestOf(body, 'phoneSha256')];
  const indexOf = (kind: 'email' | 'phone', digest: string | null): Buffer | null =>
    digest === null ? null : blindIndexOfDigest(secret, ownerKey, kind, digest);
  const fields = Object.fromEntries(Object.entries(body).filter(([name]) => !isHash(name)));
  return db.readScope(scope, async (tx) => {
    const loaded =
      rulesCache.find(campaignKey, rulesVersion, now) ?? (await rulesCache.load(tx, ownerKey, campaignKey, now));
    if (loaded === null) throw unknownCampaign();
    const { rules, status } = loaded;
    const read = readPost(fields, rules, now, { partial: true });
    if ('errors' in read)
      throw refuse(read.errors.map(({ field, code, message }) => ({ field: field ?? 'body', code, message })));
    const { lead } = read;
    const hashes = { email: indexOf('email', email), phone: indexOf('phone', phone), nameZip: null };
    const suppressed = suppressionHashesOf(secret, ownerKey, {
      emails: email === null ? [] : [email],
      phones: phone === null ? [] : [phone],
    });
    const lookups = await lookUp(tx, { rules, status, lead, now, hashes, suppressed });
    return precheck({ lead, rules, lookups, now, skips: new Set() }, origin.requestId);
  });
};
