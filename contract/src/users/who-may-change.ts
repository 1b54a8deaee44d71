import { isPermission, type Permission } from '../core/access/permissions.ts';
import { PERMISSION_WORDS } from './record.ts';
import { type HeldBeyond } from './schema.ts';

/** Permissions and owners of a user. */
interface Holdings {
  permissions: Iterable<string>;
  allOwners: boolean;
}

/** Holdings of the user that the changer lacks. Permissions that no longer exist are ignored. */
export const heldBeyond = (
  changer: Holdings,
  user: Holdings & { /** Works on an owner that the changer does not. */ otherOwners: boolean },
): HeldBeyond => {
  const rights = new Set(changer.permissions);
  return {
    permissions: [...user.permissions].filter((permission) => isPermission(permission) && !rights.has(permission)),
    owners: !changer.allOwners && (user.allOwners || user.otherOwners),
  };
};

/** Maximum names in a sentence. */
const NAMED = 3;

const rightsIn = (permissions: readonly string[]): string => {
  const named = permissions
    .slice(0, NAMED)
    .map((permission) => PERMISSION_WORDS[permission as Permission])
    .join(', ');
  const rest = permissions.length - NAMED;
  return rest > 0 ? `${named} and ${rest} more` : named;
};

/** Why the viewer cannot change the user; null if they can. Shared by screen and server. */
export const whyNotChange = ({ permissions, owners }: HeldBeyond): string | null => {
  const reasons: string[] = [];
  if (permissions.length > 0) reasons.push(`has rights that you do not have (${rightsIn(permissions)})`);
  if (owners) reasons.push('works on owners that you do not work on');
  return reasons.length === 0 ? null : `You cannot change this user, who ${reasons.join(' and ')}.`;
};
