import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { type OwnerVariant } from '../core/access/owner-variants.ts';
import { type UserGroup } from '../core/access/user-groups.ts';
import { instant, keyParam } from '../core/calls/schema.ts';
import { type CatalogueReport, type ReportName } from './catalogue.ts';
import { type WidgetAnswer, type WidgetBody } from './schema.ts';
import { type WidgetId } from './widgets.ts';

/** A report inside a page of another site: at `/t/{owner's key}/views/{report}` with a token that is taken once. */
export const EMBED = {
  tokenMinutes: 10,
  mostOrigins: 20,
  /** How the address of a frame says what is drawn; nothing else ever is. */
  display: { embed: 'yes', toolbar: 'no', tabs: 'no', customViews: 'no', tooltip: 'yes' },
} as const;

/** A star would be a pattern of many sites, and a blank or a semicolon would say more than one site in a header. */
const ORIGIN = /^(https:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?$/;

/** A site as a browser names it, without a path; plain http on one's own machine only. */
export const embedOriginSchema = z
  .string()
  .trim()
  .max(200)
  .regex(ORIGIN, 'Write the site as https://name or https://name:port, without a path.');

const embedOriginsSchema = z.object({ origins: z.array(z.string()), rowVersion: z.int().nullable() });
export type EmbedOrigins = z.infer<typeof embedOriginsSchema>;

const shared = {
  owner: 'path',
  groups: ['ag'],
  permission: 'admin:Settings',
  apiKey: false,
  kind: 'json',
  params: { owner: keyParam },
} as const;

export const embedOriginsGet = defineCall({
  ...shared,
  id: 'embedOriginsGet',
  summary: 'The sites that may show an owner’s reports in a frame',
  method: 'GET',
  path: '/{p}/{owner}/embedorigins/get',
  response: embedOriginsSchema,
});

export const embedOriginsSave = defineCall({
  ...shared,
  id: 'embedOriginsSave',
  summary: 'Says which sites may show an owner’s reports in a frame',
  method: 'POST',
  path: '/{p}/{owner}/embedorigins/save',
  body: z.strictObject({
    /** The version that was read; null where nobody has said anything yet. */
    rowVersion: z.int().nullable(),
    origins: z
      .array(embedOriginSchema)
      .max(EMBED.mostOrigins)
      .refine((origins) => new Set(origins).size === origins.length, 'A site is in the list twice.'),
  }),
  response: embedOriginsSchema,
});

export const analyticsToken = defineCall({
  id: 'analyticsToken',
  summary: 'A token that opens one report in a frame, once, within ten minutes, as whoever is signed in',
  method: 'POST',
  path: '/{p}/auth/tableau',
  owner: { session: 'It is about who is signed in and reads no owner’s rows.' },
  groups: ['ag', 'mp', 'cl'],
  permission: 'none',
  apiKey: false,
  kind: 'json',
  params: {},
  // Whoever is signed in is meant, whichever user and site a request names.
  body: z.strictObject({ siteId: z.string().max(200).optional(), userId: z.string().max(200).optional() }),
  response: z.object({ token: z.string(), mode: z.literal('native'), expiresAt: instant }),
});

/** A widget as it was asked for a frame, and its answer. */
export interface EmbeddedAnswer {
  slot: string;
  widget: WidgetId;
  body: WidgetBody;
  answer: WidgetAnswer;
}

/** What a frame is drawn from: it makes no calls of its own. */
export interface EmbeddedReport {
  name: ReportName;
  report: CatalogueReport;
  ownerName: string;
  variant: OwnerVariant;
  group: UserGroup;
  answers: EmbeddedAnswer[];
}

/** The element of the frame's page that holds it. */
export const EMBEDDED_REPORT_ID = 'embedded-report';
