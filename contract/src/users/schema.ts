import { z } from 'zod';
import { isPermission, type Permission, PERMISSION_MODULES } from '../core/permissions.ts';
import { instant, key } from '../core/schema.ts';

const permissionSchema = z.string().refine((value): value is Permission => isPermission(value), 'is not a permission');

/** One user in a list. */
export const userRowSchema = z.object({
  userKey: key,
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  userType: z.string(),
  partnerName: z.string().nullable(),
  /** Names of the owners, or null for somebody who works on all of them. */
  owners: z.array(z.string()).nullable(),
  active: z.boolean(),
  lastLoginAt: instant.nullable(),
});
export type UserRow = z.infer<typeof userRowSchema>;

/** What a user holds that whoever looks at them lacks. While there is any, the user is not theirs to change. */
const heldBeyondSchema = z.object({ permissions: z.array(z.string()), owners: z.boolean() });
export type HeldBeyond = z.infer<typeof heldBeyondSchema>;

/** An address that replaces the user's once the old one or a second administrator has confirmed it. */
const emailChangeSchema = z.object({
  changeKey: key,
  newEmail: z.string(),
  requestedBy: z.string(),
  /** Whoever looks at it requested it, and so cannot approve it. */
  isMine: z.boolean(),
  requestedAt: instant,
  expiresAt: instant,
});
export const userSchema = z.object({
  userKey: key,
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  userType: z.string(),
  partnerKey: key.nullable(),
  allOwners: z.boolean(),
  ownerKeys: z.array(key),
  permissions: z.array(z.string()),
  active: z.boolean(),
  mustChangePassword: z.boolean(),
  lastLoginAt: instant.nullable(),
  rowVersion: z.int(),
  heldBeyond: heldBeyondSchema,
  emailChange: emailChangeSchema.nullable(),
});
export type User = z.infer<typeof userSchema>;

/** What the form of a user holds; without a key it is a new one. */
export const userFormSchema = z.strictObject({
  userKey: key.nullable(),
  /** The version that the form was filled from; null for a new user. */
  rowVersion: z.int().nullable(),
  userType: z.string(),
  userName: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{2,99}$/, 'Use 3 to 100 letters, digits, dots, dashes or underscores.'),
  firstName: z.string().trim().min(1, 'Enter the first name.').max(100),
  lastName: z.string().trim().min(1, 'Enter the last name.').max(100),
  email: z.email('Enter an email address.').max(254),
  partnerKey: key.nullable(),
  allOwners: z.boolean(),
  ownerKeys: z.array(key).max(1000),
  permissions: z.array(permissionSchema).max(200),
});
export type UserForm = z.infer<typeof userFormSchema>;

export const userSessionSchema = z.object({
  sessionKey: key,
  current: z.boolean(),
  ip: z.string(),
  userAgent: z.string(),
  createdAt: instant,
  expiresAt: instant,
});
export type UserSession = z.infer<typeof userSessionSchema>;

/** The modules in the order in which a form shows them. */
export const PERMISSION_MODULE_LABELS = {
  users: 'Users',
  campaigns: 'Campaigns',
  allocations: 'Allocations',
  goals: 'Line items',
  leadanalyzer: 'Leads',
  clicks: 'Clicks',
  publishers: 'Publishers',
  partners: 'Media partners',
  clients: 'Clients',
  tradingplatforms: 'Trading platforms',
  channels: 'Channels',
  reports: 'Reports',
  forecast: 'Forecast',
  audit: 'Audit log',
  admin: 'Settings',
} as const satisfies Record<(typeof PERMISSION_MODULES)[number], string>;
