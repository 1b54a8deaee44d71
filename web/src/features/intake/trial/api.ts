import { leadTrial, type LeadTrial, leadTrialSample } from '@paceline/contract';
import { fetchApi } from '../../../lib/api.ts';

/** What is tried is kept by nobody: no cache, no storage. */
export const tryLead = async (
  campaignKey: number,
  post: Record<string, unknown>,
  at: string | null,
): Promise<LeadTrial | null> =>
  (await fetchApi(leadTrial, { params: { key: campaignKey }, body: { post, at } })) ?? null;

export const readSample = async (campaignKey: number): Promise<string | null> => {
  const sample = await fetchApi(leadTrialSample, { params: { key: campaignKey } });
  return sample === undefined ? null : JSON.stringify(sample.post, null, 2);
};
