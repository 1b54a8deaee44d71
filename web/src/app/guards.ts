import { redirect } from '@tanstack/react-router';
import { homePath, PATHS } from '../lib/paths.ts';
import { isSignedIn } from '../lib/session-store.ts';

/** Signed out, only the sign-in page opens, whatever was asked for; signed in, it is the one page that does not. */
export const guard = ({ location }: { location: { pathname: string } }): void => {
  const atSignIn = location.pathname === PATHS.signIn;
  if (!isSignedIn() && !atSignIn) throw redirect({ to: PATHS.signIn, replace: true });
  if (isSignedIn() && atSignIn) throw redirect({ to: homePath(), replace: true });
};
