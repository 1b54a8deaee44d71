import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { key, monthSent } from '../core/calls/schema.ts';
import {
  IO_FORMATS,
  IO_LIMITS,
  ioAgencyOrderSchema,
  ioAnswerSchema,
  ioBoardSchema,
  ioLineSchema,
  ioLinkSchema,
  ioOrderSchema,
  ioSettingsSchema,
  ioSignerSchema,
} from './schema.ts';

const owner = { owner: 'path' } as const;
const order = { owner: 'path' } as const;
const agency = { groups: ['ag'], permission: 'partners:Contact' } as const;
/** The right to see the month's plan includes its orders. */
const readers = { groups: ['ag', 'mp'], permission: 'allocations:View' } as const;

const message = z.string().trim().max(IO_LIMITS.message).default('');
/** Of whoever sends an order, and signs it for the agency by doing so. */
const signerTitle = z.string().trim().max(IO_LIMITS.signer).default('');
const contactKeys = z.array(key).max(IO_LIMITS.contacts);
const sending = z.strictObject({
  clientKeys: z.array(key).max(IO_LIMITS.clients),
  /** Contacts of media partners, by their notification keys. */
  emailNotificationKeys: contactKeys,
  customMessage: message,
  signerTitle,
});

const skippedSchema = z.object({ partnerName: z.string(), clientName: z.string().nullable(), reason: z.string() });
const recipientSchema = z.object({ emailNotificationKey: key, name: z.string(), email: z.string() });
const readySchema = z.object({
  ioKey: key.nullable(),
  /** Null in a preview, for a version that is not sent yet. */
  number: z.string().nullable(),
  partnerKey: key,
  partnerName: z.string(),
  clientKey: key,
  clientName: z.string(),
  subject: z.string(),
  units: z.int(),
  amount: z.number(),
  lines: z.array(ioLineSchema),
  /** Number of fields that differ from the previous version; 0 for the first version or an unchanged one. */
  changes: z.int(),
  recipients: z.array(recipientSchema),
});
export type IoReady = z.infer<typeof readySchema>;
export type IoSkipped = z.infer<typeof skippedSchema>;

export const ioNextMonthEmail = defineCall({
  ...owner,
  ...agency,
  id: 'ioNextMonthEmail',
  summary:
    'Makes next month’s insertion orders of the chosen clients and mails each to the chosen contacts of its media partner, once each',
  route: 'POST /ag/io/{owner}/nextmonth/email',
  body: sending,
  response: z.object({
    month: z.iso.date(),
    /** Mails queued; the order shows their progress. */
    mails: z.int(),
    orders: z.array(readySchema),
    skipped: z.array(skippedSchema),
  }),
  rateLimit: 'mail',
});

export const ioNextMonthPreview = defineCall({
  ...owner,
  ...agency,
  id: 'ioNextMonthPreview',
  summary: 'What sending next month’s insertion orders would send, to whom, and what it would leave out',
  route: 'POST /ag/io/{owner}/nextmonth/preview',
  body: sending,
  response: ioNextMonthEmail.response,
});

export const ioRecipientList = defineCall({
  ...owner,
  ...agency,
  id: 'ioRecipientList',
  summary: 'The clients with an allocation next month, and the contacts of the media partners who would deliver it',
  route: 'GET /ag/io/{owner}/nextmonth/recipients',
  response: z.object({
    month: z.iso.date(),
    clients: z.array(z.object({ clientKey: key, clientName: z.string() })),
    contacts: z.array(
      z.object({
        ...recipientSchema.shape,
        partnerKey: key,
        partnerName: z.string(),
        /** Whether the contact subscribes to insertion orders. */
        wantsOrders: z.boolean(),
        clientKeys: z.array(key),
      }),
    ),
    /** Who would sign for the agency. */
    signer: ioSignerSchema,
  }),
});

export const ioSend = defineCall({
  ...order,
  ...agency,
  id: 'ioSend',
  summary: 'Mails one insertion order, an amendment or the same version again, to contacts of its media partner',
  route: 'POST /ag/io/{owner}/{ioKey}/email',
  body: z.strictObject({ emailNotificationKeys: contactKeys.min(1), customMessage: message, signerTitle }),
  response: z.object({ mails: z.int(), skipped: z.array(skippedSchema) }),
  rateLimit: 'mail',
});

