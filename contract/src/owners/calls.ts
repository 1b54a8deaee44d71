import { defineCall } from '../core/calls/call.ts';
import { keyParam } from '../core/calls/schema.ts';
import { dataThroughSchema, ownerSchema } from './schema.ts';

export const ownerGet = defineCall({
  id: 'ownerGet',
  summary: 'One owner with its vertical, zone and settings',
  method: 'GET',
  path: '/{p}/{ownerKey}/owner/get',
  owner: { path: 'ownerKey' },
  groups: ['ag', 'mp', 'cl'],
  permission: 'none',
  kind: 'json',
  params: { ownerKey: keyParam },
  response: ownerSchema,
});

export const ownerDataThrough = defineCall({
  id: 'ownerDataThrough',
  summary: 'Through which day the owner’s numbers are complete, and which sources are behind',
  method: 'GET',
  path: '/{p}/reporting/{owner}/through',
  owner: 'path',
  groups: ['ag', 'cl'],
  permission: 'none',
  kind: 'json',
  params: { owner: keyParam },
  response: dataThroughSchema,
});
