import { type CallBody, type CampaignDraft, type campaignDraftSave } from '@paceline/contract';
import { AppError } from '../../../lib/app-error.ts';
import { type Caller, type CampaignDeps } from '../caller.ts';
import { findOwnerOf } from '../campaigns.queries.ts';
import { listDrafts, removeDraftByKey, upsertDraft } from './drafts.queries.ts';

const answer = <Row extends { updatedAt: Date }>(row: Row) => ({ ...row, updatedAt: row.updatedAt.toISOString() });

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parseForm = (text: string): Record<string, unknown> => {
  const fail = (): never => {
    throw new AppError('ILLEGAL_ARGUMENTS', {
      errors: [{ field: 'form', code: 'invalid', message: 'must be an object as JSON' }],
    });
  };
  try {
    const form: unknown = JSON.parse(text);
    return isPlainObject(form) ? form : fail();
  } catch {
    return fail();
  }
};

export const readDrafts = (
  { db }: CampaignDeps,
  { scope, session }: Caller,
  ownerKey: number,
): Promise<CampaignDraft[]> =>
  db.withScope(scope, async (tx) => (await listDrafts(tx, ownerKey, session.userKey)).map(answer));

export const saveDraft = (
  { db, clock }: CampaignDeps,
  { scope, session }: Caller,
  ownerKey: number,
  { channel, campaignKey, step, form }: CallBody<typeof campaignDraftSave>,
): Promise<CampaignDraft> => {
  const body = parseForm(form);
  return db.withScope(scope, async (tx) => {
    if (campaignKey !== null && (await findOwnerOf(tx, campaignKey)) !== ownerKey) throw new AppError('NOT_FOUND');
    const place = { ownerKey, userKey: session.userKey, channel, campaignKey };
    return answer(await upsertDraft(tx, place, { step, body, at: clock.now() }));
  });
};

export const forgetDraft = (
  { db }: CampaignDeps,
  { scope, session }: Caller,
  ownerKey: number,
  draftKey: number,
): Promise<null> =>
  db.withScope(scope, async (tx) => {
    if (!(await removeDraftByKey(tx, ownerKey, session.userKey, draftKey))) throw new AppError('NOT_FOUND');
    return null;
  });
