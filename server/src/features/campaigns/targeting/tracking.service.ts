import {
  type CallBody,
  type CallResponse,
  type campaignTrackingGet,
  type campaignTrackingSave,
  trackingProblems,
  type TrackingUrl,
} from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Caller, type CampaignDeps } from '../caller.ts';
import { type TargetingRow } from './targeting.queries.ts';
import { assertCurrent, auditPart, getTargeting, type Held, savePart } from './targeting.service.ts';
import {
  findClickLink,
  findTrackingVersion,
  listTrackingUrls,
  raiseTrackingVersion,
  replaceTrackingUrls,
} from './tracking.queries.ts';

type Answer = CallResponse<typeof campaignTrackingGet>;

const showTracking = async (tx: Tx, { ownerKey, campaignKey }: TargetingRow): Promise<Answer> => ({
  urls: await listTrackingUrls(tx, ownerKey, campaignKey),
  clickLink: await findClickLink(tx, campaignKey),
  rowVersion: await findTrackingVersion(tx, ownerKey, campaignKey),
});

export const readTracking = (
  { db }: CampaignDeps,
  { scope }: Pick<Caller, 'scope'>,
  campaignKey: number,
): Promise<Answer> => db.readScope(scope, async (tx) => showTracking(tx, await getTargeting(tx, campaignKey)));

export interface TrackingDeps extends CampaignDeps {
  /** Why an address may not be stored as a target; null if it may. */
  addressProblem: (url: string) => Promise<string | null>;
}

/** We send to postback URLs ourselves: none may be an address of our own machine or network. */
export const assertPublic = async ({ addressProblem }: TrackingDeps, urls: readonly TrackingUrl[]): Promise<void> => {
  const errors = [];
  for (const [index, { type, url }] of urls.entries()) {
    const problem =
      type === 'POSTBACK' && url.startsWith('https://') && URL.canParse(url) ? await addressProblem(url) : null;
    if (problem !== null) errors.push({ field: `urls.${index}.url`, code: 'invalid', message: `The URL ${problem}.` });
  }
  if (errors.length > 0) throw new AppError('VALIDATION', { errors, message: errors[0]!.message });
};

export const writeTracking = async (
  edit: Held,
  { urls, rowVersion }: Pick<CallBody<typeof campaignTrackingSave>, 'urls' | 'rowVersion'>,
): Promise<void> => {
  const { tx, targeting } = edit;
  const { ownerKey, campaignKey, channel } = targeting;
  assertCurrent(rowVersion, await findTrackingVersion(tx, ownerKey, campaignKey));
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
  const existingKeys = new Set(before.map(({ trackingUrlKey }) => trackingUrlKey));
  if (urls.some(({ trackingUrlKey }) => trackingUrlKey !== undefined && !existingKeys.has(trackingUrlKey))) {
    throw new AppError('NOT_FOUND');
  }
  await replaceTrackingUrls(tx, ownerKey, campaignKey, urls);
  await raiseTrackingVersion(tx, ownerKey, campaignKey);
  const after = await listTrackingUrls(tx, ownerKey, campaignKey);
  await auditPart(edit, 'tracking', { before: { urls: before }, after: { urls: after } });
};

export const saveTracking = async (
  deps: TrackingDeps,
  caller: Caller,
  campaignKey: number,
  { urls, rowVersion, campaignKey: named }: CallBody<typeof campaignTrackingSave>,
): Promise<Answer> => {
  if (named !== undefined && named !== campaignKey) {
    const message = 'must be the campaign that the path names';
    throw new AppError('ILLEGAL_ARGUMENTS', { errors: [{ field: 'campaignKey', code: 'mismatch', message }] });
  }
  await assertPublic(deps, urls);
  return savePart(deps, caller, { campaignKey }, (edit) => writeTracking(edit, { urls, rowVersion }), showTracking);
};
