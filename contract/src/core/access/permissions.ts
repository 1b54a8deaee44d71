import { type UserGroup } from './user-groups.ts';

/** Module → actions. A permission is `module:Action`; the wire carries the map under the name `permisssions`. */
export const PERMISSION_ACTIONS = {
  users: ['View', 'Create', 'Update', 'Deactivate', 'ResetPassword'],
  campaigns: ['View', 'Create', 'Update', 'Delete', 'Clone', 'Status', 'Price', 'Bulk'],
  allocations: ['View', 'Update', 'Import', 'Approve'],
  goals: ['View', 'Update', 'Import'],
  leadanalyzer: ['View', 'Update', 'ViewPII', 'Return', 'Override', 'Export', 'Erase'],
  clicks: ['View', 'Export'],
  publishers: ['View', 'Create', 'Update', 'Block'],
  partners: ['View', 'Create', 'Update', 'Contact'],
  clients: ['View', 'Create', 'Update', 'Criteria', 'Geo', 'Bulk'],
  tradingplatforms: ['View', 'Update'],
  channels: ['View', 'Update'],
  reports: ['View', 'Build', 'Schedule', 'Billable', 'Margin'],
  forecast: ['View', 'Update', 'Delete'],
  audit: ['View'],
  admin: ['Settings', 'Features'],
} as const;

export type PermissionModule = keyof typeof PERMISSION_ACTIONS;
export type Permission = {
  [M in PermissionModule]: `${M}:${(typeof PERMISSION_ACTIONS)[M][number]}`;
}[PermissionModule];
type PermissionMap = Partial<Record<PermissionModule, string[]>>;

export const PERMISSION_MODULES = Object.keys(PERMISSION_ACTIONS) as PermissionModule[];

export const ALL_PERMISSIONS: readonly Permission[] = PERMISSION_MODULES.flatMap((module) =>
  PERMISSION_ACTIONS[module].map((action) => `${module}:${action}` as Permission),
);

const permissionSet: ReadonlySet<string> = new Set(ALL_PERMISSIONS);
export const isPermission = (value: string): value is Permission => permissionSet.has(value);

export const toPermissionMap = (permissions: Iterable<Permission>): PermissionMap => {
  const map: PermissionMap = {};
  for (const permission of permissions) {
    const [module, action] = permission.split(':') as [PermissionModule, string];
    (map[module] ??= []).push(action);
  }
  return map;
};

/** One right; several of which any is enough, where the service checks the one the case needs; or `none`: being signed in is enough. */
export type NeededPermission = Permission | readonly [Permission, ...Permission[]] | 'none';

/** Shared by server and screen. */
export const hasPermission = (granted: ReadonlySet<Permission>, needed: NeededPermission): boolean =>
  needed === 'none' || (typeof needed === 'string' ? [needed] : needed).some((permission) => granted.has(permission));

const every = (...modules: PermissionModule[]): Permission[] =>
  ALL_PERMISSIONS.filter((permission) => modules.some((module) => permission.startsWith(`${module}:`)));
const VIEWS = ALL_PERMISSIONS.filter((permission) => permission.endsWith(':View'));
const without = (list: readonly Permission[], ...permissions: Permission[]): Permission[] =>
  list.filter((permission) => !permissions.includes(permission));

export interface RolePreset {
  label: string;
  group: UserGroup;
  permissions: readonly Permission[];
}

const CLIENT_VIEWS: Permission[] = [
  'campaigns:View',
  'allocations:View',
  'goals:View',
  'reports:View',
  'reports:Build',
  'reports:Billable',
  'clients:View',
];
const PARTNER_VIEWS: Permission[] = [
  'campaigns:View',
  'allocations:View',
  'reports:View',
  'reports:Build',
  'reports:Billable',
];

/** Starting permissions of a new user; only the permissions are saved, never the preset's name. */
export const ROLE_PRESETS = {
  agencyAdmin: { label: 'Agency Admin', group: 'ag', permissions: ALL_PERMISSIONS },
  accountManager: {
    label: 'Account Manager',
    group: 'ag',
    permissions: without(
      ALL_PERMISSIONS,
      ...every('users', 'admin', 'audit'),
      'leadanalyzer:Erase',
      'leadanalyzer:Override',
    ),
  },
  mediaBuyer: {
    label: 'Media Buyer',
    group: 'ag',
    permissions: [
      ...every('campaigns', 'allocations', 'goals', 'publishers', 'tradingplatforms', 'channels', 'forecast'),
      'partners:View',
      'partners:Contact',
      'clients:View',
      'reports:View',
      'reports:Build',
      'clicks:View',
    ],
  },
  analyst: {
    label: 'Analyst',
    group: 'ag',
    permissions: [...without(VIEWS, 'users:View', 'audit:View'), 'reports:Build'],
  },
  leadDesk: {
    label: 'Lead Desk',
    group: 'ag',
    permissions: [
      'campaigns:View',
      'clients:View',
      'partners:View',
      'reports:View',
      'clicks:View',
      ...without(every('leadanalyzer'), 'leadanalyzer:Erase', 'leadanalyzer:Override'),
    ],
  },
  clientAdmin: {
    label: 'Client Admin',
    group: 'cl',
    permissions: [
      ...CLIENT_VIEWS,
      'allocations:Update',
      'allocations:Import',
      'leadanalyzer:View',
      'leadanalyzer:Return',
      'leadanalyzer:Export',
    ],
  },
  clientViewer: { label: 'Client Viewer', group: 'cl', permissions: CLIENT_VIEWS },
  partnerAdmin: {
    label: 'Partner Admin',
    group: 'mp',
    permissions: [
      ...PARTNER_VIEWS,
      'allocations:Update',
      'allocations:Import',
      'leadanalyzer:View',
      'leadanalyzer:Export',
      'clicks:View',
      'publishers:View',
      'clients:View',
      'partners:View',
      // Its own posting keys, so that the key's user can rotate it without sending it to anybody.
      'partners:Update',
    ],
  },
  partnerViewer: { label: 'Partner Viewer', group: 'mp', permissions: PARTNER_VIEWS },
} as const satisfies Record<string, RolePreset>;
export type RolePresetName = keyof typeof ROLE_PRESETS;

/** In no preset of the group: granted to single users. */
const GRANTED_SINGLY: Partial<Record<UserGroup, readonly Permission[]>> = { cl: ['leadanalyzer:ViewPII'] };

/** Permissions that can be granted to users of the group; for partners and clients the union of their presets, and the single ones. */
export const permissionsOfGroup = (group: UserGroup): readonly Permission[] => {
  if (group === 'ag') return ALL_PERMISSIONS;
  const presets: readonly RolePreset[] = Object.values(ROLE_PRESETS);
  const rights = new Set([
    ...presets.filter((preset) => preset.group === group).flatMap(({ permissions }) => permissions),
    ...(GRANTED_SINGLY[group] ?? []),
  ]);
  return ALL_PERMISSIONS.filter((permission) => rights.has(permission));
};
