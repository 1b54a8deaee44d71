import { z } from 'zod';
import { CHANNEL_NAMES, PLATFORM_CHANNELS, type PlatformChannel } from '../core/channels.ts';
import { choice, optionalNumber, recordKey, text } from '../core/records/fields.ts';
import { defineRecord } from '../core/records/record.ts';
import { key } from '../core/calls/schema.ts';

/** Billing currencies of platforms. Nothing is converted: figures are treated as dollars, and the form warns about other currencies. */
const PLATFORM_CURRENCIES = ['USD', 'CAD', 'MXN', 'EUR', 'GBP', 'AUD'] as const;
type Currency = (typeof PLATFORM_CURRENCIES)[number];
export const FIGURES_CURRENCY = 'USD';
const CURRENCY_WORDS = Object.fromEntries(PLATFORM_CURRENCIES.map((one) => [one, one])) as Record<Currency, Currency>;
const CHANNEL_WORDS = Object.fromEntries(PLATFORM_CHANNELS.map((one) => [one, CHANNEL_NAMES[one]])) as Record<
  PlatformChannel,
  string
>;

export const platformLine = (least: number, most: number) =>
  z
    .string()
    .trim()
    .min(least, `must have ${least} to ${most} characters`)
    .max(most, `must have ${least} to ${most} characters`)
    .regex(/^\P{Cc}*$/u, 'must be one line of text');

const isTimeZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

interface Uses {
  /** Data has been loaded. */
  hasData: boolean;
  /** It has campaigns of ours. */
  hasCampaigns: boolean;
}

/** An account on a platform. Only users who see media cost see and send its fee. */
export const platformAccountRecord = defineRecord({
  entity: 'platform_account',
  label: 'Platform account',
  fields: {
    platformKey: recordKey({ label: 'Platform', sent: key }),
    clientKey: recordKey({ label: 'Client', sent: key }),
    accountId: text({
      label: 'Account ID',
      help: 'As the platform writes it, once for each owner',
      isCode: true,
      sent: platformLine(1, 60),
      read: z.string(),
    }),
    accountName: text({ label: 'Account name', sent: platformLine(2, 120), read: z.string() }),
    currency: choice<Currency, string>({
      label: 'Currency',
      words: CURRENCY_WORDS,
      sent: z.enum(PLATFORM_CURRENCIES),
      read: z.string(),
      initial: FIGURES_CURRENCY,
    }),
    timeZone: text({
      label: 'Time zone',
      help: 'Whose calendar the account’s days are',
      sent: z.string().max(60).refine(isTimeZone, 'must be a time zone such as America/Chicago'),
      read: z.string(),
    }),
    channel: choice<PlatformChannel>({
      label: 'Channel',
      words: CHANNEL_WORDS,
      sent: z.enum(PLATFORM_CHANNELS),
      initial: 'ppc',
    }),
    /** Null: no fee for a new account, unchanged for an existing one. */
    feePercent: optionalNumber({
      label: 'Fee in percent',
      help: '0 to 100, at most 2 decimals',
      logged: { name: 'feePercent', label: 'Fee' },
      sent: z
        .number('must be a number')
        .min(0, 'must be 0 to 100')
        .max(100, 'must be 0 to 100')
        .refine((fee) => Math.abs(fee * 100 - Math.round(fee * 100)) < 1e-6, 'must have at most 2 decimals')
        .nullable(),
      read: z.number().nullable(),
      initial: '0',
    }),
  },
  fixed: ({ hasData, hasCampaigns }: Uses) => ({
    platformKey: hasData ? 'Cannot be changed: data from this platform is already loaded.' : null,
    currency: hasData ? 'Cannot be changed: data in this currency is already loaded.' : null,
    channel: hasCampaigns ? 'Cannot be changed: the account has campaigns of this channel.' : null,
  }),
});
