import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { instant, key } from '../core/calls/schema.ts';
import { ENDPOINT_STATES } from '../core/leads/next-try.ts';
import { DELIVERY_METHODS, type DeliveryMethod } from './endpoint.ts';

const shared = {
  state: z.enum(ENDPOINT_STATES),
  /** If paused after failures, when one lead is tried again; in the past while one is being tried. */
  openUntil: instant.nullable(),
  lastAcceptedAt: instant.nullable(),
  /** Undelivered leads, including stuck ones, and since when the oldest has waited. */
  waiting: z.int(),
  oldestWaitingAt: instant.nullable(),
};

const deliveryHealthRowSchema = z.object({
  ...shared,
  ownerKey: key,
  ownerName: z.string(),
  endpointKey: key,
  name: z.string(),
  clientKey: key,
  clientName: z.string(),
  campusKey: key.nullable(),
  campusName: z.string().nullable(),
  method: z.enum(Object.keys(DELIVERY_METHODS) as [DeliveryMethod, ...DeliveryMethod[]]),
  failuresInRow: z.int(),
  lastFailureAt: instant.nullable(),
  lastReason: z.string().nullable(),
  /** Over the attempts of the last 24 hours; null if there were none. */
  p95Ms: z.int().nullable(),
  accepted24h: z.int(),
  accepted7d: z.int(),
});
export type DeliveryHealthRow = z.infer<typeof deliveryHealthRowSchema>;

export const deliveryHealthList = defineCall({
  id: 'deliveryHealthList',
  summary: 'How every endpoint of every owner of the session fares: last accepted lead, failures, speed, volume, queue',
  route: 'GET /{p}/delivery/health/list',
  owner: {
    session: 'Somebody who looks after delivery looks at all owners at once; rows are of the session’s owners.',
  },
  groups: ['ag'],
  permission: 'leadanalyzer:View',
  response: z.object({ asOf: instant, rows: z.array(deliveryHealthRowSchema) }),
});

export const deliveryEndpointProbe = defineCall({
  id: 'deliveryEndpointProbe',
  summary: 'Sends the oldest waiting lead of an endpoint now, also while it is paused after failures',
  route: 'POST /{p}/{owner}/delivery/endpoint/probe',
  owner: 'path',
  groups: ['ag'],
  permission: 'leadanalyzer:Update',
  body: z.strictObject({ endpointKey: key }),
  /** Number of leads tried: one, or zero if none is waiting. */
  response: z.object({ tried: z.int() }),
});

export const deliveryStatus = defineCall({
  id: 'deliveryStatus',
  summary: 'Whether an owner’s systems take their leads: last accepted lead, and how many wait',
  route: 'GET /{p}/{owner}/delivery/status',
  owner: 'path',
  groups: ['ag', 'cl'],
  permission: 'leadanalyzer:View',
  response: z.object({ asOf: instant, systems: z.array(z.object({ ...shared, endpointKey: key, name: z.string() })) }),
});
export type DeliverySystem = z.infer<typeof deliveryStatus.response>['systems'][number];
