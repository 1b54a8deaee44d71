import { z } from 'zod';
import { amount, chosenKey, choice, day, flag, paragraph, text } from '../core/records/fields.ts';
import { defineRecord } from '../core/records/record.ts';
import { key } from '../core/calls/schema.ts';
import type { UserGroup } from '../core/access/user-groups.ts';

export const MAX_BID_PRICE = 9_999.99;
export const MAX_BUDGET = 9_999_999.99;

/** At most two decimals, with a tolerance for doubles: 19.99 × 100 is not exactly 1999. */
const inCents = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
const dollarsUpTo = (most: number) =>
  z.number().min(0).max(most).refine(inCents, { message: 'must have at most 2 decimals' });
export const bidPriceSchema = dollarsUpTo(MAX_BID_PRICE);

const CODE = /^[A-Za-z0-9_-]{3,30}$/;
const campaignCodeSchema = z.string().regex(CODE, 'must be 3 to 30 letters, digits, - or _');
export const isCampaignCode = (code: string): boolean => CODE.test(code);

/** Handling of leads above the cap. */
const OVER_DELIVERY = {
  REJECT: 'Reject further leads',
  HOLD: 'Hold further leads',
  ACCEPT_UNPAID: 'Accept further leads unpaid',
} as const;
const LEAD_SOURCES = { web: 'Web', 'Call Center': 'Call center' } as const;
type Codes<Words> = [keyof Words, ...(keyof Words)[]];
const codesOf = <Words extends object>(words: Words) => Object.keys(words) as Codes<Words>;
const OVER_DELIVERY_POLICIES = codesOf(OVER_DELIVERY);
const CAMPAIGN_LEAD_SOURCES = codesOf(LEAD_SOURCES);

const AGENCY: readonly UserGroup[] = ['ag'];
/** Who may see a client price and a budget. */
const PAYS: readonly UserGroup[] = ['ag', 'cl'];
/** Who may see a media price. */
const IS_PAID: readonly UserGroup[] = ['ag', 'mp'];

const upTo = (max: number) => ({ max, sent: z.string().trim().max(max), read: z.string() });

const clientCampaignCode = text({
  label: 'Client campaign code',
  help: 'Used in the client’s own systems',
  isCode: true,
  file: 'Client Campaign Code',
  list: 'Client code',
  hidden: true,
  ...upTo(50),
});

/** Fields that every campaign has. */
const shared = {
  name: text({
    label: 'Name',
    help: 'Shown in tables and reports',
    required: true,
    missing: 'Enter a name.',
    file: 'Campaign Name',
    list: 'Campaign',
    ...upTo(150),
    sent: z.string().trim().min(1).max(150),
  }),
  clientGoalKey: chosenKey({
    label: 'Line item',
    help: 'Its programs, criteria and budget apply to the campaign',
    required: true,
    missing: 'Choose the line item.',
    file: 'Line Item',
    sent: key,
  }),
  campaignCode: text({
    label: 'Campaign code',
    help: 'Unique for the owner and the media partner',
    required: true,
    isCode: true,
    missing: 'Enter a campaign code.',
    max: 30,
    file: 'Campaign Code',
    list: 'Code',
    sent: campaignCodeSchema,
    read: z.string(),
  }),
  clientCampaignCode,
  channelCustomKey: chosenKey({
    label: 'Custom channel',
    whenEmpty: 'None',
    file: 'Custom Channel',
    sent: key.nullable(),
  }),
  startDate: day({
    label: 'Start date',
    whenEmpty: 'The day it is created',
    file: 'Start Date',
    list: 'Start',
    sent: z.iso.date().optional(),
    read: z.iso.date(),
    none: undefined,
  }),
  endDate: day({
    label: 'End date',
    help: 'Last day',
    whenEmpty: 'No end',
    file: 'End Date',
    list: 'End',
    sent: z.iso.date().nullable(),
    read: z.iso.date().nullable(),
    none: null,
  }),
  campaignReoccuring: flag({
    label: 'Rollover',
    help: 'Carries the allocation over to the next month',
    file: 'Rollover',
    list: 'Rollover',
    hidden: true,
    sent: z.boolean(),
  }),
  notes: paragraph({
    label: 'Notes',
    help: 'Only the agency sees them',
    sees: AGENCY,
    max: 4_000,
    sent: z.string().max(4_000),
    read: z.string(),
  }),
};

