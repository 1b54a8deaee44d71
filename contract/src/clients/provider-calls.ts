import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { instant, key } from '../core/calls/schema.ts';
import { type verificationCriteriaSchema } from './criteria.ts';

const word = z.string().trim().min(1, 'is required').max(200, 'must have at most 200 characters');

/** Credentials by provider. Write-only: never returned. */
export const PROVIDER_CREDENTIALS = {
  TRUSTEDFORM: z.strictObject({ apiKey: word }),
  JORNAYA: z.strictObject({ accountCode: word, auditKey: word }),
  PHONE: z.strictObject({ accountSid: word, authToken: word }),
  EMAIL: z.strictObject({ apiKey: word }),
} as const;
export type ProviderName = keyof typeof PROVIDER_CREDENTIALS;
export const PROVIDER_NAMES = Object.keys(PROVIDER_CREDENTIALS) as [ProviderName, ...ProviderName[]];

/** Credential for a client's own system: one header. Headers that belong to the request itself are not allowed. */
export const clientSystemCredentialSchema = z.strictObject({
  headerName: word
    .regex(/^[A-Za-z0-9-]+$/, 'may have letters, digits and hyphens only')
    .refine(
      (name) => !/^(host|connection|content-.*|transfer-.*|te|trailer|upgrade|expect|accept)$/i.test(name),
      'is set by us',
    ),
  value: z
    .string()
    .trim()
    .min(1, 'is required')
    .max(4000, 'must have at most 4,000 characters')
    .regex(/^[\x20-\x7E]*$/, 'may have plain characters only'),
});

interface ProviderFacts {
  label: string;
  /** Data that the provider verifies. */
  checks: string;
  /** The client criteria policy that enables it. */
  policy: keyof z.infer<typeof verificationCriteriaSchema>;
  fields: readonly { name: string; label: string; isSecret: boolean }[];
}
const secret = (name: string, label: string) => ({ name, label, isSecret: true });
const open = (name: string, label: string) => ({ name, label, isSecret: false });

export const VERIFICATION_PROVIDERS: Readonly<Record<ProviderName, ProviderFacts>> = {
  TRUSTEDFORM: {
    label: 'TrustedForm',
    checks: 'Consent certificates (TrustedForm certificate URL)',
    policy: 'certificate',
    fields: [secret('apiKey', 'API key')],
  },
  JORNAYA: {
    label: 'Jornaya',
    checks: 'Consent tokens (Jornaya LeadiD)',
    policy: 'certificate',
    fields: [open('accountCode', 'Account code'), secret('auditKey', 'Audit key')],
  },
  PHONE: {
    label: 'Twilio Lookup',
    checks: 'Phone numbers',
    policy: 'phone',
    fields: [open('accountSid', 'Account SID'), secret('authToken', 'Auth token')],
  },
  EMAIL: {
    label: 'ZeroBounce',
    checks: 'Email addresses',
    policy: 'email',
    fields: [secret('apiKey', 'API key')],
  },
};

export const CHECK_RESULTS = {
  accepted: 'Accepted',
  refused: 'Refused',
  unknown: 'No clear answer',
} as const;

const checkSchema = z.object({
  at: instant,
  outcome: z.enum(['accepted', 'refused', 'unknown']),
  detail: z.string(),
});
export type AccountCheck = z.infer<typeof checkSchema>;

/** Whether it is set, by whom and when; the credential itself is never returned. */
const setSchema = { setAt: instant.nullable(), setBy: z.string().nullable(), check: checkSchema.nullable() };

const providerAccountsSchema = z.object({
  accounts: z.array(
    z.object({
      provider: z.enum(PROVIDER_NAMES),
      ...setSchema,
      /** Clients whose criteria use it. */
      clients: z.array(z.string()),
    }),
  ),
  /** Local stand-in for all accounts that calls nobody. Null in production, where it does not exist. */
  local: z.object({ isOn: z.boolean() }).nullable(),
  /** Clients whose criteria use a system of their own. */
  systems: z.array(
    z.object({
      clientKey: key,
      clientName: z.string(),
      /** Whether it is called at all. */
      isAsked: z.boolean(),
      host: z.string(),
      headerName: z.string().nullable(),
      ...setSchema,
    }),
  ),
});
export type ProviderAccounts = z.infer<typeof providerAccountsSchema>;
export type ProviderAccount = ProviderAccounts['accounts'][number];
export type ClientSystem = ProviderAccounts['systems'][number];

const named = z.discriminatedUnion('provider', [
  z.strictObject({ provider: z.enum(PROVIDER_NAMES) }),
  z.strictObject({ provider: z.literal('LOCAL') }),
  z.strictObject({ provider: z.literal('CLIENT_SYSTEM'), clientKey: key }),
]);
export type NamedAccount = z.infer<typeof named>;

const saved = z.discriminatedUnion('provider', [
  z.strictObject({ provider: z.literal('TRUSTEDFORM'), credential: PROVIDER_CREDENTIALS.TRUSTEDFORM }),
  z.strictObject({ provider: z.literal('JORNAYA'), credential: PROVIDER_CREDENTIALS.JORNAYA }),
  z.strictObject({ provider: z.literal('PHONE'), credential: PROVIDER_CREDENTIALS.PHONE }),
  z.strictObject({ provider: z.literal('EMAIL'), credential: PROVIDER_CREDENTIALS.EMAIL }),
  z.strictObject({ provider: z.literal('LOCAL') }),
  z.strictObject({
    provider: z.literal('CLIENT_SYSTEM'),
    clientKey: key,
    credential: clientSystemCredentialSchema,
  }),
]);
export type SavedAccount = z.infer<typeof saved>;

const common = {
  owner: 'path',
  groups: ['ag'],
  response: providerAccountsSchema,
} as const;

export const providerAccountList = defineCall({
  ...common,
  id: 'providerAccountList',
  summary:
    'Whom an owner has an account with to verify leads, and which clients’ own systems are asked; no credentials',
  route: 'GET /ag/{owner}/provider/list',
  permission: 'clients:View',
});

export const providerAccountSave = defineCall({
  ...common,
  id: 'providerAccountSave',
  summary: 'Stores what opens an account, sealed, in the place of what was there; it is never shown again',
  route: 'POST /ag/{owner}/provider/save',
  permission: 'clients:Criteria',
  body: saved,
});

export const providerAccountCheck = defineCall({
  ...common,
  id: 'providerAccountCheck',
  summary: 'Asks the other side whether it accepts what is stored, without telling it of any person',
  route: 'POST /ag/{owner}/provider/check',
  permission: 'clients:Criteria',
  body: named,
  response: z.object({ check: checkSchema, accounts: providerAccountsSchema }),
});

export const providerAccountRemove = defineCall({
  ...common,
  id: 'providerAccountRemove',
  summary: 'Removes what opens an account; from then on nobody is asked',
  route: 'POST /ag/{owner}/provider/remove',
  permission: 'clients:Criteria',
  body: named,
});
