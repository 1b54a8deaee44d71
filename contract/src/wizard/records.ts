import { z } from 'zod';
import { AREAS_OF_INTEREST, DEGREE_LEVELS, MODALITIES } from '../core/leads/lead-values.ts';
import { key } from '../core/calls/schema.ts';

/** Verticals of owners. A new installation has these, in this order. */
export const VERTICALS = [
  'Education',
  'Home services',
  'Health care',
  'Insurance',
  'Financial services',
  'Legal services',
  'Other',
] as const;

/** Default time zone of an owner. */
export const DEFAULT_TIME_ZONE = 'America/New_York';

export const DEDUP_DAYS_MESSAGE = 'Dedup period must be a whole number of days from 0 to 730.';

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `must have at most ${most} characters`)
    .regex(/^\P{Cc}*$/u, 'must be one line of text');
const name = (most: number) => line(most).min(2, `must have 2 to ${most} characters`);
const code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,29}$/, 'must have 1 to 30 letters, digits, dots, dashes or underscores');

/** Named zones only: Postgres reads the sign of offsets the other way round. */
const isTimeZone = (zone: string): boolean => {
  if (!/^(UTC|[A-Z]\w+\/.+)$/.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** Input for a new owner. */
export const ownerFormSchema = z.strictObject({
  ownerName: name(100),
  description: line(500).min(1, 'Enter a description.'),
  verticalKey: key,
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as America/Chicago').default(DEFAULT_TIME_ZONE),
  dedupPeriodInDays: z.int(DEDUP_DAYS_MESSAGE).min(0, DEDUP_DAYS_MESSAGE).max(730, DEDUP_DAYS_MESSAGE),
});
export type OwnerForm = z.output<typeof ownerFormSchema>;

export const brandFormSchema = z.strictObject({ brandName: name(100) });
export type BrandForm = z.output<typeof brandFormSchema>;

export const clientFormSchema = z.strictObject({
  clientName: name(100),
  clientCode: code,
  /** Education models; each campus has one of them. */
  models: z.array(name(60)).min(1, 'Name at least one model.').max(20, 'must be at most 20'),
});
export type ClientForm = z.output<typeof clientFormSchema>;

const codesOf = (values: readonly { code: string }[]) =>
  z.enum(values.map((value) => value.code) as [string, ...string[]], 'Choose one.');

export const programFormSchema = z.strictObject({
  programName: name(200),
  programCode: code,
  degreeLevel: codesOf(DEGREE_LEVELS),
  modality: codesOf(MODALITIES),
  subjectArea: codesOf(AREAS_OF_INTEREST),
});
export type ProgramForm = z.output<typeof programFormSchema>;

export const campusFormSchema = z.strictObject({
  campusName: name(100),
  campusCode: code,
  /** An online campus: no address, and so no radius. */
  virtual: z.boolean(),
  zip: z.string().regex(/^(\d{5})?$/, 'must be a ZIP code of 5 digits'),
});
export type CampusForm = z.output<typeof campusFormSchema>;

/** An account on an ad platform for a client's pay-per-click, social or display media. */
export const vendorFormSchema = z.strictObject({
  platformKey: key,
  accountId: line(60).min(1, 'Enter an account ID.'),
  accountName: name(100),
  feePercent: z
    .number('must be a number from 0 to 100')
    .min(0, 'must be from 0 to 100')
    .max(100, 'must be from 0 to 100'),
});
export type VendorForm = z.output<typeof vendorFormSchema>;

/**
 * Duplicate detection of a new client, by the key sent when the list of clients is saved. It can be changed later in the client's criteria.
 */
export const DEDUP_CONFIGS = [
  { dedupConfigKey: 1, label: 'Same email or phone at the same client', match: 'EMAIL_OR_PHONE', scope: 'CLIENT' },
  {
    dedupConfigKey: 2,
    label: 'Same email or phone at any client of the brand',
    match: 'EMAIL_OR_PHONE',
    scope: 'BRAND',
  },
  {
    dedupConfigKey: 3,
    label: 'Same email or phone at any client of the owner',
    match: 'EMAIL_OR_PHONE',
    scope: 'OWNER',
  },
  { dedupConfigKey: 4, label: 'Same email and phone at the same client', match: 'EMAIL_AND_PHONE', scope: 'CLIENT' },
] as const;
export type DedupConfig = (typeof DEDUP_CONFIGS)[number];
export const dedupConfigOf = (dedupConfigKey: number): DedupConfig | undefined =>
  DEDUP_CONFIGS.find((config) => config.dedupConfigKey === dedupConfigKey);
