import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { mediaPartnerSchema } from './schema.ts';

export const allPartnerList = defineCall({
  id: 'allPartnerList',
  summary: 'Every media partner of the agency',
  method: 'GET',
  path: '/ag/mp/all/list',
  owner: { session: 'Media partners belong to no owner.' },
  groups: ['ag'],
  permission: 'partners:View',
  kind: 'json',
  params: {},
  response: z.array(mediaPartnerSchema),
});
