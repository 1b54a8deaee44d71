import { z } from 'zod';
import { instant, key } from '../core/calls/schema.ts';

const secretLine = (what: string) =>
  z
    .string()
    .trim()
    .min(8, `must be the whole ${what}`)
    .max(500, 'must have at most 500 characters')
    .regex(/^[\x21-\x7e]+$/, 'must have no spaces and only plain characters');

/** A Google Ads customer id: ten digits, with or without dashes. */
export const googleCustomerId = (text: string): string | null => {
  const digits = text.replaceAll('-', '').trim();
  return /^\d{10}$/.test(digits) ? digits : null;
};

/** Google Ads API credentials: of the agency's project at Google, and of a user who may read the account. */
export const googleAdsCredentialSchema = z.strictObject({
  developerToken: secretLine('developer token'),
  clientId: secretLine('OAuth client ID'),
  clientSecret: secretLine('OAuth client secret'),
  refreshToken: secretLine('refresh token'),
  /** The manager account that gives access; blank for direct access. */
  loginCustomerId: z
    .string()
    .trim()
    .refine((text) => text === '' || googleCustomerId(text) !== null, 'must be ten digits, as 123-456-7890'),
});
export type GoogleAdsCredential = z.output<typeof googleAdsCredentialSchema>;

/** Connectors that fetch reports from a platform, and the platforms of the master list they support. */
export const CONNECTORS = {
  GOOGLE_ADS: { label: 'Google Ads API', platforms: ['Google Ads', 'YouTube (Google)'] },
} as const satisfies Record<string, { label: string; platforms: readonly string[] }>;
export type ConnectorName = keyof typeof CONNECTORS;
const CONNECTOR_NAMES = Object.keys(CONNECTORS) as [ConnectorName, ...ConnectorName[]];

export const connectorOf = (platformName: string): ConnectorName | null =>
  CONNECTOR_NAMES.find((name) => (CONNECTORS[name].platforms as readonly string[]).includes(platformName)) ?? null;

/** Connection of an account. Its credentials are never returned. */
export const platformConnectionSchema = z.object({
  /** Null if no connector supports the platform. */
  connector: z.enum(CONNECTOR_NAMES).nullable(),
  /** Null if no credentials are set, so nothing is fetched. */
  setAt: instant.nullable(),
  setBy: z.string().nullable(),
  triedAt: instant.nullable(),
  /** Last day that was fetched. */
  fetchedTo: z.iso.date().nullable(),
  /** No automatic fetch before this time. */
  notBefore: instant.nullable(),
});
export type PlatformConnection = z.infer<typeof platformConnectionSchema>;

export const connectionSaveSchema = z.strictObject({ source: key, credential: googleAdsCredentialSchema });
