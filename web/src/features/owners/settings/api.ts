import {
  type OwnerSettings,
  ownerSettingsGet,
  ownerSettingsHistory,
  ownerSettingsSave,
  type OwnerSettingValues,
} from '@paceline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { callApi, fetchApi } from '../../../lib/api/api.ts';
import { followOwners } from '../../../lib/address/follow-owners.ts';
import { callQuery } from '../../../lib/api/op-query.ts';
import { ownerQuery } from '../api.ts';

const of = (ownerKey: number) => ({ params: { owner: ownerKey } });

export const settingsQuery = (ownerKey: number) => ({
  ...callQuery(ownerSettingsGet, of(ownerKey)),
  // Fills a form, whose version saving depends on.
  staleTime: 0,
});
export const historyQuery = (ownerKey: number) => ({ ...callQuery(ownerSettingsHistory, of(ownerKey)), staleTime: 0 });
export const readSettings = (ownerKey: number): Promise<OwnerSettings | undefined> =>
  fetchApi(ownerSettingsGet, of(ownerKey));

/** Throws on failure: the form shows the error. Saved settings apply to the session's menu and labels at once. */
export const useSaveSettings = (ownerKey: number) => {
  const queries = useQueryClient();
  return async (values: Partial<OwnerSettingValues>, rowVersion: number): Promise<OwnerSettings | undefined> => {
    const saved = await callApi(ownerSettingsSave, { ...of(ownerKey), body: { rowVersion, values } });
    if (saved) queries.setQueryData(settingsQuery(ownerKey).queryKey, saved);
    for (const { queryKey } of [ownerQuery(ownerKey), historyQuery(ownerKey)])
      void queries.invalidateQueries({ queryKey });
    void followOwners(queries);
    return saved;
  };
};
