import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { pathTo } from '../../../lib/address/paths.ts';
import type { OnAction } from '../status/use-campaign-actions.ts';
import { partsQuery } from './api.ts';

/** After an action on a campaign: opens the copy after a clone, otherwise reads the campaign again. */
export const useActionDone = (): OnAction => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (action, campaignKey) => {
    if (action === 'clone') void navigate({ to: pathTo('campaignPplEditor', { campaignKey }) });
    else void queries.invalidateQueries({ queryKey: partsQuery(campaignKey).queryKey });
  };
};
