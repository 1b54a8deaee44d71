import {
  changePassword,
  generateToken,
  keepAlive,
  passwordSave,
  resetAndEmailPassword,
  type LoginResult,
} from '@paceline/contract';
import { callApi } from '../../lib/api/api.ts';
import { withTokenLock } from '../../lib/api/refresh.ts';
import { tokensOf } from '../../lib/session/session-data.ts';
import { isSignedIn, useSession } from '../../lib/session/session-store.ts';
import { firstPassword } from './first-password.ts';
import { type ResetLink, resetLink } from './reset-link.ts';
import { signIn } from './sign-in.ts';

export const RESET_SENT = 'If the user exists, an email has been sent.';

export const requestReset = async (username: string): Promise<void> => {
  await callApi(resetAndEmailPassword, { body: { username, appname: 'paceline' } });
};

/** Sets a password by a mailed link, and signs out here: the next sign-in uses the new password. */
export const savePasswordByLink = async ({ userName, token }: ResetLink, password: string): Promise<void> => {
  await callApi(passwordSave, { body: { userName, oldPassword: token, password } });
  resetLink.keep(null);
  if (isSignedIn()) useSession.getState().end('signedOut');
};

/** Replaces the password at the first sign-in: the restricted session becomes a full one. */
export const replaceFirstPassword = async (userName: string, oldPassword: string, password: string): Promise<void> => {
  await callApi(passwordSave, { body: { userName, oldPassword, password } });
  firstPassword.keep(null);
  await signIn({ username: userName, password });
};

interface Change {
  oldPassword: string;
  newPassword: string;
  newPasswordConfirmation: string;
}

/**
 * Changes the password. The server ends all sessions, including this one, so this browser signs in again. Runs under the token lock:
 * another tab refused meanwhile waits and then finds the new tokens. Returns whether the user is still signed in.
 */
export const changeOwnPassword = async (change: Change): Promise<boolean> => {
  // Renews the tokens first if due: under the lock that is not possible.
  await callApi(keepAlive, {});
  const { userId, renew, end } = useSession.getState();
  return withTokenLock(async () => {
    await callApi(changePassword, { body: change }, { asIs: true });
    const body = { grant_type: 'password', username: userId ?? '', password: change.newPassword };
    const login: LoginResult | undefined = await callApi(generateToken, { body }).catch(() => undefined);
    if (login) renew(tokensOf(login, Date.now()));
    else end('signedOut');
    return login !== undefined;
  });
};
