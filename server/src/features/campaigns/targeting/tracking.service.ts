import {
  type CallBody,
  type CallResponse,
  type campaignTrackingGet,
  type campaignTrackingSave,
  trackingProblems,
} from '@paceline/contract';
import { AppError } from '../../../lib/app-error.ts';
import { audit } from '../../../shared/audit.ts';
import { type Caller, type CampaignDeps } from '../caller.ts';
import { getTargeting, holdTargeting } from './targeting.service.ts';
import { listTrackingUrls, replaceTrackingUrls } from './tracking.queries.ts';

type Answer = CallResponse<typeof campaignTrackingGet>;

export const readTracking = (
  { db }: CampaignDeps,
  { scope }: Pick<Caller, 'scope'>,
  campaignKey: number,
): Promise<Answer> =>
  db.withScope(scope, async (tx) => {
    const { ownerKey } = await getTargeting(tx, campaignKey);
    return { urls: await listTrackingUrls(tx, ownerKey, campaignKey) };
  });

export const saveTracking = (
  { db, clock }: CampaignDeps,
  { scope, origin }: Caller,
  campaignKey: number,
  { urls, campaignKey: named }: CallBody<typeof campaignTrackingSave>,
): Promise<Answer> => {
  if (named !== undefined && named !== campaignKey) {
    const message = 'must be the campaign that the path names';
    throw new AppError('ILLEGAL_ARGUMENTS', { errors: [{ field: 'campaignKey', code: 'mismatch', message }] });
  }
  return db.withScope(scope, async (tx) => {
    const { ownerKey, channel } = await holdTargeting(tx, campaignKey, undefined);
    const problems = trackingProblems(urls, channel !== 'ppl' && channel !== 'email');
    if (problems.length > 0) {
      const errors = problems.map(({ index, field, message }) => ({
        field: index === null ? field : `urls.${index}.${field}`,
        code: 'invalid',
        message,
      }));
      throw new AppError('VALIDATION', { errors, message: errors[0]!.message });
    }
    const before = await listTrackingUrls(tx, ownerKey, campaignKey);
    const known = new Set(before.map(({ trackingUrlKey }) => trackingUrlKey));
    if (urls.some(({ trackingUrlKey }) => trackingUrlKey !== undefined && !known.has(trackingUrlKey))) {
      throw new AppError('NOT_FOUND');
    }
    await replaceTrackingUrls(tx, ownerKey, campaignKey, urls);
    const after = await listTrackingUrls(tx, ownerKey, campaignKey);
    await audit(tx, scope, origin, clock.now(), {
      action: 'changeCampaign.tracking',
      ownerKey,
      entity: 'campaign',
      entityKey: campaignKey,
      before: { urls: before },
      after: { urls: after },
    });
    return { urls: after };
  });
};
