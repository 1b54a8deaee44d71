import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { ownerVariantSchema } from '../core/access/owner-variants.ts';
import { instant, key } from '../core/calls/schema.ts';
import { OWNER_SETTING_NAMES, ownerSettingValues } from './settings.ts';

const settingName = z.enum(OWNER_SETTING_NAMES);

/** Stored values: old ones may lie outside the current choices. */
const storedValues = z.object({
  ...ownerSettingValues.shape,
  ownerName: z.string(),
  description: z.string(),
  timeZone: z.string(),
});
export type StoredSettingValues = z.infer<typeof storedValues>;

/** Defaults of the preset, or of every owner. */
const defaultValues = z.object({
  description: z.string(),
  dedupDays: z.int(),
  unknownSources: ownerSettingValues.shape.unknownSources,
  ordersRequired: z.boolean(),
  ...ownerVariantSchema.shape,
});
export type DefaultSettingValues = z.infer<typeof defaultValues>;

const ownerSettingsSchema = z.object({
  ownerKey: key,
  /** Incremented with every change of a setting. */
  rowVersion: z.int(),
  timeZone: z.string(),
  values: storedValues,
  defaults: defaultValues,
  /** Last change of each setting. */
  changes: z.array(z.object({ name: settingName, at: instant, by: z.string().nullable() })),
  /** Settings that cannot be changed now, and why. */
  locks: z.array(z.object({ name: settingName, reason: z.string() })),
  verticals: z.array(z.object({ verticalKey: key, name: z.string() })),
});
export type OwnerSettings = z.infer<typeof ownerSettingsSchema>;

const shared = {
  owner: 'path',
  groups: ['ag'],
  permission: 'admin:Settings',
  apiKey: false,
} as const;

export const ownerSettingsGet = defineCall({
  ...shared,
  id: 'ownerSettingsGet',
  summary: 'The settings of an owner with their defaults and who changed them last',
  route: 'GET /ag/{owner}/settings/get',
  response: ownerSettingsSchema,
});

export const ownerSettingsSave = defineCall({
  ...shared,
  id: 'ownerSettingsSave',
  summary:
    'Changes settings of an owner; those of features need admin:Features. A value that is the default resets the setting. Refused if somebody else changed settings since they were read',
  route: 'POST /ag/{owner}/settings/save',
  body: z.strictObject({
    rowVersion: z.int(),
    values: ownerSettingValues.partial().strict(),
  }),
  response: ownerSettingsSchema,
});

/** Maximum changes in a history. */
export const MAX_SETTING_CHANGES = 200;

export const ownerSettingsHistory = defineCall({
  ...shared,
  id: 'ownerSettingsHistory',
  summary: `The last ${MAX_SETTING_CHANGES} changes of an owner’s settings, newest first`,
  route: 'GET /ag/{owner}/settings/history',
  response: z.array(
    z.object({ at: instant, by: z.string().nullable(), name: settingName, before: z.string(), after: z.string() }),
  ),
});
export type OwnerSettingChange = z.infer<typeof ownerSettingsHistory.response>[number];
