import { campaignUnlink, channelCampaignSave, type PlatformChannel } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api.ts';
import type { CallArgs } from '../../../lib/api/request.ts';
import { toast } from '../../../ui/toast/toast-store.ts';
import { forgetCampaigns, tellFailure } from '../api.ts';

export interface Place {
  ownerKey: number;
  channel: PlatformChannel;
}

/** Throws on failure: the form shows the error. */
export const useSaveChannelCampaigns = ({ ownerKey, channel }: Place) => {
  const queries = useQueryClient();
  return async (campaigns: CallArgs<typeof channelCampaignSave>['body']['campaigns']) => {
    const saved = await callApi(channelCampaignSave, { params: { owner: ownerKey, channel }, body: { campaigns } });
    if (saved) await forgetCampaigns(queries);
    return saved;
  };
};

export const useUnlink = ({ ownerKey, channel }: Place) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (platformCampaignKeys: number[]) =>
      callApi(campaignUnlink, { params: { owner: ownerKey, channel }, body: { platformCampaignKeys } }),
    onSuccess: (answer) => {
      if (!answer) return undefined;
      toast.success(answer.unlinked === 1 ? '1 campaign is unlinked.' : `${answer.unlinked} campaigns are unlinked.`);
      return forgetCampaigns(queries);
    },
    onError: tellFailure,
  });
};
