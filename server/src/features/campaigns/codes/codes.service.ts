import { type CallBody, type campaignIsUnique, isCampaignCode } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { findOwnerOf } from '../campaigns.queries.ts';
import { type CampaignDeps } from '../caller.ts';
import { type CodePlace, findClientOwner, findCode, findHolder, listCodesLike, releaseCodes } from './codes.queries.ts';
import { codeSeries, nextCode } from './codes.rules.ts';

const DAY = 24 * 60 * 60 * 1000;
/** How long a deleted campaign keeps its code, so that its late leads do not land in another campaign. */
const CODE_HELD_DAYS = 90;

const duplicate = (code: string, holder: string): AppError =>
  new AppError('DUPLICATE_CODE', {
    message: `Campaign code ${code} is already used by ${holder}.`,
    errors: [{ field: 'campaignCode', code: 'taken', message: `Campaign code ${code} is already used by ${holder}.` }],
  });

export const assertCode = (code: string): void => {
  if (isCampaignCode(code)) return;
  const message = 'Campaign code must be 3 to 30 letters, digits, - or _.';
  throw new AppError('VALIDATION', { message, errors: [{ field: 'campaignCode', code: 'invalid', message }] });
};

/** Campaigns deleted before this time have lost their codes. */
export const heldSince = (now: Date): Date => new Date(now.getTime() - CODE_HELD_DAYS * DAY);

/** Before a code is written: releases it if its time of protection is over. */
export const freeCodes = (tx: Tx, place: CodePlace, codes: readonly string[], now: Date): Promise<void> =>
  releaseCodes(tx, place, codes, heldSince(now), now);

export const isCodeTaken = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === '23505' &&
  'constraint' in error &&
  error.constraint === 'campaign_code';

/**
 * Runs a save. The unique index decides which of several savers of one code is first; the others get an error that names the campaign which
 * has it. That is looked up afterwards, because the transaction that lost can run no more statements.
 */
export const withFreeCode = async <T>(
  { db, clock }: CampaignDeps,
  scope: Scope,
  work: () => Promise<T>,
  wanted: () => { place: CodePlace; codes: readonly { code: string; except: number | null }[] },
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!isCodeTaken(error)) throw error;
    const { place, codes } = wanted();
    const result = await db.withScope(scope, async (tx) => {
      for (const wish of codes) {
        const holder = await findHolder(tx, place, wish, heldSince(clock.now()));
        if (holder !== undefined) return { code: wish.code, holder };
      }
      return undefined;
    });
    // Twice in the same save, or released in between: the code is taken all the same.
    throw result === undefined ? new AppError('DUPLICATE_CODE') : duplicate(result.code, result.holder);
  }
};

/** A code for a copy of a campaign. It is not reserved: a second copy with it is refused as taken. */
export const proposeCode = (
  { db }: CampaignDeps,
  { scope, ownerKey }: { scope: Scope; ownerKey: number },
  campaignKey: number,
): Promise<{ campaignCode: string }> =>
  db.readScope(scope, async (tx) => {
    const code = await findCode(tx, ownerKey, campaignKey);
    if (code === undefined) throw new AppError('NOT_FOUND');
    // A prefix that must be cut to make room still begins the same.
    const { prefix } = codeSeries(code);
    const usedCodes = await listCodesLike(tx, ownerKey, prefix.slice(0, -2));
    return { campaignCode: nextCode(code, new Set(usedCodes)) };
  });

/** Called while the user types. Only the owner's own codes are checked. */
export const checkCode = (
  { db, clock }: CampaignDeps,
  scope: Scope,
  campaignKey: number,
  { campaignCode, aggregatorKey, clientKey }: CallBody<typeof campaignIsUnique>,
): Promise<{ campaignCode: string }> => {
  const code = campaignCode?.trim() ?? '';
  if (code === '' || aggregatorKey == null || clientKey == null) throw new AppError('CAMPAIGN_CODE_RULE');
  assertCode(code);
  return db.withScope(scope, async (tx) => {
    const ownerKey = await findClientOwner(tx, clientKey);
    const isOwn = campaignKey === 0 || (await findOwnerOf(tx, campaignKey)) === ownerKey;
    if (ownerKey === undefined || !isOwn) throw new AppError('NOT_FOUND');
    const place = { ownerKey, partnerKey: aggregatorKey === 0 ? null : aggregatorKey };
    const wish = { code, except: campaignKey === 0 ? null : campaignKey };
    const holder = await findHolder(tx, place, wish, heldSince(clock.now()));
    if (holder !== undefined) throw duplicate(code, holder);
    return { campaignCode: code };
  });
};
