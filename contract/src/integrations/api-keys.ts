import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { isPermission, type Permission } from '../core/access/permissions.ts';
import { instant, key } from '../core/calls/schema.ts';
import { INTEGRATION_GROUPS, INTEGRATION_RIGHTS } from './right.ts';

/** Prefix of every API key, so that leaked keys are recognisable. */
export const API_KEY_PREFIX = 'plk_';

export const API_KEY_LIMITS = {
  nameCharacters: 80,
  /** Lifetime in days. */
  mostDays: 365,
  usualDays: 90,
  /** Requests per minute. */
  mostPerMinute: 6_000,
  usualPerMinute: 300,
  /** Hours during which a replaced key is still accepted. */
  mostOverlapHours: 720,
  usualOverlapHours: 7 * 24,
  /** Maximum active keys of a user. */
  mostOfUser: 20,
} as const;

/** Permissions available to keys: no key administers users or settings. */
const CLOSED_MODULES = ['users', 'admin', 'audit'];
export const isKeyPermission = (permission: Permission): boolean =>
  !CLOSED_MODULES.includes(permission.slice(0, permission.indexOf(':')));

const permission = z.string().refine((value) => isPermission(value) && isKeyPermission(value), 'is no right of a key');

/** `active`; `replaced`: accepted until its overlap ends; `suspended`: its creator’s account is deactivated. */
const API_KEY_STATES = ['active', 'replaced', 'suspended', 'expired', 'shut'] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];

const apiKeySchema = z.object({
  apiKey: key,
  name: z.string(),
  /** The last four characters: the key itself is shown once and never stored. */
  hint: z.string(),
  group: z.enum(INTEGRATION_GROUPS),
  state: z.enum(API_KEY_STATES),
  /** Its owners that the viewer works on, and the number of others. */
  owners: z.array(z.string()),
  otherOwners: z.int(),
  permissions: z.array(z.string()),
  /** Rights its creator has lost, and so the key too. */
  lostPermissions: z.array(z.string()),
  perMinute: z.int(),
  createdAt: instant,
  createdBy: z.string(),
  isMine: z.boolean(),
  lastUsedAt: instant.nullable(),
  expiresAt: instant,
  shutAt: instant.nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** The only answer that contains the key. */
const newApiKeySchema = z.object({ apiKey: key, key: z.string(), expiresAt: instant });
export type NewApiKey = z.infer<typeof newApiKeySchema>;

export const apiKeyFormSchema = z.strictObject({
  name: z.string().trim().min(1, 'Give the key a name.').max(API_KEY_LIMITS.nameCharacters),
  ownerKeys: z.array(key).min(1, 'Choose at least one owner.').max(500),
  permissions: z.array(permission).max(100),
  days: z.int().min(1).max(API_KEY_LIMITS.mostDays).default(API_KEY_LIMITS.usualDays),
  perMinute: z.int().min(1).max(API_KEY_LIMITS.mostPerMinute).default(API_KEY_LIMITS.usualPerMinute),
});
export type ApiKeyForm = z.output<typeof apiKeyFormSchema>;

const COMMON = {
  owner: { session: 'A key may be for several owners; which of them the caller works on is checked for each.' },
  groups: INTEGRATION_GROUPS,
  permission: INTEGRATION_RIGHTS,
  apiKey: false,
} as const;

export const apiKeyList = defineCall({
  ...COMMON,
  id: 'apiKeyList',
  summary:
    'The API keys of the caller’s owners, without the keys themselves: the agency’s and clients’, or a client’s own',
  route: 'GET /{p}/integration/apikey/list',
  response: z.array(apiKeySchema),
});

export const apiKeyMake = defineCall({
  ...COMMON,
  id: 'apiKeyMake',
  summary: 'Makes an API key with some of the caller’s own owners and rights, and shows it, once',
  route: 'POST /{p}/integration/apikey/save',
  body: apiKeyFormSchema,
  response: newApiKeySchema,
});

export const apiKeyRotate = defineCall({
  ...COMMON,
  id: 'apiKeyRotate',
  summary: 'Makes a new key in the place of one of the caller’s own, which is taken a while longer',
  route: 'POST /{p}/integration/apikey/rotate',
  body: z.strictObject({
    apiKey: key,
    overlapHours: z.int().min(0).max(API_KEY_LIMITS.mostOverlapHours).default(API_KEY_LIMITS.usualOverlapHours),
  }),
  response: newApiKeySchema,
});

export const apiKeyShut = defineCall({
  ...COMMON,
  id: 'apiKeyShut',
  summary: 'Shuts an API key of one of the caller’s owners at once',
  route: 'POST /{p}/integration/apikey/shut',
  body: z.strictObject({ apiKey: key }),
  response: z.object({ shutAt: instant }),
});
