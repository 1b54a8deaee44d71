import {
  type CallInput,
  type CallResponse,
  allocationsSave,
  campaignAllocationGet,
  campaignAudienceList,
  campaignAudienceSave,
  campaignDaypartingGet,
  campaignDaypartingSave,
  campaignDraftList,
  campaignDraftRemove,
  campaignDraftSave,
  campaignGeoCount,
  campaignGeoList,
  campaignGeoSave,
  campaignGet,
  campaignProgramList,
  campaignProgramSave,
  campaignSave,
  campaignSourcesList,
  campaignSourcesSave,
  campaignTrackingGet,
  campaignTrackingSave,
  clientCampuses,
  ownerPartnerSearch,
} from '@paceline/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi, fetchApi } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/op-query.ts';
import { permissionSet } from '../../../lib/permissions.ts';
import { groupOfSession, useSession } from '../../../lib/session-store.ts';
import { allocationChanges } from './prepare-allocation.ts';
import type { CampaignFields, CampaignParts } from './prepare-values.ts';
import { type Part, toCampaignForm, toDayParting, toPrograms, toSources, toUrls } from './prepare-wire.ts';

/** Undefined comes only from a cancelled call, and nobody reads what a cancelled query resolves to. */
const present = <T>(answer: T | undefined): T => answer as T;

/** Allocations in the editor are the agency's; partners and clients have them in their sheets. */
const maySeeAllocation = (): boolean =>
  groupOfSession() === 'ag' && permissionSet(useSession.getState().permissions).has('allocations:View');

/** A campaign and everything that is kept beside it. */
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
    // They are read one by one: where a save came between, the oldest is refused, and that is right.
    targetingVersion: Math.min(...versioned.map(({ rowVersion }) => rowVersion)),
    urlsVersion: tracking.rowVersion,
  };
};

export const partsQuery = (campaignKey: number) =>
  queryOptions({
    queryKey: ['campaignParts', campaignKey] as const,
    queryFn: ({ signal }) => readParts(campaignKey, signal),
    // A form is filled from it, with the versions that its saving is judged by: nothing older than the page will do.
    staleTime: 0,
    gcTime: 0,
  });

export const partnersQuery = (ownerKey: number, term: string) => ({
  ...callQuery(ownerPartnerSearch, { params: { owner: ownerKey }, body: { term: term || ' ' } }),
  // The names stand until the next ones are here.
  placeholderData: keepPreviousData,
});
export const geoCountQuery = (clientKey: number, body: CallInput<typeof campaignGeoCount>['body']) =>
  callQuery(campaignGeoCount, { params: { key: clientKey }, body });
export const campusesQuery = (clientKey: number) => callQuery(clientCampuses, { params: { key: clientKey } });

type SavedCampaign = CallResponse<typeof campaignSave>;
export interface Saved {
  campaign: SavedCampaign;
  /** Whether the campaign itself was saved, and not only what is kept beside it. */
  isWhole: boolean;
}

interface Saving {
  ownerKey: number;
  fields: CampaignFields;
  /** What the form was filled from; null for a new campaign. */
  parts: CampaignParts | null;
  changed: readonly Part[];
  activate: boolean;
}
/**
 * Saves what has changed, the campaign first and its activation last: that asks for what the others bring. Each call is
 * whole in itself; whoever is stopped in between reads again and goes on from there.
 */
export const saveParts = async ({ ownerKey, fields, parts, changed, activate }: Saving): Promise<Saved> => {
  const params = { owner: ownerKey };
  const others = changed.filter((part) => part !== 'campaign');
  let saved: SavedCampaign | null = null;
  if (parts === null || changed.includes('campaign') || (activate && others.length === 0)) {
    const body = toCampaignForm(fields, parts?.campaign ?? null, activate && others.length === 0);
    saved = present(await fetchApi(campaignSave, { params, body }));
  }
  const campaign = saved ?? { ...parts!.campaign, warnings: [] };
  const key = { params: { key: campaign.campaignKey } };
  let rowVersion = parts?.targetingVersion;
  const versioned = async (answer: Promise<{ rowVersion: number } | undefined>) => {
    rowVersion = (await answer)?.rowVersion;
  };
  const version = () => (rowVersion === undefined ? {} : { rowVersion });
  const saves: Record<Exclude<Part, 'campaign'>, () => Promise<unknown>> = {
    allocation: async () => {
      for (const { month, rowVersion: read, changes } of allocationChanges(
        fields.allocation,
        parts?.allocation ?? null,
      )) {
        const row = { campaignKey: campaign.campaignKey, rowVersion: read, changes };
        await fetchApi(allocationsSave, { params: { owner: ownerKey, month }, body: { rows: [row] } });
      }
    },
    programs: () =>
      versioned(fetchApi(campaignProgramSave, { ...key, body: { programs: toPrograms(fields), ...version() } })),
    audience: () =>
      versioned(
        fetchApi(campaignAudienceSave, {
          ...key,
          body: { audience: { match: 'ALL', rules: fields.rules }, ...version() },
        }),
      ),
    geo: () => versioned(fetchApi(campaignGeoSave, { ...key, body: { geo: fields.geo, ...version() } })),
    hours: () =>
      versioned(fetchApi(campaignDaypartingSave, { ...key, body: { dayParting: toDayParting(fields), ...version() } })),
    sources: () => versioned(fetchApi(campaignSourcesSave, { ...key, body: { ...toSources(fields), ...version() } })),
    urls: () =>
      fetchApi(campaignTrackingSave, {
        ...key,
        body: { urls: toUrls(fields), ...(parts && { rowVersion: parts.urlsVersion }) },
      }),
  };
  for (const part of others) await saves[part]();
  if (!activate || others.length === 0) return { campaign, isWhole: saved !== null };
  const body = toCampaignForm(fields, campaign, true);
  const activated = present(await fetchApi(campaignSave, { params, body }));
  return { campaign: activated, isWhole: true };
};

export const draftsQuery = (ownerKey: number) => ({
  ...callQuery(campaignDraftList, { params: { owner: ownerKey } }),
  staleTime: 0,
  gcTime: 0,
});

export const keepDraft = (ownerKey: number, campaignKey: number | null, step: string, form: string) =>
  callApi(campaignDraftSave, { params: { owner: ownerKey }, body: { channel: 'ppl', campaignKey, step, form } });

export const removeDraft = (ownerKey: number, draftKey: number) =>
  fetchApi(campaignDraftRemove, { params: { owner: ownerKey, draftKey } });
