import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { instant, key } from '../core/calls/schema.ts';
import { deliverySettingsSchema, storedDeliverySettingsSchema } from './endpoint.ts';

const shared = {
  owner: 'path',
  groups: ['ag'],
  permission: 'clients:Criteria',
} as const;

const deliveryEndpointSchema = z.object({
  endpointKey: key,
  clientKey: key,
  clientName: z.string(),
  /** Null for the whole client. */
  campusKey: key.nullable(),
  campusName: z.string().nullable(),
  name: z.string(),
  version: z.int(),
  settings: storedDeliverySettingsSchema,
  /** Why the stored settings cannot be used any more; null if they can. */
  problem: z.string().nullable(),
  /** When the credential was stored; null if there is none. It is never returned. */
  credentialSetAt: instant.nullable(),
  isPaused: z.boolean(),
  /** The SFTP server's fingerprint at first connection; a different one is refused. */
  hostKey: z.string().nullable(),
  health: z.object({
    lastSuccessAt: instant.nullable(),
    lastFailureAt: instant.nullable(),
    lastReason: z.string().nullable(),
    failuresInRow: z.int(),
    /** Nothing is sent before this time. */
    openUntil: instant.nullable(),
    /** In the last 24 hours. */
    tries: z.int(),
    p95Ms: z.int().nullable(),
    waiting: z.int(),
  }),
});
export type DeliveryEndpoint = z.infer<typeof deliveryEndpointSchema>;

export const deliveryEndpointList = defineCall({
  ...shared,
  id: 'deliveryEndpointList',
  summary: 'Where the owner’s clients take their leads, with how each endpoint fares',
  route: 'GET /{p}/{owner}/delivery/endpoint/list',
  response: z.array(deliveryEndpointSchema),
});

/** Maximum past versions on a page. */
export const ENDPOINT_VERSIONS = 50;
const deliveryVersionSchema = z.object({
  version: z.int(),
  name: z.string(),
  settings: storedDeliverySettingsSchema,
  savedBy: z.string().nullable(),
  savedAt: instant,
});
export type DeliveryVersion = z.infer<typeof deliveryVersionSchema>;

const deliveryEndpointRecordSchema = deliveryEndpointSchema.extend({
  /** Newest first, without credentials. */
  versions: z.array(deliveryVersionSchema),
});
export type DeliveryEndpointRecord = z.infer<typeof deliveryEndpointRecordSchema>;

export const deliveryEndpointGet = defineCall({
  ...shared,
  id: 'deliveryEndpointGet',
  summary: `One endpoint with its last ${ENDPOINT_VERSIONS} versions`,
  route: 'GET /{p}/{owner}/delivery/endpoint/{endpointKey}',
  response: deliveryEndpointRecordSchema,
});

export const deliveryEndpointSave = defineCall({
  ...shared,
  id: 'deliveryEndpointSave',
  summary:
    'Makes an endpoint or changes one, as a new version; a server that was not told the stored credential clears it, and so does another kind of it',
  route: 'POST /{p}/{owner}/delivery/endpoint/save',
  body: z.strictObject({
    endpointKey: key.nullable(),
    /** The version that was read; saving over a newer one is refused. */
    version: z.int().min(0),
    clientKey: key,
    campusKey: key.nullable(),
    name: z.string().trim().min(1).max(100),
    settings: deliverySettingsSchema,
    /** Null keeps the stored one. */
    credential: z.string().min(1).max(4_000).nullable(),
  }),
  response: z.object({ endpoint: deliveryEndpointRecordSchema, isCredentialCleared: z.boolean() }),
});

export const deliveryEndpointPause = defineCall({
  ...shared,
  id: 'deliveryEndpointPause',
  // Pausing needs less than changing the endpoint: those who monitor sending need not be allowed to change its destination.
  permission: 'leadanalyzer:Update',
  summary: 'Stops sending to an endpoint, or goes on',
  route: 'POST /{p}/{owner}/delivery/endpoint/pause',
  body: z.strictObject({ endpointKey: key, isPaused: z.boolean() }),
  response: deliveryEndpointSchema,
});

/** Request and answer of a test, and how the answer was interpreted. */
const deliveryTestSchema = z.object({
  outcome: z.enum(['accepted', 'rejected', 'failed']),
  reason: z.string().nullable(),
  because: z.string(),
  reference: z.string().nullable(),
  httpStatus: z.int().nullable(),
  durationMs: z.int(),
  request: z.string(),
  response: z.string(),
});
export type DeliveryTest = z.infer<typeof deliveryTestSchema>;

export const deliveryEndpointTest = defineCall({
  ...shared,
  id: 'deliveryEndpointTest',
  summary: 'Sends a made-up lead to the endpoint’s test address and shows both sides; nothing is stored as a lead',
  route: 'POST /{p}/{owner}/delivery/endpoint/test',
  body: z.strictObject({ endpointKey: key }),
  response: deliveryTestSchema,
});

export const deliveryHostKeyForget = defineCall({
  ...shared,
  id: 'deliveryHostKeyForget',
  summary: 'Forgets the fingerprint of an endpoint’s SFTP server: the next one that is seen is trusted',
  route: 'POST /{p}/{owner}/delivery/endpoint/hostkey/forget',
  body: z.strictObject({ endpointKey: key }),
  response: deliveryEndpointRecordSchema,
});
