import { groupOfUserType, mayOpen, type RouteName, screenOf } from '@paceline/contract';
import { redirect } from '@tanstack/react-router';
import { signedLink } from '../features/orders/signed-link.ts';
import { confirmLink } from '../features/session/confirm-link.ts';
import { resetLink } from '../features/session/reset-link.ts';
import { homePath } from '../lib/session/home.ts';
import { PATHS } from '../lib/address/paths.ts';
import { permissionSet } from '../lib/session/permissions.ts';
import { saveLink } from '../lib/address/place.ts';
import { isSignedIn, useSession } from '../lib/session/session-store.ts';

interface Asked {
  location: { pathname: string; search: object; href: string };
}

/** A mailed link: its secret is in the address, or was removed from it a moment ago. */
const hasMailedLink = ({ location: { pathname, search } }: Asked): boolean => {
  const opened = {
    [PATHS.resetPassword]: resetLink.read(),
    [PATHS.confirmEmail]: confirmLink.read(),
    [PATHS.signedOrder]: signedLink.read(),
  }[pathname];
  return opened !== undefined && ('token' in search || opened !== null);
};

/**
 * Signed out, only the sign-in page and mailed links open; signed in, everything but the sign-in page. A user who must change the password
 * can open nothing else first.
 */
export const guard = (route: Asked): void => {
  const { pathname } = route.location;
  if (hasMailedLink(route)) return;
  if (!isSignedIn()) {
    if (pathname === PATHS.login) return;
    if (pathname.startsWith(`${PATHS.shell}/`)) saveLink(route.location.href);
    throw redirect({ to: PATHS.login, replace: true });
  }
  const mustChange = useSession.getState().firstTimeLogin === true;
  const isElsewhere = mustChange
    ? pathname !== PATHS.resetPassword
    : pathname === PATHS.login || pathname === PATHS.resetPassword || pathname === PATHS.confirmEmail;
  if (isElsewhere) throw redirect({ to: homePath(), replace: true });
};

/** The page is not for this user. It is not drawn at all, since the server would refuse its calls. */
export class AccessDenied extends Error {
  override readonly name = 'AccessDenied';
}

/** The guard of a screen, as the contract declares it. */
export const requires = (name: RouteName) => (): void => {
  const { userType, permissions } = useSession.getState();
  if (!mayOpen(screenOf(name), groupOfUserType(userType ?? ''), permissionSet(permissions))) throw new AccessDenied();
};
