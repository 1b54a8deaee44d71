import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { mediaPartnerSchema } from './schema.ts';

export const allPartnerList = defineCall({
  id: 'allPartnerList',
  summary: 'Every media partner of the agency',
  method: 'GET',
  path: '/ag/mp/all/list',
  groups: ['ag'],
  permission: 'partners:View',
  kind: 'json',
  params: {},
  response: z.array(mediaPartnerSchema),
});
