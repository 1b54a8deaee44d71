import { z } from 'zod';
import {
  ALL_PERMISSIONS,
  isPermission,
  type Permission,
  PERMISSION_MODULES,
  type PermissionModule,
} from '../core/access/permissions.ts';
import { choice, choices, flag, keys, recordKey, text } from '../core/records/fields.ts';
import { defineRecord } from '../core/records/record.ts';
import { key } from '../core/calls/schema.ts';
import { USER_TYPES } from '../core/access/user-groups.ts';

/** Labels of the modules, in form order. */
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

const ACTION_LABELS: Partial<Record<string, string>> = { ViewPII: 'View PII', ResetPassword: 'Reset password' };
export const permissionAction = (action: string): string => ACTION_LABELS[action] ?? action;

/** `reports:Margin` → `Reports: Margin`. */
export const PERMISSION_WORDS = Object.fromEntries(
  ALL_PERMISSIONS.map((permission) => {
    const [module, action] = permission.split(':') as [PermissionModule, string];
    return [permission, `${PERMISSION_MODULE_LABELS[module]}: ${permissionAction(action)}`];
  }),
) as Record<Permission, string>;

const permissionSchema = z.string().refine((value): value is Permission => isPermission(value), 'is not a permission');

const USER_TYPE_CODES = Object.values(USER_TYPES);
/** Labels of the user types. */
export const USER_TYPE_WORDS = { agency: 'Agency', aggregator: 'Media partner', client: 'Client' } as const;

/** A user who can sign in. The type is chosen before the form and is fixed, as is the media partner. */
export const userRecord = defineRecord({
  entity: 'user',
  label: 'User',
  fields: {
    userName: text({
      label: 'User name',
      help: 'Used to sign in',
      isCode: true,
      sent: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{2,99}$/, 'Use 3 to 100 letters, digits, dots, dashes or underscores.'),
      read: z.string(),
    }),
    firstName: text({
      label: 'First name',
      sent: z.string().trim().min(1, 'Enter the first name.').max(100),
      read: z.string(),
    }),
    lastName: text({
      label: 'Last name',
      sent: z.string().trim().min(1, 'Enter the last name.').max(100),
      read: z.string(),
    }),
    email: text({
      label: 'Email',
      help: 'Password links are sent here; a change must be confirmed.',
      sent: z.email('Enter an email address.').max(254),
      read: z.string(),
    }),
    partnerKey: recordKey({ label: 'Media partner', sent: key.nullable() }),
    allOwners: flag({ label: 'All owners', sent: z.boolean(), initial: false }),
    ownerKeys: keys({ label: 'Owners', sent: z.array(key).max(1000), read: z.array(key) }),
    permissions: choices<Permission, string>({
      label: 'Rights',
      words: PERMISSION_WORDS,
      sent: z.array(permissionSchema as z.ZodType<Permission, Permission>).max(200),
      read: z.array(z.string()),
    }),
  },
  states: {
    userType: choice<(typeof USER_TYPE_CODES)[number], string>({
      label: 'Kind',
      words: USER_TYPE_WORDS,
      sent: z.enum(USER_TYPE_CODES),
      read: z.string(),
      initial: 'agency',
    }),
    active: flag({ label: 'Active', list: 'Status', sent: z.boolean() }),
  },
  fixed: (_stored: object) => ({ partnerKey: 'Cannot be changed after the user is created.' }),
});
