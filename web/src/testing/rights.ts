import {
  type OwnerVariant,
  type Permission,
  PLAIN_VARIANT,
  toPermissionMap,
  USER_TYPES,
  type UserGroup,
} from '@paceline/contract';
import { signedIn } from './session.ts';

/** An owner with every page that a setting adds, and none that a setting removes. */
const WHOLE_VARIANT: OwnerVariant = {
  ...PLAIN_VARIANT,
  milestoneExport: true,
  websiteAndSearch: true,
  leadTestSettings: true,
  clientStateAndDelivery: true,
};
export const WHOLE_OWNER = { ownerKey: 1, name: 'Oakhaven', variant: null, settings: WHOLE_VARIANT };

/** Signs in a user of the group with these rights, on the owner that has every page. */
export const signedInWith = (group: UserGroup, rights: readonly Permission[]) => {
  const viewer = {
    userType: USER_TYPES[group],
    permissions: toPermissionMap(rights) as Record<string, string[]>,
    activeOwner: group === 'mp' ? null : WHOLE_OWNER,
  };
  signedIn({ userType: viewer.userType, permissions: viewer.permissions, owners: [WHOLE_OWNER] });
  return viewer;
};
