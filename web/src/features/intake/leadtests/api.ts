import {
  type LeadTestRecord,
  type LeadTestSettings,
  leadTestSettingsGet,
  leadTestSettingsSave,
} from '@paceline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { callApi, fetchApi } from '../../../lib/api/api.ts';
import { callQuery } from '../../../lib/api/op-query.ts';

const of = (ownerKey: number) => ({ params: { owner: ownerKey } });

export const settingsQuery = (ownerKey: number) => ({
  ...callQuery(leadTestSettingsGet, of(ownerKey)),
  // Fills a form, whose version saving depends on.
  staleTime: 0,
});
export const readSettings = (ownerKey: number): Promise<LeadTestRecord | undefined> =>
  fetchApi(leadTestSettingsGet, of(ownerKey));

/** Throws on failure: the form shows the error. */
export const useSaveSettings = (ownerKey: number) => {
  const queries = useQueryClient();
  return async (settings: LeadTestSettings, version: number): Promise<LeadTestRecord | undefined> => {
    const saved = await callApi(leadTestSettingsSave, { ...of(ownerKey), body: { version, settings } });
    if (saved) queries.setQueryData(settingsQuery(ownerKey).queryKey, saved);
    return saved;
  };
};
