import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { pathTo } from '../../../lib/address/paths.ts';
import type { OnAction } from '../status/use-campaign-actions.ts';
import { partsQuery } from './api.ts';

/** After something was done to a campaign: a copy is opened, and the page of the campaign itself is read again. */
export const useActionDone = (): OnAction => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (action, campaignKey) => {
    if (action === 'clone') void navigate({ to: pathTo('campaignPplEditor', { campaignKey }) });
    else void queries.invalidateQueries({ queryKey: partsQuery(campaignKey).queryKey });
  };
};
