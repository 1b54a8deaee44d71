import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { WITH_VERSION } from '../core/calls/schema.ts';
import { mediaPartnerSchema, PARTNER_DAYS, partnerFormSchema, partnerOverviewSchema, partnerSchema } from './schema.ts';

const owner = { session: 'Media partners belong to no owner.' } as const;

export const allPartnerList = defineCall({
  id: 'allPartnerList',
  summary: 'Every media partner of the agency',
  route: 'GET /ag/mp/all/list',
  owner,
  groups: ['ag'],
  permission: 'partners:View',
  response: z.array(mediaPartnerSchema),
});

export const partnerList = defineCall({
  id: 'partnerList',
  summary: 'The media partners of the owners that the caller works on; a media partner is told of itself only',
  route: 'GET /{p}/mp/list',
  owner: { session: 'All owners of the caller together.' },
  groups: ['ag', 'mp', 'cl'],
  permission: 'none',
  response: z.array(mediaPartnerSchema),
});

export const ownerPartnerList = defineCall({
  id: 'ownerPartnerList',
  summary: 'Every media partner with what it does for an owner: clients, live campaigns, leads, quality, next month',
  route: 'GET /ag/mp/{owner}/list',
  owner: 'path',
  groups: ['ag'],
  permission: 'partners:View',
  query: z.strictObject({
    /** Number of days up to yesterday for the lead and quality figures. */
    days: z
      .enum(PARTNER_DAYS.map(String) as [string, ...string[]])
      .default('30')
      .transform(Number),
  }),
  response: z.object({
    rows: z.array(partnerOverviewSchema),
    from: z.iso.date(),
    to: z.iso.date(),
    /** First day of the month of the allocations. */
    nextMonth: z.iso.date(),
  }),
});

export const partnerGet = defineCall({
  id: 'partnerGet',
  summary: 'A media partner',
  route: 'GET /ag/mp/{key}/get',
  owner,
  groups: ['ag'],
  permission: 'partners:View',
  response: partnerSchema,
});

export const partnerSave = defineCall({
  id: 'partnerSave',
  summary: `Saves a media partner, new or changed; ${WITH_VERSION.merges}`,
  route: 'POST /ag/mp/save',
  owner,
  groups: ['ag'],
  permission: ['partners:Create', 'partners:Update'],
  body: partnerFormSchema,
  response: partnerSchema,
});
