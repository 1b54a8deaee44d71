import { z } from 'zod';
import { instant, key } from '../core/calls/schema.ts';

const secretLine = (what: string) =>
  z
    .string()
    .trim()
    .min(8, `must be the whole ${what}`)
    .max(500, 'must have at most 500 characters')
    .regex(/^[\x21-\x7e]+$/, 'must have no spaces and only plain characters');

/** A Google Ads customer: ten digits, written with dashes or without. */
export const googleCustomerId = (text: string): string | null => {
  const digits = text.replaceAll('-', '').trim();
  return /^\d{10}$/.test(digits) ? digits : null;
};

/** What opens an account by the Google Ads API: of the agency's own project at Google, and of whoever may read the account. */
export const googleAdsCredentialSchema = z.strictObject({
  developerToken: secretLine('developer token'),
  clientId: secretLine('OAuth client ID'),
  clientSecret: secretLine('OAuth client secret'),
  refreshToken: secretLine('refresh token'),
  /** The manager account through which the account is reached; blank where it is reached directly. */
  loginCustomerId: z
    .string()
    .trim()
    .refine((text) => text === '' || googleCustomerId(text) !== null, 'must be ten digits, as 123-456-7890'),
});
export type GoogleAdsCredential = z.output<typeof googleAdsCredentialSchema>;

/** Ways to fetch a platform's report from the platform itself, and which platforms of the master list they are for. */
export const CONNECTORS = {
  GOOGLE_ADS: { label: 'Google Ads API', platforms: ['Google Ads', 'YouTube (Google)'] },
} as const satisfies Record<string, { label: string; platforms: readonly string[] }>;
export type ConnectorName = keyof typeof CONNECTORS;
const CONNECTOR_NAMES = Object.keys(CONNECTORS) as [ConnectorName, ...ConnectorName[]];

export const connectorOf = (platformName: string): ConnectorName | null =>
  CONNECTOR_NAMES.find((name) => (CONNECTORS[name].platforms as readonly string[]).includes(platformName)) ?? null;

/** How an account is connected. What opens it is never told again. */
export const platformConnectionSchema = z.object({
  /** Null: nothing fetches from its platform yet. */
  connector: z.enum(CONNECTOR_NAMES).nullable(),
  /** Null: nothing is set, so nothing is fetched. */
  setAt: instant.nullable(),
  setBy: z.string().nullable(),
  triedAt: instant.nullable(),
  /** The last day that a fetch brought. */
  fetchedTo: z.iso.date().nullable(),
  /** It is not asked again by itself before. */
  notBefore: instant.nullable(),
});
export type PlatformConnection = z.infer<typeof platformConnectionSchema>;

export const connectionSaveSchema = z.strictObject({ source: key, credential: googleAdsCredentialSchema });