const { name, clientGoalKey, campaignCode, notes, ...dated } = shared;

/** Fields of a campaign whose leads are bought from a media partner; prices and their dependants are declared separately. */
export const pplCampaignRecord = {
  fields: {
    name,
    vendorKey: chosenKey({
      label: 'Media partner',
      help: 'Search by name or code',
      required: true,
      missing: 'Choose the media partner.',
      file: 'Partner Code',
      sent: key,
      read: key.nullable(),
    }),
    clientGoalKey,
    campaignCode,
    ...dated,
    clientCampaignCode: {
      ...clientCampaignCode,
      required: true,
      missing: 'Enter the client’s campaign code.',
      sent: z.string().trim().min(1).max(50),
    },
    leadSourceType: choice<keyof typeof LEAD_SOURCES>({
      label: 'Lead source type',
      file: 'Lead Source Type',
      words: LEAD_SOURCES,
      sent: z.enum(CAMPAIGN_LEAD_SOURCES),
      initial: 'web',
    }),
    overDeliveryPolicy: choice<keyof typeof OVER_DELIVERY>({
      label: 'Over-delivery',
      help: 'What happens to leads above the cap',
      file: 'Over-Delivery',
      words: OVER_DELIVERY,
      sent: z.enum(OVER_DELIVERY_POLICIES),
      initial: 'REJECT',
    }),
    notes,
    postingConfirmed: flag({ label: 'Posting confirmed', sent: z.boolean(), initial: false }),
  },
};

/** Fields of a campaign on a trading platform. */
export const platformCampaignRecord = {
  fields: {
    ...shared,
    semClientAccountKey: chosenKey({ label: 'Account', sent: key, read: key.nullable() }),
    monthlyBudget: amount({
      label: 'Monthly budget',
      help: 'In dollars; required to activate',
      sees: PAYS,
      file: 'Monthly Budget',
      list: 'Monthly budget',
      wrong: 'Enter an amount from 0 to 9,999,999 with at most 2 decimals.',
      sent: dollarsUpTo(MAX_BUDGET).nullable(),
      read: z.number().nullable(),
    }),
  },
};

const price = (label: string, file: string, sees: readonly UserGroup[], list?: string) =>
  amount({
    label,
    file,
    sees,
    ...(list !== undefined && { list }),
    wrong: 'Enter an amount from 0 to 9,999.99 with at most 2 decimals.',
    sent: bidPriceSchema.nullable(),
    read: z.number().nullable(),
  });

/** Price per lead by device; blank tablet or mobile prices default to desktop. */
export const campaignPricesRecord = {
  fields: {
    clientDesktopBidPrice: price('Client price, desktop', 'Client Price Desktop', PAYS, 'Client price'),
    clientTabletBidPrice: price('Client price, tablet', 'Client Price Tablet', PAYS),
    clientMobileBidPrice: price('Client price, mobile', 'Client Price Mobile', PAYS),
    aggDesktopBidPrice: price('Media price, desktop', 'Media Price Desktop', IS_PAID, 'Media price'),
    aggTabletBidPrice: price('Media price, tablet', 'Media Price Tablet', IS_PAID),
    aggMobileBidPrice: price('Media price, mobile', 'Media Price Mobile', IS_PAID),
  },
};

/** All editable campaign fields of every channel: storage, answers, lists and audit words follow from them. */
export const campaignRecord = defineRecord({
  entity: 'campaign',
  label: 'Campaign',
  fields: { ...pplCampaignRecord.fields, ...platformCampaignRecord.fields, ...campaignPricesRecord.fields },
});

/** Record fields that are columns of lists and their files. */
export const CAMPAIGN_LISTED = {
  name: true,
  campaignCode: true,
  clientCampaignCode: true,
  campaignReoccuring: true,
  startDate: true,
  endDate: true,
  monthlyBudget: true,
  clientDesktopBidPrice: true,
  aggDesktopBidPrice: true,
} as const satisfies Partial<Record<keyof typeof campaignRecord.fields, true>>;
export const CAMPAIGN_LIST_FIELDS = Object.keys(CAMPAIGN_LISTED) as (keyof typeof CAMPAIGN_LISTED)[];
