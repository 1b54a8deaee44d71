import { z } from 'zod';
import { instant, key } from '../core/calls/schema.ts';
import { IO_ANSWERS, IO_STATE_CODES } from './states.ts';

export const IO_LIMITS = {
  message: 2000,
  note: 1000,
  lineNote: 300,
  lines: 500,
  /** Of one sending. */
  clients: 500,
  contacts: 500,
  linkDays: 30,
  /** Between two mails of the same version to the same contact. */
  resendMinutes: 10,
} as const;

export const IO_FORMATS = ['pdf', 'xlsx'] as const;
export type IoFormat = (typeof IO_FORMATS)[number];

const units = z.int().nullable();
const text = z.string().nullable();

/** A campaign of the month at the media partner’s price. Null texts: not written down at the time. */
export const ioLineSchema = z.object({
  campaignKey: key,
  campaignName: z.string(),
  campaignCode: z.string(),
  clientCampaignCode: text,
  campus: text,
  programs: text,
  geo: text,
  mediaDesktop: z.number(),
  mediaTablet: z.number().nullable(),
  mediaMobile: z.number().nullable(),
  monthlyCapacity: units,
  monthlyAllocation: units,
  monthlySoftAllocation: units,
  weeklyAllocation: units,
  dailyAllocation: units,
  startDate: z.iso.date().nullable(),
  endDate: z.iso.date().nullable(),
  recurring: z.boolean().nullable(),
  amount: z.number(),
});
export type IoLine = z.infer<typeof ioLineSchema>;

const ioTermsSchema = z.object({
  agencyName: z.string(),
  paymentTerms: z.string(),
  /** Days after delivery in which a lead may be returned; null where none may. */
  returnWindowDays: z.int().nullable(),
  returnReasons: z.array(z.string()),
  certificate: z.string(),
});
export type IoTerms = z.infer<typeof ioTermsSchema>;

/** One field of a line that another version has otherwise. A whole line that came or went is the field `line`. */
const ioChangeSchema = z.object({
  campaignKey: key,
  campaignName: z.string(),
  field: z.string(),
  label: z.string(),
  before: text,
  after: text,
  changedBy: text,
  changedAt: instant.nullable(),
});
export type IoChange = z.infer<typeof ioChangeSchema>;

const head = {
  ownerKey: key,
  ioKey: key,
  number: z.string(),
  version: z.int(),
  partnerKey: key,
  partnerName: z.string(),
  clientKey: key,
  clientName: z.string(),
  month: z.iso.date(),
  state: z.enum(IO_STATE_CODES),
  units: z.int(),
  amount: z.number(),
  sentAt: instant.nullable(),
  openedAt: instant.nullable(),
  answeredAt: instant.nullable(),
  answeredBy: text,
  answerNote: text,
};

/** One card of the board. `ioKey` is null where an order has yet to be made of the month’s plan. */
const ioCardSchema = z.object({
  ...head,
  ioKey: key.nullable(),
  /** Fields that differ from the version sent before. */
  changes: z.int(),
  lines: z.int(),
  /** The agency’s only: mails that have gone out, of those asked for, and those that failed so far. */
  mails: z.object({ asked: z.int(), sent: z.int(), failing: z.int() }).optional(),
});
export type IoCard = z.infer<typeof ioCardSchema>;

export const ioBoardSchema = z.object({
  month: z.iso.date(),
  nextMonth: z.iso.date(),
  months: z.array(z.iso.date()),
  orders: z.array(ioCardSchema),
});
export type IoBoard = z.infer<typeof ioBoardSchema>;

/** How a mail went on: its files are being made, it waits for the mail server, is with it, or is stored where there is none. */
export const IO_MAIL_STATES = {
  waiting: 'Being made',
  queued: 'Waiting to go out',
  failing: 'Failed, tried again',
  sent: 'Sent',
  kept: 'Stored, no mail server',
} as const;
export type IoMailState = keyof typeof IO_MAIL_STATES;

const ioMailSchema = z.object({
  emailNotificationKey: key,
  name: z.string(),
  email: z.string(),
  requestedAt: instant,
  requestedBy: text,
  state: z.enum(Object.keys(IO_MAIL_STATES) as [IoMailState, ...IoMailState[]]),
  failure: text,
  openedAt: instant.nullable(),
  answeredAt: instant.nullable(),
});
export type IoMail = z.infer<typeof ioMailSchema>;

const whole = {
  ...head,
  ownerName: z.string(),
  timeZone: z.string(),
  partnerCode: z.string(),
  message: z.string(),
  terms: ioTermsSchema.nullable(),
  lines: z.array(ioLineSchema),
  changes: z.array(ioChangeSchema),
  answerLines: z.array(z.object({ campaignKey: key, note: z.string() })),
  /** Whether it can still be answered: sent, not answered, and no newer version was sent. */
  canAnswer: z.boolean(),
  versions: z.array(
    z.object({ ioKey: key, version: z.int(), state: z.enum(IO_STATE_CODES), sentAt: instant.nullable() }),
  ),
};
/** An order as its media partner reads it. */
export const ioOrderSchema = z.object(whole);
export type IoOrder = z.infer<typeof ioOrderSchema>;
export const ioAgencyOrderSchema = z.object({ ...whole, mails: z.array(ioMailSchema) });
export type IoAgencyOrder = z.infer<typeof ioAgencyOrderSchema>;

/** Signed pages show whom the link was sent to and until when it can be used. */
export const ioLinkSchema = z.object({ order: ioOrderSchema, contactName: z.string(), expiresAt: instant });

export const ioAnswerSchema = z.strictObject({
  answer: z.enum(IO_ANSWERS),
  note: z.string().trim().max(IO_LIMITS.note).default(''),
  /** What should change, by line. */
  lines: z
    .array(z.strictObject({ campaignKey: key, note: z.string().trim().min(1).max(IO_LIMITS.lineNote) }))
    .max(IO_LIMITS.lines)
    .default([]),
});
export type IoAnswerForm = z.output<typeof ioAnswerSchema>;

/** What an answer lacks, by field; the same words on the screen and from the server. */
export const answerProblem = ({ answer, note, lines }: IoAnswerForm): string | null => {
  if (answer === 'CHANGE_REQUESTED' && note === '' && lines.length === 0) return 'Write what should change.';
  return answer === 'DECLINED' && note === '' ? 'Write why you decline.' : null;
};

export const ioSettingsSchema = z.object({
  /** Campaigns wait for their order of the month to be accepted. */
  ordersRequired: z.boolean(),
  agencyName: z.string().trim().min(1).max(100),
  paymentTerms: z.string().trim().max(200),
  hidesClientCode: z.boolean(),
  rowVersion: z.int().nonnegative(),
});
export type IoSettings = z.infer<typeof ioSettingsSchema>;
