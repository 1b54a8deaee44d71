import { randomUUID } from 'node:crypto';
import { type LeadTrial } from '@paceline/contract';
import { AppError } from '../../../lib/app-error.ts';
import { type Origin } from '../../../lib/origin.ts';
import { type IntakeDeps, takePost } from '../post.service.ts';
import { readSample, type Trying, tryLead } from './trial.service.ts';

/** A version that no cache has, so that the current rules are loaded. */
const NO_VERSION = -1;

/**
 * Posts a test lead that the campaign's rules accept, as a partner would: checked, stored, answered. The results of the checks are computed
 * just before, by the same rules; outside services are called by the post only.
 */
export const sendTest = async (
  deps: IntakeDeps,
  { origin, ...trying }: Omit<Trying, 'requestId'> & { origin: Origin },
): Promise<LeadTrial> => {
  const { campaignKey, scope, session } = trying;
  const request = { ...trying, requestId: origin.requestId };
  const { post } = await readSample(deps, request);
  const trial = await tryLead(deps, request, { post, at: null });
  const [ownerKey] = scope?.ownerKeys ?? [];
  if (scope === null || ownerKey === undefined) throw new AppError('NOT_FOUND');
  const answer = await takePost(deps, {
    poster: {
      partnerKey: null,
      userKey: session.userKey,
      campaign: { ownerKey, campaignKey, rulesVersion: NO_VERSION },
    },
    scope,
    // A transaction id of its own: the same post again within minutes would get the first one's answer.
    body: { ...post, cck: campaignKey, transactionId: `test-${randomUUID()}` },
    origin,
  });
  return { ...trial, answer };
};
