import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { pathTo } from '../../../lib/paths.ts';
import type { OnDeed } from '../status/use-deeds.ts';
import { partsQuery } from './api.ts';

/** After something was done to a campaign: a copy is opened, and the page of the campaign itself is read again. */
export const useDeedDone = (): OnDeed => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (deed, campaignKey) => {
    if (deed === 'clone') void navigate({ to: pathTo('campaignPplEditor', { campaignKey }) });
    else void queries.invalidateQueries({ queryKey: partsQuery(campaignKey).queryKey });
  };
};
