import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { campusSchema, clientSchema, filterOptionsSchema, programSchema } from './schema.ts';

export const agencyClientList = defineCall({
  id: 'agencyClientList',
  summary: 'The clients of every owner that the caller works on',
  route: 'GET /ag/cl/list',
  owner: { session: 'The clients of every owner that the caller works on.' },
  groups: ['ag'],
  permission: 'clients:View',
  response: z.array(clientSchema),
});

export const clientList = defineCall({
  id: 'clientList',
  summary: 'The clients of an owner',
  route: 'GET /{p}/{owner}/cl/list',
  owner: 'path',
  groups: ['ag', 'cl'],
  permission: 'clients:View',
  response: z.array(clientSchema),
});

export const partnerClientList = defineCall({
  id: 'partnerClientList',
  summary: 'The clients that a media partner works for, whichever owner they are of',
  route: 'GET /mp/cl/list',
  owner: { session: 'The clients that a partner works for, whichever owner they are of.' },
  groups: ['mp'],
  permission: 'clients:View',
  response: z.array(clientSchema),
});

export const modalityList = defineCall({
  id: 'modalityList',
  summary: 'How programs are taught',
  route: 'GET /ag/modality/list',
  owner: { session: 'The same for everybody: it reads no owner’s rows.' },
  groups: ['ag'],
  permission: 'clients:View',
  response: z.array(z.object({ code: z.string(), label: z.string() })),
});

export const clientCampuses = defineCall({
  id: 'clientCampuses',
  summary: 'The campuses of a client',
  route: 'GET /ag/client/{key}/campuses/get',
  owner: { byKey: 'client', param: 'key' },
  groups: ['ag'],
  permission: 'clients:View',
  response: z.array(campusSchema),
});

export const campusPrograms = defineCall({
  id: 'campusPrograms',
  summary: 'The programs of a campus',
  route: 'GET /ag/campus/{key}/programs/get',
  owner: { byKey: 'campus', param: 'key' },
  groups: ['ag'],
  permission: 'clients:View',
  response: z.array(programSchema),
});

/** Any right to see campaigns, allocations, line items or reports is enough: the service checks them all. */
export const filterOptions = defineCall({
  id: 'filterOptions',
  summary: 'What the lists and reports of an owner can be narrowed to',
  route: 'GET /{p}/{owner}/filters/get',
  owner: 'path',
  groups: ['ag', 'mp', 'cl'],
  permission: 'none',
  response: filterOptionsSchema,
});

export const partnerFilterOptions = defineCall({
  id: 'partnerFilterOptions',
  summary: 'What a media partner’s lists can be narrowed to, over all owners that it works for',
  route: 'GET /mp/filters/get',
  owner: { session: 'A partner’s lists go over all owners that it works for.' },
  groups: ['mp'],
  permission: 'none',
  response: filterOptionsSchema,
});
