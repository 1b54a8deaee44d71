import { defineCall } from '../core/calls/call.ts';
import { key } from '../core/calls/schema.ts';
import { z } from 'zod';

const ownerSchema = z.object({
  ownerKey: key,
  ownerName: z.string(),
  description: z.string(),
  verticalKey: key,
  verticalName: z.string(),
  timeZone: z.string(),
  dedupPeriodInDays: z.int(),
});
export type Owner = z.infer<typeof ownerSchema>;

/** Last day with complete data of an owner, and the sources that are late. */
const dataThroughSchema = z.object({
  /** Last complete day of all sources that are not late. */
  day: z.iso.date(),
  late: z.array(z.object({ name: z.string(), day: z.iso.date() })),
});
export type DataThrough = z.infer<typeof dataThroughSchema>;

export const ownerGet = defineCall({
  id: 'ownerGet',
  summary: 'One owner with its vertical, zone and settings',
  route: 'GET /{p}/{ownerKey}/owner/get',
  owner: { path: 'ownerKey' },
  groups: ['ag', 'mp', 'cl'],
  permission: 'none',
  response: ownerSchema,
});

export const ownerDataThrough = defineCall({
  id: 'ownerDataThrough',
  summary: 'Through which day the owner’s numbers are complete, and which sources are behind',
  route: 'GET /{p}/reporting/{owner}/through',
  owner: 'path',
  groups: ['ag', 'cl'],
  permission: 'none',
  response: dataThroughSchema,
});
