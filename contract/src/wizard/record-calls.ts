import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { key } from '../core/calls/schema.ts';
import { brandFormSchema, clientFormSchema, DEDUP_CONFIGS, ownerFormSchema, vendorFormSchema } from './records.ts';

const making = { groups: ['ag'], permission: 'clients:Create' } as const;

export const verticalList = defineCall({
  id: 'verticalList',
  summary: 'What owners are in the business of',
  route: 'GET /owner/vertical',
  owner: { session: 'The same for everybody: it reads no owner’s rows.' },
  groups: ['ag'],
  permission: 'clients:View',
  response: z.array(z.object({ verticalKey: key, verticalName: z.string() })),
});

export const ownerSave = defineCall({
  ...making,
  id: 'ownerSave',
  summary: 'Makes an owner, which is at once one that the caller works on; it has no brands and no clients yet',
  route: 'POST /owner/owner/save',
  owner: { session: 'The owner that it makes is nobody’s before.' },
  body: ownerFormSchema,
  response: z.object({ ownerKey: key }),
});

export const brandsSave = defineCall({
  ...making,
  id: 'brandsSave',
  summary: 'Adds brands to an owner, all or none',
  route: 'POST /owner/brands/save',
  owner: 'body',
  body: z.strictObject({ ownerKey: key, brands: z.array(brandFormSchema).min(1, 'Add at least one brand.').max(100) }),
  response: z.array(z.object({ brandKey: key, brandName: z.string() })),
});

export const ownerClientSave = defineCall({
  ...making,
  id: 'ownerClientSave',
  summary: 'Adds clients to brands of an owner, each with its models, all or none',
  route: 'POST /owner/{owner}/client/save',
  owner: 'path',
  body: z.strictObject({
    /** Duplicate detection of the clients. */
    dedupConfigKey: z
      .int()
      .refine(
        (value) => DEDUP_CONFIGS.some(({ dedupConfigKey }) => dedupConfigKey === value),
        'is not one of the list',
      ),
    /** The owner's vertical. */
    verticalKey: key,
    clients: z
      .array(clientFormSchema.extend({ brandKey: key }))
      .min(1, 'Add at least one client.')
      .max(500),
  }),
  response: z.array(z.object({ clientKey: key, clientName: z.string() })),
});

export const ownerPpcVendorSave = defineCall({
  ...making,
  id: 'ownerPpcVendorSave',
  summary: 'Adds accounts on ad platforms to clients of an owner, all or none',
  route: 'POST /owner/owner/ppcvendor',
  owner: 'body',
  permission: 'tradingplatforms:Update',
  body: z.strictObject({
    ownerKey: key,
    vendors: z
      .array(vendorFormSchema.extend({ clientKey: key }))
      .min(1, 'Add at least one account.')
      .max(100),
  }),
  response: z.array(z.object({ semClientAccountKey: key, accountName: z.string() })),
});
