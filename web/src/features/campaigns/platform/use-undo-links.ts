import { campaignDeletePost, campaignUnlink } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api.ts';
import { toast } from '../../../ui/toast/toast-store.ts';
import { forgetCampaigns, tellFailure } from '../api.ts';
import type { Place } from './use-save-links.ts';

/** Undoes links and deletes the campaigns created for them; these can be restored one by one for 30 days. */
export const useUndoLinks = ({ ownerKey, channel }: Place) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({
      linked,
      campaigns,
    }: {
      linked: number[];
      campaigns: { campaignKey: number; campaignCode: string }[];
    }) => {
      const params = { owner: ownerKey, channel };
      await callApi(campaignUnlink, { params, body: { platformCampaignKeys: linked } });
      for (const { campaignKey, campaignCode } of campaigns)
        await callApi(campaignDeletePost, { params: { key: campaignKey }, body: { confirm: campaignCode } });
      return campaigns.length;
    },
    onSuccess: (deleted) =>
      toast.success(`Undone: ${deleted === 1 ? '1 new campaign' : `${deleted} new campaigns`} unlinked and deleted.`),
    onError: tellFailure,
    onSettled: () => forgetCampaigns(queries),
  });
};
