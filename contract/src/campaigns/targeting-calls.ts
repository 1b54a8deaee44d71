import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { dayPartingSchema } from '../core/values/day-parting.ts';
import { geoSchema } from '../core/geo/geo.ts';
import { key, WITH_VERSION } from '../core/calls/schema.ts';
import {
  audienceSchema,
  campaignProgramSchema,
  campaignSourceSchema,
  geoCountSchema,
  programChoiceSchema,
  sourceChoiceSchema,
  sourceModeSchema,
} from './targeting.ts';
import { trackingUrlSchema } from './tracking.ts';

const anyGroup = ['ag', 'mp', 'cl'] as const;
const agency = ['ag'] as const;
const read = { groups: anyGroup, permission: 'campaigns:View' } as const;
const save = {
  groups: agency,
  permission: 'campaigns:Update',
} as const;
/** Version of this part as it was read. */
const version = { rowVersion: z.int().positive().optional() };
const versioned = { rowVersion: z.int() };

const programsSchema = z.object({ programs: z.array(campaignProgramSchema), ...versioned });
export const campaignProgramList = defineCall({
  ...read,
  id: 'campaignProgramList',
  summary: 'The programs of the campaign’s line item and which of them it is for',
  route: 'GET /{p}/campaign/{key}/program/list',
  owner: { byKey: 'campaign', param: 'key' },
  response: programsSchema,
  // The price of a program is between the agency and the partner.
  responseFor: {
    cl: z.object({ programs: z.array(campaignProgramSchema.omit({ priceOverride: true })), ...versioned }),
  },
});
export const campaignProgramSave = defineCall({
  ...save,
  id: 'campaignProgramSave',
  summary: `Chooses the programs of a campaign; none chosen is all of its line item; ${WITH_VERSION.replaces}`,
  route: 'POST /{p}/campaign/{key}/program/save',
  owner: { byKey: 'campaign', param: 'key' },
  body: z.strictObject({ programs: z.array(programChoiceSchema).max(2_000), ...version }),
  response: programsSchema,
  bodyBytes: 512 * 1024,
});

const geoAnswer = z.object({ geo: geoSchema, ...versioned });
export const campaignGeoList = defineCall({
  ...read,
  id: 'campaignGeoList',
  summary: 'Where the leads of a campaign may live',
  route: 'GET /{p}/campaign/{key}/geo/list',
  owner: { byKey: 'campaign', param: 'key' },
  response: geoAnswer,
});
export const campaignGeoSave = defineCall({
  ...save,
  id: 'campaignGeoSave',
  summary: `Says where the leads of a campaign may live; ${WITH_VERSION.replaces}`,
  route: 'POST /{p}/campaign/{key}/geo/save',
  owner: { byKey: 'campaign', param: 'key' },
  body: z.strictObject({ geo: geoSchema, ...version }),
  response: geoAnswer,
  bodyBytes: 1024 * 1024,
});

export const campaignGeoCount = defineCall({
  id: 'campaignGeoCount',
  summary: 'How many ZIP codes a targeting of a client’s campaign takes leads from, before it is saved',
  groups: agency,
  permission: 'campaigns:View',
  apiKey: true,
  // By client: a new campaign has no key yet.
  route: 'POST /{p}/client/{key}/geo/count',
  owner: { byKey: 'client', param: 'key' },
  body: z.strictObject({
    geo: geoSchema,
    /** The line item and programs, whose campus service areas limit where leads can come from. */
    goalKey: key.nullish(),
    programKeys: z.array(key).max(2_000).default([]),
  }),
  response: geoCountSchema,
  bodyBytes: 1024 * 1024,
});

const inheritedSchema = z.array(z.record(z.string(), z.unknown()));
const audienceAnswer = z.object({
  audience: audienceSchema,
  /** Rules of the line item; the campaign's own apply in addition. */
  inherited: inheritedSchema,
  ...versioned,
});
export const campaignAudienceList = defineCall({
  ...read,
  id: 'campaignAudienceList',
  summary: 'What a campaign asks about a person, and what its line item asks already',
  route: 'GET /{p}/campaign/{key}/audience/list',
  owner: { byKey: 'campaign', param: 'key' },
  response: audienceAnswer,
});
export const campaignAudienceSave = defineCall({
  ...save,
  id: 'campaignAudienceSave',
  summary: `Says what a campaign asks about a person; ${WITH_VERSION.replaces}`,
  route: 'POST /{p}/campaign/{key}/audience/save',
  owner: { byKey: 'campaign', param: 'key' },
  body: z.strictObject({ audience: audienceSchema, ...version }),
  response: audienceAnswer,
});

