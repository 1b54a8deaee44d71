import { groupOfUserType, hasPermission, type Permission, type UserGroup } from '@paceline/contract';
import { redirect } from '@tanstack/react-router';
import { resetLink } from '../features/session/reset-link.ts';
import { homePath } from '../lib/home.ts';
import { PATHS } from '../lib/paths.ts';
import { permissionSet } from '../lib/permissions.ts';
import { isSignedIn, useSession } from '../lib/session-store.ts';

interface Asked {
  location: { pathname: string; search: object };
}

const hasResetLink = ({ location }: Asked): boolean =>
  location.pathname === PATHS.resetPassword && ('token' in location.search || resetLink.read() !== null);

/**
 * Signed out, only the sign-in page opens, and a mailed link; signed in, everything but the sign-in page. Somebody who has
 * to change the password first gets nowhere else before that.
 */
export const guard = (asked: Asked): void => {
  const { pathname } = asked.location;
  if (hasResetLink(asked)) return;
  if (!isSignedIn()) {
    if (pathname !== PATHS.login) throw redirect({ to: PATHS.login, replace: true });
    return;
  }
  const mustChange = useSession.getState().firstTimeLogin === true;
  const isElsewhere = mustChange
    ? pathname !== PATHS.resetPassword
    : pathname === PATHS.login || pathname === PATHS.resetPassword;
  if (isElsewhere) throw redirect({ to: homePath(), replace: true });
};

/** The page is not for this user. The server would refuse all of its calls; so it is not drawn at all. */
export class AccessDenied extends Error {
  override readonly name = 'AccessDenied';
}

export const requires =
  (groups: readonly UserGroup[], permission: Permission | 'none' = 'none') =>
  (): void => {
    const { userType, permissions } = useSession.getState();
    const group = groupOfUserType(userType ?? '');
    if (group === null || !groups.includes(group) || !hasPermission(permissionSet(permissions), permission))
      throw new AccessDenied();
  };
