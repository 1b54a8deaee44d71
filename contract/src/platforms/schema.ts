import { z } from 'zod';
import { PLATFORM_CHANNELS } from '../core/channels.ts';
import { type Permission } from '../core/access/permissions.ts';
import { readShape, sentShape } from '../core/records/record.ts';
import { instant, key } from '../core/calls/schema.ts';
import { platformAccountRecord, platformLine } from './record.ts';

/** Account statuses; `ERROR` is set if its data did not arrive, the others by users. */
export const PLATFORM_ACCOUNT_STATUSES = {
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  DISCONNECTED: 'Disconnected',
  ERROR: 'Error',
} as const;
export type PlatformAccountStatus = keyof typeof PLATFORM_ACCOUNT_STATUSES;
const PLATFORM_ACCOUNT_STATUS_KEYS = Object.keys(PLATFORM_ACCOUNT_STATUSES) as [
  PlatformAccountStatus,
  ...PlatformAccountStatus[],
];

/** A platform of the agency's master list. */
export const masterPlatformSchema = z.object({
  platformKey: key,
  name: z.string(),
  /** Its usual channel; accounts may serve another. */
  channel: z.enum(PLATFORM_CHANNELS),
  /** Number of accounts and their owners, limited to owners the viewer works on. */
  accounts: z.int(),
  ownerNames: z.array(z.string()),
});
export type MasterPlatform = z.infer<typeof masterPlatformSchema>;

export const masterPlatformFormSchema = z.strictObject({
  name: platformLine(2, 60),
  channel: z.enum(PLATFORM_CHANNELS),
});
export type MasterPlatformForm = z.output<typeof masterPlatformFormSchema>;

/** The right to media cost includes the fee: together with the client's cost, each reveals the other. */
export const FEE_PERMISSION = 'reports:Margin' satisfies Permission;

const { accountId, accountName, currency, timeZone, feePercent, channel } = readShape(platformAccountRecord);

/** An account on a trading platform. Its charges and fee are visible to the agency only. */
export const platformAccountSchema = z.object({
  semClientAccountKey: key,
  ownerKey: key,
  platformKey: key,
  platformName: z.string(),
  clientKey: key,
  clientName: z.string(),
  accountId,
  accountName,
  currency,
  timeZone,
  /** Null without the right to see media cost. */
  feePercent,
  channel,
  status: z.enum(PLATFORM_ACCOUNT_STATUS_KEYS),
  /** Time of the last import, and the last day with figures. */
  lastSyncAt: instant.nullable(),
  lastDay: z.iso.date().nullable(),
  lastError: z.string().nullable(),
  /** Its platform campaigns, linked and not linked to ours. */
  linkedCampaigns: z.int(),
  unlinkedCampaigns: z.int(),
  rowVersion: z.int(),
});
export type PlatformAccount = z.infer<typeof platformAccountSchema>;

/** With the spend of its linked campaigns this month, by the metrics registry: without and with the fee. */
export const platformAccountRowSchema = platformAccountSchema.extend({
  mediaCost: z.number().nullable(),
  spend: z.number().nullable(),
});
export type PlatformAccountRow = z.infer<typeof platformAccountRowSchema>;

const accountFeeSchema = z.object({
  /** First day it applies to; null from the beginning. */
  fromDay: z.iso.date().nullable(),
  feePercent: z.number(),
  setBy: z.string().nullable(),
  setAt: instant.nullable(),
});
export type AccountFee = z.infer<typeof accountFeeSchema>;

/** An account for its form. */
export const platformAccountRecordSchema = platformAccountSchema.extend({
  /** Data has been loaded: platform and currency are fixed. */
  hasData: z.boolean(),
  /** It has campaigns of ours: the channel is fixed. */
  hasCampaigns: z.boolean(),
  /** A fee can be changed from this day on (the first of the open months), through today. */
  firstFeeDay: z.iso.date(),
  today: z.iso.date(),
  /** Newest first; empty if it never changed. */
  fees: z.array(accountFeeSchema),
});
export type PlatformAccountRecord = z.infer<typeof platformAccountRecordSchema>;

const fields = { ownerKey: key, ...sentShape(platformAccountRecord) };

export const platformAccountFormSchema = z.strictObject(fields);
export type PlatformAccountForm = z.output<typeof platformAccountFormSchema>;

export const platformAccountChangeSchema = z.strictObject({
  ...fields,
  semClientAccountKey: key,
  rowVersion: z.int(),
  /** First day of the new fee, required if the fee changes and data has been loaded. */
  feeFrom: z.iso.date('must be a day').nullable(),
});
export type PlatformAccountChange = z.output<typeof platformAccountChangeSchema>;

const MAX_ACCOUNTS_CHANGED = 500;
export const accountStatusChangeSchema = z.strictObject({
  ownerKey: key,
  accounts: z
    .array(
      z.strictObject({ semClientAccountKey: key, rowVersion: z.int(), status: z.enum(PLATFORM_ACCOUNT_STATUS_KEYS) }),
    )
    .min(1)
    .max(MAX_ACCOUNTS_CHANGED),
});
export type AccountStatusChange = z.output<typeof accountStatusChangeSchema>;

export const accountStatusChangedSchema = z.object({
  changed: z.int(),
  /** Changed accounts with their previous status and new version, for undo. */
  accounts: z.array(
    z.object({ semClientAccountKey: key, rowVersion: z.int(), before: z.enum(PLATFORM_ACCOUNT_STATUS_KEYS) }),
  ),
});
export type AccountStatusChanged = z.infer<typeof accountStatusChangedSchema>;
