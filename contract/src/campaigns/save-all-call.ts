import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { PLAN_FIELDS } from '../core/metrics/pacing/plan.ts';
import { key } from '../core/calls/schema.ts';
import { campaignFormSchema, savedCampaignSchema } from './schema.ts';
import {
  campaignAudienceSave,
  campaignDaypartingSave,
  campaignGeoSave,
  campaignProgramSave,
  campaignSourcesSave,
  campaignTrackingSave,
} from './targeting-calls.ts';

/** Parts with a version of their own: the campaign, its targeting, its tracking URLs, and the plans of two months. */
export const CAMPAIGN_VERSIONS = ['campaign', 'targeting', 'tracking', 'current', 'next'] as const;
export type CampaignVersions = Partial<Record<(typeof CAMPAIGN_VERSIONS)[number], number>>;
const version = z.enum(CAMPAIGN_VERSIONS);

const plan = z.partialRecord(z.enum(PLAN_FIELDS), z.number().nullable());

export const campaignSaveAll = defineCall({
  id: 'campaignSaveAll',
  summary:
    'Creates a pay-per-lead campaign or saves any parts of one, all of them or none; a part whose version is given is refused if that is no longer the current one, and errors name their part first',
  route: 'POST /{p}/{owner}/campaign/saveAll',
  owner: 'path',
  groups: ['ag'],
  permission: 'campaigns:Update',
  body: z.strictObject({
    /** Null for a new campaign. */
    campaignKey: key.nullable(),
    /** The versions that were read. */
    versions: z.partialRecord(version, z.int().nonnegative()).default({}),
    campaign: campaignFormSchema
      .omit({ ownerKey: true, campaignKey: true, rowVersion: true, activate: true })
      .optional(),
    allocation: z.strictObject({ current: plan.optional(), next: plan.optional() }).optional(),
    programs: campaignProgramSave.body.shape.programs.optional(),
    audience: campaignAudienceSave.body.shape.audience.optional(),
    geo: campaignGeoSave.body.shape.geo.optional(),
    dayParting: campaignDaypartingSave.body.shape.dayParting.optional(),
    sources: campaignSourcesSave.body.omit({ rowVersion: true }).optional(),
    urls: campaignTrackingSave.body.shape.urls.optional(),
    /** Also activates a draft. */
    activate: z.boolean().default(false),
  }),
  response: savedCampaignSchema.extend({ versions: z.record(version, z.int()) }),
  bodyBytes: 4 * 1024 * 1024,
});
