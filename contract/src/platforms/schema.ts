import { z } from 'zod';
import { PLATFORM_CHANNELS } from '../core/channels.ts';
import { type Permission } from '../core/access/permissions.ts';
import { readShape, sentShape } from '../core/records/record.ts';
import { instant, key } from '../core/calls/schema.ts';
import { platformAccountRecord, platformLine } from './record.ts';

/** How an account stands; `ERROR` is set where its data did not arrive, the others by people. */
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
  /** Which channel it mostly serves; an account may serve another. */
  channel: z.enum(PLATFORM_CHANNELS),
  /** Accounts on it, and whose they are, of the owners that the viewer works on. */
  accounts: z.int(),
  ownerNames: z.array(z.string()),
});
export type MasterPlatform = z.infer<typeof masterPlatformSchema>;

export const masterPlatformFormSchema = z.strictObject({
  name: platformLine(2, 60),
  channel: z.enum(PLATFORM_CHANNELS),
});
export type MasterPlatformForm = z.output<typeof masterPlatformFormSchema>;

/** Who sees media cost sees the fee: with what a client pays, each tells the other. */
export const FEE_PERMISSION = 'reports:Margin' satisfies Permission;

const { accountId, accountName, currency, timeZone, feePercent, channel } = readShape(platformAccountRecord);

/** An account on a trading platform. What it charges and the fee on it are the agency's alone. */
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
  /** Null for whoever does not see media cost. */
  feePercent,
  channel,
  status: z.enum(PLATFORM_ACCOUNT_STATUS_KEYS),
  /** When it was last read, and the last day that it has figures for. */
  lastSyncAt: instant.nullable(),
  lastDay: z.iso.date().nullable(),
  lastError: z.string().nullable(),
  /** Its campaigns on the platform: those that feed one of ours, and those that feed none. */
  linkedCampaigns: z.int(),
  unlinkedCampaigns: z.int(),
  rowVersion: z.int(),
});
export type PlatformAccount = z.infer<typeof platformAccountSchema>;

/** With what its linked campaigns came to this month, by the metrics registry: without the fee, and with it. */
export const platformAccountRowSchema = platformAccountSchema.extend({
  mediaCost: z.number().nullable(),
  spend: z.number().nullable(),
});
export type PlatformAccountRow = z.infer<typeof platformAccountRowSchema>;

const accountFeeSchema = z.object({
  /** The first day that it counts for; null: from the beginning. */
  fromDay: z.iso.date().nullable(),
  feePercent: z.number(),
  setBy: z.string().nullable(),
  setAt: instant.nullable(),
});
export type AccountFee = z.infer<typeof accountFeeSchema>;

/** One account as its form needs it. */
export const platformAccountRecordSchema = platformAccountSchema.extend({
  /** Figures have arrived: its platform and its currency stay. */
  hasData: z.boolean(),
  /** Campaigns of ours run in it: its channel stays. */
  hasCampaigns: z.boolean(),
  /** A fee can be changed from these days on: those of months that are open, through today. */
  firstFeeDay: z.iso.date(),
  today: z.iso.date(),
  /** The newest first; empty where it never changed. */
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
  /** Where the fee changes and figures have arrived: the first day that the new one counts for. */
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
  /** Those that changed, with what they were and the version they are in now: what takes it back. */
  accounts: z.array(
    z.object({ semClientAccountKey: key, rowVersion: z.int(), before: z.enum(PLATFORM_ACCOUNT_STATUS_KEYS) }),
  ),
});
export type AccountStatusChanged = z.infer<typeof accountStatusChangedSchema>;
