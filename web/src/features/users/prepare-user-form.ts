import {
  type HeldValues,
  heldValues,
  newValues,
  type Permission,
  permissionAction,
  type PermissionModule,
  PERMISSION_ACTIONS,
  PERMISSION_MODULE_LABELS,
  PERMISSION_MODULES,
  permissionsOfGroup,
  ROLE_PRESETS,
  type RolePreset,
  type RolePresetName,
  sentValues,
  USER_TYPES,
  type User,
  type UserForm,
  type UserGroup,
  userRecord,
} from '@paceline/contract';
import type { UseFormReturn } from 'react-hook-form';
import { KINDS } from './user-kinds.ts';

/** The form's values, without the user's key and version. */
export type FormValues = HeldValues<typeof userRecord.fields>;
export type UserFormApi = UseFormReturn<FormValues>;

type Held = ReadonlySet<Permission>;

/** The rights a grantor can give: their own, and those the user already has. */
export const grantable = (group: UserGroup, grantor: Held, current: readonly string[]): Held =>
  new Set(permissionsOfGroup(group).filter((permission) => grantor.has(permission) || current.includes(permission)));

export const presetsOf = (group: UserGroup): { name: RolePresetName; preset: RolePreset }[] =>
  (Object.keys(ROLE_PRESETS) as RolePresetName[])
    .map((name) => ({ name, preset: ROLE_PRESETS[name] }))
    .filter(({ preset }) => preset.group === group);

/** A preset's grantable rights, in the contract's order. */
export const presetPermissions = (name: RolePresetName, canGive: Held): Permission[] => {
  const { group, permissions } = ROLE_PRESETS[name] as RolePreset;
  return permissionsOfGroup(group).filter((permission) => permissions.includes(permission) && canGive.has(permission));
};

/** The preset that equals a set of rights; null if none does. */
export const presetOf = (
  group: UserGroup,
  permissions: readonly Permission[],
  canGive: Held,
): RolePresetName | null => {
  const same = (other: readonly Permission[]): boolean =>
    other.length === permissions.length && other.every((permission) => permissions.includes(permission));
  return presetsOf(group).find(({ name }) => same(presetPermissions(name, canGive)))?.name ?? null;
};

export const startValues = (group: UserGroup, canGive: Held, user: User | null): FormValues =>
  user === null
    ? { ...newValues(userRecord), permissions: presetPermissions(KINDS[group].firstPreset, canGive) }
    : heldValues(userRecord, user);

export const toForm = (values: FormValues, group: UserGroup, user: User | null): UserForm => ({
  ...sentValues(userRecord, {
    ...values,
    partnerKey: group === 'mp' ? values.partnerKey : '',
    ownerKeys: values.allOwners ? [] : values.ownerKeys,
  }),
  userKey: user?.userKey ?? null,
  rowVersion: user?.rowVersion ?? null,
  userType: USER_TYPES[group],
});

export interface MatrixCell {
  permission: Permission;
  label: string;
  /** False if neither the grantor nor the user has the right. */
  canGive: boolean;
}
export interface MatrixRow {
  module: PermissionModule;
  label: string;
  cells: MatrixCell[];
}

/** Modules and actions this kind of user can have. */
export const prepareMatrix = (group: UserGroup, canGive: Held): MatrixRow[] => {
  const possible = new Set(permissionsOfGroup(group));
  return PERMISSION_MODULES.map((module) => ({
    module,
    label: PERMISSION_MODULE_LABELS[module],
    cells: PERMISSION_ACTIONS[module]
      .map((action) => ({ action, permission: `${module}:${action}` as Permission }))
      .filter(({ permission }) => possible.has(permission))
      .map(({ action, permission }) => ({
        permission,
        label: permissionAction(action),
        canGive: canGive.has(permission),
      })),
  })).filter(({ cells }) => cells.length > 0);
};
