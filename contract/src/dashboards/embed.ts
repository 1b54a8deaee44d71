import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { type OwnerVariant } from '../core/access/owner-variants.ts';
import { type UserGroup } from '../core/access/user-groups.ts';
import { type ShownBranding } from '../core/branding/branding.ts';
import { instant } from '../core/calls/schema.ts';
import { type CatalogueReport, type ReportName } from './catalogue.ts';
import { type WidgetAnswer, type WidgetBody } from './schema.ts';
import { type WidgetId } from './widgets.ts';

/**
 * A report embedded in another site, with a token that can be used once: at `/t/{owner's key}/views/{report}`, or at its audience's site id in
 * place of the key, for the owner that the token names or its user's only one.
 */
export const EMBED = {
  tokenMinutes: 10,
  mostOrigins: 20,
  /** The site id of each audience. */
  sites: { ag: 'agency', mp: 'mediapartner', cl: 'client' } as const satisfies Record<UserGroup, string>,
  /** Display options in a frame's address; no others are accepted. */
  display: { embed: 'yes', toolbar: 'no', tabs: 'no', customViews: 'no', tooltip: 'yes' },
} as const;

/** No `*`, which would match many sites, and no blank or semicolon, which would add sites in a header. */
const ORIGIN = /^(https:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?$/;

/** A site's origin without a path; plain http on localhost only. */
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
} as const;

export const embedOriginsGet = defineCall({
  ...shared,
  id: 'embedOriginsGet',
  summary: 'The sites that may show an owner’s reports in a frame',
  route: 'GET /{p}/{owner}/embedorigins/get',
  response: embedOriginsSchema,
});

export const embedOriginsSave = defineCall({
  ...shared,
  id: 'embedOriginsSave',
  summary: 'Says which sites may show an owner’s reports in a frame',
  route: 'POST /{p}/{owner}/embedorigins/save',
  body: z.strictObject({
    /** The version that was read; null if nothing was saved yet. */
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
  route: 'POST /{p}/auth/tableau',
  owner: { session: 'It is about who is signed in and reads no owner’s rows.' },
  groups: ['ag', 'mp', 'cl'],
  permission: 'none',
  apiKey: false,
  // Always for the signed-in user, regardless of the user and site in the request. A token that names an owner opens that owner's reports only.
  body: z.union([
    z.strictObject({ siteId: z.string().max(200).optional(), userId: z.string().max(200).optional() }),
    z.strictObject({ siteUser: z.string().max(200).optional(), ownerName: z.string().min(1).max(200) }),
  ]),
  response: z.object({ token: z.string(), mode: z.literal('native'), expiresAt: instant }),
});

/** A widget request of the frame, with its answer. */
export interface EmbeddedAnswer {
  slot: string;
  widget: WidgetId;
  body: WidgetBody;
  answer: WidgetAnswer;
}

/** All data of a frame, which makes no calls of its own. */
export interface EmbeddedReport {
  name: ReportName;
  report: CatalogueReport;
  ownerName: string;
  variant: OwnerVariant;
  group: UserGroup;
  brand: ShownBranding;
  answers: EmbeddedAnswer[];
}

/** Id of the element in the frame's page that holds the data. */
export const EMBEDDED_REPORT_ID = 'embedded-report';
