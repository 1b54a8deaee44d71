import { defineCall } from '../core/call.ts';
import { keyParam } from '../core/schema.ts';
import { ownerSchema } from './schema.ts';

export const ownerGet = defineCall({
  id: 'ownerGet',
  summary: 'One owner with its vertical, zone and settings',
  method: 'GET',
  path: '/{p}/{ownerKey}/owner/get',
  groups: ['ag', 'mp', 'cl'],
  permission: 'none',
  kind: 'json',
  params: { ownerKey: keyParam },
  response: ownerSchema,
});
