import {
  type CallInput,
  type CallResponse,
  campaignAllocationGet,
  campaignAudienceList,
  campaignDaypartingGet,
  campaignDraftList,
  campaignDraftRemove,
  campaignDraftSave,
  campaignGeoCount,
  campaignGeoList,
  campaignGet,
  campaignReadiness,
  campaignProgramList,
  campaignSaveAll,
  campaignSourcesList,
  campaignTrackingGet,
  clientCampuses,
  ownerPartnerSearch,
} from '@paceline/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi, fetchApi } from '../../../lib/api/api.ts';
import { callQuery } from '../../../lib/api/op-query.ts';
import { permissionSet } from '../../../lib/session/permissions.ts';
import { groupOfSession, useSession } from '../../../lib/session/session-store.ts';
import type { CampaignParts } from './prepare/prepare-values.ts';

/** Only a cancelled call returns undefined, and a cancelled query's result is not read. */
const present = <T>(answer: T | undefined): T => answer as T;

/** Only the agency edits allocations here; partners and clients use their sheets. */
const maySeeAllocation = (): boolean =>
  groupOfSession() === 'ag' && permissionSet(useSession.getState().permissions).has('allocations:View');

export const readParts = async (campaignKey: number, signal?: AbortSignal): Promise<CampaignParts> => {
  const args = { params: { key: campaignKey } };
  const options = signal ? { signal } : {};
  const [campaign, allocation, programs, audience, geo, hours, sources, tracking] = await Promise.all([
    fetchApi(campaignGet, args, options).then(present),
    maySeeAllocation() ? fetchApi(campaignAllocationGet, args, options).then(present) : null,
    fetchApi(campaignProgramList, args, options).then(present),
    fetchApi(campaignAudienceList, args, options).then(present),
    fetchApi(campaignGeoList, args, options).then(present),
    fetchApi(campaignDaypartingGet, args, options).then(present),
    fetchApi(campaignSourcesList, args, options).then(present),
    fetchApi(campaignTrackingGet, args, options).then(present),
  ]);
  const versioned = [programs, audience, geo, hours, sources];
  return {
    campaign,
    allocation,
    programs: programs.programs,
    rules: audience.audience.rules,
    inherited: audience.inherited,
    geo: geo.geo,
    dayParting: hours.dayParting,
    defaultTimeZone: hours.defaultTimeZone,
    sourceMode: sources.mode,
    sources: sources.sources,
    urls: tracking.urls,
    clickLink: tracking.clickLink,
    versions: {
      campaign: campaign.rowVersion,
      // The parts are read separately: the lowest version is used, so that a save in between is detected as a conflict.
      targeting: Math.min(...versioned.map(({ rowVersion }) => rowVersion)),
      tracking: tracking.rowVersion,
      ...(allocation?.current && { current: allocation.current.rowVersion }),
      ...(allocation?.next && { next: allocation.next.rowVersion }),
    },
  };
};

export const partsQuery = (campaignKey: number) =>
  queryOptions({
    queryKey: ['campaignParts', campaignKey] as const,
    queryFn: ({ signal }) => readParts(campaignKey, signal),
    // Never cached: the form is saved against the versions read.
    staleTime: 0,
    gcTime: 0,
  });

export const partnersQuery = (ownerKey: number, term: string) => ({
  ...callQuery(ownerPartnerSearch, { params: { owner: ownerKey }, body: { term: term || ' ' } }),
  // Keep the names until the next ones arrive.
  placeholderData: keepPreviousData,
});
export const geoCountQuery = (clientKey: number, body: CallInput<typeof campaignGeoCount>['body']) =>
  callQuery(campaignGeoCount, { params: { key: clientKey }, body });
export const campusesQuery = (clientKey: number) => callQuery(clientCampuses, { params: { key: clientKey } });

/** Not cached: what is missing is put right on other pages. */
export const leadNeedsQuery = (campaignKey: number) => ({
  ...callQuery(campaignReadiness, { params: { key: campaignKey } }),
  staleTime: 0,
});

export const saveParts = (
  ownerKey: number,
  body: CallInput<typeof campaignSaveAll>['body'],
): Promise<CallResponse<typeof campaignSaveAll>> =>
  fetchApi(campaignSaveAll, { params: { owner: ownerKey }, body }).then(present);

export const draftsQuery = (ownerKey: number) => ({
  ...callQuery(campaignDraftList, { params: { owner: ownerKey } }),
  staleTime: 0,
  gcTime: 0,
});

export const keepDraft = (ownerKey: number, campaignKey: number | null, step: string, form: string) =>
  callApi(campaignDraftSave, { params: { owner: ownerKey }, body: { channel: 'ppl', campaignKey, step, form } });

export const removeDraft = (ownerKey: number, draftKey: number) =>
  fetchApi(campaignDraftRemove, { params: { owner: ownerKey, draftKey } });
