import { z } from 'zod';
import { shownBrandingSchema } from '../core/branding/branding.ts';
import { instant, key } from '../core/calls/schema.ts';
import { IO_ANSWERS, IO_STATE_CODES } from './states.ts';

export const IO_LIMITS = {
  message: 2000,
  note: 1000,
  lineNote: 300,
  /** Of a signer’s name and title. */
  signer: 100,
  lines: 500,
  /** Limits of one sending. */
  clients: 500,
  contacts: 500,
  linkDays: 30,
  /** Minimum minutes between two mails of the same version to a contact. */
  resendMinutes: 10,
} as const;

export const IO_FORMATS = ['pdf', 'xlsx'] as const;
export type IoFormat = (typeof IO_FORMATS)[number];

const units = z.int().nullable();
const text = z.string().nullable();

/** A campaign of the month at the media partner’s price. Null texts were not recorded at the time. */
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
  /** Days after delivery in which a lead may be returned; null if returns are not allowed. */
  returnWindowDays: z.int().nullable(),
  returnReasons: z.array(z.string()),
  certificate: z.string(),
});
export type IoTerms = z.infer<typeof ioTermsSchema>;

/** A field of a line that differs between versions. The field `line` is an added or removed line. */
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

/** The sides that sign a version: the agency by sending it, the media partner by accepting it. */
const IO_SIDES = ['agency', 'partner'] as const;
export type IoSide = (typeof IO_SIDES)[number];

const ioSignatureSchema = z.object({
  side: z.enum(IO_SIDES),
  company: z.string(),
  name: z.string(),
  title: z.string(),
  signedAt: instant,
  /** Of the media partner’s side. */
  ip: text,
  /** What was agreed, in a sentence. */
  agreement: z.string(),
  /** SHA-256 of the content that was signed, and whether the version still has this content. */
  contentHash: z.string(),
  matches: z.boolean(),
});
export type IoSignature = z.infer<typeof ioSignatureSchema>;

/** Who would sign, and with which title last time. */
export const ioSignerSchema = z.object({ name: z.string(), title: z.string() });
export type IoSigner = z.infer<typeof ioSignerSchema>;

const head = {
  ownerKey: key,
  ioKey: key,
  /** Given when the version is sent; a draft has none. */
  number: text,
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

/** A card of the board. `ioKey` is null if the order has not been created from the month’s plan yet. */
const ioCardSchema = z.object({
  ...head,
  ioKey: key.nullable(),
  /** Number of fields that differ from the previously sent version. */
  changes: z.int(),
  lines: z.int(),
  /** Per inquiry, of all lines and devices; null without a line. */
  prices: text,
  /** Agency only: mails requested, sent, and failing so far. */
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

/** Progress of a mail: files being made, waiting for the mail server, handed over, or stored if there is no mail server. */
export const IO_MAIL_STATES = {
  waiting: 'In progress',
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

/** A mail about an answer: to the agency’s sender, or the signed copy to the media partner. */
const ioNoticeSchema = ioMailSchema
  .pick({ name: true, email: true, state: true, failure: true })
  .extend({ side: z.enum(IO_SIDES), queuedAt: instant });
export type IoNotice = z.infer<typeof ioNoticeSchema>;

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
  /** Whether it can still be answered: sent, unanswered, and the newest sent version. */
  canAnswer: z.boolean(),
  /** The agency’s first. */
  signatures: z.array(ioSignatureSchema),
  /** Who would accept it; null where the viewer cannot. */
  signer: ioSignerSchema.nullable(),
  versions: z.array(
    z.object({ ioKey: key, version: z.int(), state: z.enum(IO_STATE_CODES), sentAt: instant.nullable() }),
  ),
};
/** An order as shown to its media partner. */
export const ioOrderSchema = z.object(whole);
export type IoOrder = z.infer<typeof ioOrderSchema>;
export const ioAgencyOrderSchema = z.object({
  ...whole,
  mails: z.array(ioMailSchema),
  notices: z.array(ioNoticeSchema),
});
export type IoAgencyOrder = z.infer<typeof ioAgencyOrderSchema>;

/** Public page: names the link's recipient and its expiry, in the owner's brand. */
export const ioLinkSchema = z.object({
  order: ioOrderSchema,
  contactName: z.string(),
  expiresAt: instant,
  brand: shownBrandingSchema,
});

const signerText = z.string().trim().max(IO_LIMITS.signer).default('');

export const ioAnswerSchema = z.strictObject({
  answer: z.enum(IO_ANSWERS),
  /** Who accepts it for the media partner. */
  signerName: signerText,
  signerTitle: signerText,
  note: z.string().trim().max(IO_LIMITS.note).default(''),
  /** Requested changes by line. */
  lines: z
    .array(z.strictObject({ campaignKey: key, note: z.string().trim().min(1).max(IO_LIMITS.lineNote) }))
    .max(IO_LIMITS.lines)
    .default([]),
});
export type IoAnswerForm = z.output<typeof ioAnswerSchema>;

interface AnswerProblem {
  field: 'note' | 'signerName' | 'signerTitle';
  message: string;
}
/** What is missing of an answer; shared by screen and server. */
export const answerProblem = (form: IoAnswerForm): AnswerProblem | null => {
  const { answer, note, lines, signerName, signerTitle } = form;
  if (answer === 'ACCEPTED') {
    if (signerName === '') return { field: 'signerName', message: 'Enter your name.' };
    return signerTitle === '' ? { field: 'signerTitle', message: 'Enter your title.' } : null;
  }
  if (answer === 'CHANGE_REQUESTED' && note === '' && lines.length === 0)
    return { field: 'note', message: 'Write what should change.' };
  return answer === 'DECLINED' && note === '' ? { field: 'note', message: 'Write why you decline.' } : null;
};

export const ioSettingsSchema = z.object({
  /** Campaigns wait until their order of the month is accepted. */
  ordersRequired: z.boolean(),
  agencyName: z.string().trim().min(1).max(100),
  paymentTerms: z.string().trim().max(200),
  hidesClientCode: z.boolean(),
  rowVersion: z.int().nonnegative(),
});
export type IoSettings = z.infer<typeof ioSettingsSchema>;
