import {
  type CallBody,
  type CallResponse,
  type campaignTrackingGet,
  type campaignTrackingSave,
  trackingProblems,
  type TrackingUrl,
} from '@paceline/contract';
import { type Tx } from '../../../db/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { audit } from '../../../shared/audit.ts';
import { type Caller, type CampaignDeps } from '../caller.ts';
import { getTargeting, holdTargeting } from './targeting.service.ts';
import {
  findClickLink,
  findTrackingVersion,
  listTrackingUrls,
  raiseTrackingVersion,
  replaceTrackingUrls,
} from './tracking.queries.ts';

type Answer = CallResponse<typeof campaignTrackingGet>;

const showTracking = async (tx: Tx, ownerKey: number, campaignKey: number): Promise<Answer> => ({
  urls: await listTrackingUrls(tx, ownerKey, campaignKey),
  clickLink: await findClickLink(tx, campaignKey),
  rowVersion: await findTrackingVersion(tx, ownerKey, campaignKey),
});

export const readTracking = (
  { db }: CampaignDeps,
  { scope }: Pick<Caller, 'scope'>,
  campaignKey: number,
): Promise<Answer> =>
  db.readScope(scope, async (tx) => {
    const { ownerKey } = await getTargeting(tx, campaignKey);
    return showTracking(tx, ownerKey, campaignKey);
  });

export interface TrackingDeps extends CampaignDeps {
  /** Why an address may not be stored as one to send to. */
  addressProblem: (url: string) => Promise<string | null>;
}

/** We send to postback URLs ourselves: none may be an address of our own machine or network. */
const assertPublic = async ({ addressProblem }: TrackingDeps, urls: readonly TrackingUrl[]): Promise<void> => {
  const errors = [];
  for (const [index, { type, url }] of urls.entries()) {
    const problem =
      type === 'POSTBACK' && url.startsWith('https://') && URL.canParse(url) ? await addressProblem(url) : null;
    if (problem !== null) errors.push({ field: `urls.${index}.url`, code: 'invalid', message: `The URL ${problem}.` });
  }
  if (errors.length > 0) throw new AppError('VALIDATION', { errors, message: errors[0]!.message });
};

export const saveTracking = async (
  deps: TrackingDeps,
  { scope, origin }: Caller,
  campaignKey: number,
  { urls, rowVersion, campaignKey: named }: CallBody<typeof campaignTrackingSave>,
): Promise<Answer> => {
  if (named !== undefined && named !== campaignKey) {
    const message = 'must be the campaign that the path names';
    throw new AppError('ILLEGAL_ARGUMENTS', { errors: [{ field: 'campaignKey', code: 'mismatch', message }] });
  }
  await assertPublic(deps, urls);
  const { db, clock } = deps;
  return db.withScope(scope, async (tx) => {
    const { ownerKey, channel } = await holdTargeting(tx, campaignKey, undefined);
    const { urls: before, rowVersion: current } = await showTracking(tx, ownerKey, campaignKey);
    if (rowVersion !== undefined && rowVersion !== current) throw new AppError('STALE_ROW');
    const problems = trackingProblems(urls, channel !== 'ppl' && channel !== 'email');
    if (problems.length > 0) {
      const errors = problems.map(({ index, field, message }) => ({
        field: index === null ? field : `urls.${index}.${field}`,
        code: 'invalid',
        message,
      }));
      throw new AppError('VALIDATION', { errors, message: errors[0]!.message });
    }
    const known = new Set(before.map(({ trackingUrlKey }) => trackingUrlKey));
    if (urls.some(({ trackingUrlKey }) => trackingUrlKey !== undefined && !known.has(trackingUrlKey))) {
      throw new AppError('NOT_FOUND');
    }
    await replaceTrackingUrls(tx, ownerKey, campaignKey, urls);
    await raiseTrackingVersion(tx, ownerKey, campaignKey);
    const after = await showTracking(tx, ownerKey, campaignKey);
    await audit(tx, scope, origin, clock.now(), {
      action: 'changeCampaign.tracking',
      ownerKey,
      entity: 'campaign',
      entityKey: campaignKey,
      before: { urls: before },
      after: { urls: after.urls },
    });
    return after;
  });
};