export const ioBoard = defineCall({
  ...owner,
  ...readers,
  id: 'ioBoard',
  summary:
    'The insertion orders of a month, the newest version of each; the agency’s also with what is still to be sent',
  route: 'GET /{p}/io/{owner}/list',
  query: z.strictObject({
    month: monthSent.optional(),
  }),
  response: ioBoardSchema,
});

const ofPartner = {
  owner: { session: 'A media partner’s orders, at every owner that it works for.' },
  groups: ['mp'],
  permission: 'allocations:View',
} as const;

export const ioPartnerBoard = defineCall({
  ...ofPartner,
  id: 'ioPartnerBoard',
  summary: 'The insertion orders of a month at every school group that the media partner works for',
  route: 'GET /mp/io/list',
  query: ioBoard.query,
  response: ioBoardSchema,
});

export const ioWaiting = defineCall({
  ...ofPartner,
  id: 'ioWaiting',
  summary:
    'The insertion orders that wait for the media partner’s answer, of this month and later ones, the oldest first',
  route: 'GET /mp/io/waiting',
  response: z.object({ orders: z.array(ioBoardSchema.shape.orders.element) }),
});

export const ioGet = defineCall({
  ...order,
  ...readers,
  id: 'ioGet',
  summary:
    'One insertion order with its lines, its terms, what changed since the version before and how it was answered',
  route: 'GET /{p}/io/{owner}/{ioKey}/get',
  response: ioAgencyOrderSchema,
  responseFor: { mp: ioOrderSchema },
});

export const ioFile = defineCall({
  ...order,
  ...readers,
  id: 'ioFile',
  summary: 'One insertion order as a document or a workbook, at the media partner’s price',
  route: 'GET /{p}/io/{owner}/{ioKey}/{format}/export',
  kind: 'download',
  params: { format: z.enum(IO_FORMATS) },
  response: z.null(),
});

export const ioOpen = defineCall({
  ...order,
  groups: ['mp'],
  permission: 'allocations:View',
  id: 'ioOpen',
  summary: 'Says that the media partner has opened an insertion order in its own area',
  route: 'POST /mp/io/{owner}/{ioKey}/open',
  response: z.null(),
});

export const ioAnswer = defineCall({
  ...order,
  groups: ['mp'],
  permission: 'allocations:Update',
  id: 'ioAnswer',
  summary: 'The media partner’s answer to an insertion order, signed in: accepted, change requested or declined',
  route: 'POST /mp/io/{owner}/{ioKey}/answer',
  body: ioAnswerSchema,
  response: ioOrderSchema,
});

const link = { owner: 'public', groups: 'public', permission: 'none', rateLimit: 'password' } as const;
const token = z.string().max(100);

export const ioLinkOpen = defineCall({
  ...link,
  id: 'ioLinkOpen',
  summary: 'Opens the insertion order that a mailed link is about, without signing in',
  route: 'POST /io/link/open',
  body: z.strictObject({ token }),
  response: ioLinkSchema,
});

export const ioLinkAnswer = defineCall({
  ...link,
  id: 'ioLinkAnswer',
  summary: 'Answers the insertion order that a mailed link is about; each version is answered once',
  route: 'POST /io/link/answer',
  body: z.strictObject({ token, ...ioAnswerSchema.shape }),
  response: ioLinkSchema,
});

export const ioLinkFile = defineCall({
  ...link,
  id: 'ioLinkFile',
  summary: 'The insertion order that a mailed link is about, as a document or a workbook',
  route: 'POST /io/link/file',
  kind: 'download',
  body: z.strictObject({ token, format: z.enum(IO_FORMATS) }),
  response: z.null(),
});

export const ioSettingsGet = defineCall({
  ...owner,
  groups: ['ag'],
  permission: 'partners:View',
  id: 'ioSettingsGet',
  summary: 'How an owner’s insertion orders are written, and whether campaigns wait for theirs to be accepted',
  route: 'GET /ag/io/{owner}/settings/get',
  response: ioSettingsSchema,
});

export const ioSettingsSave = defineCall({
  ...owner,
  groups: ['ag'],
  permission: 'admin:Settings',
  id: 'ioSettingsSave',
  summary: 'Saves the settings of insertion orders; refused if somebody else saved them since they were read',
  route: 'POST /ag/io/{owner}/settings/save',
  body: z.strictObject(ioSettingsSchema.shape),
  response: ioSettingsSchema,
});