const audiencesSchema = z.array(
  z.object({
    campaignKey: key,
    campaignName: z.string(),
    campaignCode: z.string(),
    goalName: z.string(),
    vendor: z.string(),
    audience: audienceSchema,
  }),
);
const audiences = { ...read, groups: agency, response: audiencesSchema };
export const audienceByGoal = defineCall({
  ...audiences,
  id: 'audienceByGoal',
  summary: 'What the campaigns of a line item ask',
  route: 'GET /{p}/goal/{key}/audience/list',
  owner: { byKey: 'goal', param: 'key' },
});
export const audienceByClient = defineCall({
  ...audiences,
  id: 'audienceByClient',
  summary: 'What the campaigns of a client ask',
  route: 'GET /{p}/client/{key}/audience/list',
  owner: { byKey: 'client', param: 'key' },
});
export const audienceByVendor = defineCall({
  ...audiences,
  id: 'audienceByVendor',
  summary: 'What the campaigns of a media partner ask',
  route: 'GET /{p}/vendor/{key}/audience/list',
  owner: { session: 'A media partner works for several owners.' },
});

const daypartingAnswer = z.object({
  dayParting: dayPartingSchema,
  /** Time zone if none is chosen: the campus's, else the owner's. */
  defaultTimeZone: z.string(),
  ...versioned,
});
export const campaignDaypartingGet = defineCall({
  ...read,
  id: 'campaignDaypartingGet',
  summary: 'The hours of the week in which a campaign takes leads',
  route: 'GET /{p}/campaign/{key}/dayparting/get',
  owner: { byKey: 'campaign', param: 'key' },
  response: daypartingAnswer,
});
export const campaignDaypartingSave = defineCall({
  ...save,
  id: 'campaignDaypartingSave',
  summary: `Sets the hours of the week in which a campaign takes leads; ${WITH_VERSION.replaces}`,
  route: 'POST /{p}/campaign/{key}/dayparting/save',
  owner: { byKey: 'campaign', param: 'key' },
  body: z.strictObject({ dayParting: dayPartingSchema, ...version }),
  response: daypartingAnswer,
});

const urlsAnswer = z.object({
  urls: z.array(trackingUrlSchema.required({ trackingUrlKey: true })),
  /** Path of the link the partner sends visitors to; null if the campaign is not bought from a partner. */
  clickLink: z.string().nullable(),
  ...versioned,
});
export const campaignTrackingGet = defineCall({
  ...read,
  id: 'campaignTrackingGet',
  summary: 'The tracking URLs of a campaign and the link that leads to them',
  route: 'GET /{p}/campaign/{key}/tracking/get',
  owner: { byKey: 'campaign', param: 'key' },
  response: urlsAnswer,
});
export const campaignTrackingSave = defineCall({
  ...save,
  id: 'campaignTrackingSave',
  summary: `Saves the tracking URLs of a campaign: those that are not among them go; ${WITH_VERSION.replaces}`,
  route: 'POST /{p}/campaign/{key}/tracking/save',
  owner: { byKey: 'campaign', param: 'key' },
  body: z.strictObject({ campaignKey: key.optional(), urls: z.array(trackingUrlSchema).min(1).max(50), ...version }),
  response: urlsAnswer,
  bodyBytes: 256 * 1024,
});

const sourcesAnswer = z.object({ mode: sourceModeSchema, sources: z.array(campaignSourceSchema), ...versioned });
export const campaignSourcesList = defineCall({
  ...read,
  id: 'campaignSourcesList',
  summary: 'The media partner’s sources, and which of them may feed a campaign',
  route: 'GET /{p}/campaign/{key}/sources/list',
  owner: { byKey: 'campaign', param: 'key' },
  response: sourcesAnswer,
  responseFor: {
    cl: sourcesAnswer.extend({
      sources: z.array(campaignSourceSchema.omit({ priceOverride: true, publisherName: true, note: true })),
    }),
  },
});
export const campaignSourcesSave = defineCall({
  ...save,
  id: 'campaignSourcesSave',
  summary: `Says which sources may feed a campaign, at what price and how much; ${WITH_VERSION.replaces}`,
  route: 'POST /{p}/campaign/{key}/sources/save',
  owner: { byKey: 'campaign', param: 'key' },
  body: z.strictObject({ mode: sourceModeSchema, sources: z.array(sourceChoiceSchema).max(5_000), ...version }),
  response: sourcesAnswer,
  bodyBytes: 1024 * 1024,
});
