import {
  ALL_PERMISSIONS,
  type ApiKey,
  type ApiKeyState,
  fillPath,
  isKeyPermission,
  ownerGet,
  type Permission,
  PERMISSION_MODULE_LABELS,
  type PermissionModule,
  type UserGroup,
} from '@paceline/contract';
import { formatInstant } from '../../lib/text/format.ts';
import type { PickItem } from '../../ui/forms/pick-list.tsx';
import type { StatusTone } from '../../ui/marks/status-mark.tsx';

export const KEY_STATES: Readonly<Record<ApiKeyState, { tone: StatusTone; label: string }>> = {
  active: { tone: 'good', label: 'Active' },
  replaced: { tone: 'warn', label: 'Replaced' },
  suspended: { tone: 'bad', label: 'Suspended' },
  expired: { tone: 'off', label: 'Expired' },
  shut: { tone: 'off', label: 'Disabled' },
};

/** A state's meaning, and what ends it. */
export const stateText = ({ state, expiresAt, shutAt, createdBy }: ApiKey, timeZone: string): string => {
  const until = formatInstant(expiresAt, timeZone);
  if (state === 'shut') return `Disabled ${formatInstant(shutAt, timeZone)}`;
  if (state === 'expired') return `Expired ${until}`;
  if (state === 'suspended') return `${createdBy}’s account is deactivated`;
  return state === 'replaced' ? `Works beside its replacement until ${until}` : `Expires ${until}`;
};

export const rightText = (permission: string): string => {
  const [module = '', action = ''] = permission.split(':');
  const label = PERMISSION_MODULE_LABELS[module as PermissionModule] ?? module;
  return `${label}: ${action.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()}`;
};

const SHOWN = 3;
/** The first names and the number of further ones. */
export const shortList = (names: readonly string[], others = 0): string => {
  const more = Math.max(0, names.length - SHOWN) + others;
  return names.slice(0, SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
};

/** The rights a user can give to a key: their own, except administration of users and settings. */
export const rightItems = (rights: ReadonlySet<Permission>): PickItem[] =>
  ALL_PERMISSIONS.flatMap((permission, key) =>
    rights.has(permission) && isKeyPermission(permission) ? [{ key, label: rightText(permission) }] : [],
  );
export const rightsOf = (keys: readonly number[]): Permission[] =>
  ALL_PERMISSIONS.filter((_, key) => keys.includes(key));

/** A sample command that reads an owner's details with a key. */
export const curlSample = (origin: string, group: UserGroup, ownerKey: number): string =>
  [
    `curl -H "Authorization: Bearer $PACELINE_KEY" \\`,
    `  ${origin}/${ownerGet.base}${fillPath(ownerGet.path, { ownerKey }, group)}`,
  ].join('\n');
