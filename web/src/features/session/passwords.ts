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

/** By a mailed link. Whoever is signed in here is no longer: the new password is to be used for the next sign-in. */
export const savePasswordByLink = async ({ userName, token }: ResetLink, password: string): Promise<void> => {
  await callApi(passwordSave, { body: { userName, oldPassword: token, password } });
  resetLink.keep(null);
  if (isSignedIn()) useSession.getState().end('signedOut');
};

/** At the first sign-in: the session so far could do nothing else, and a whole one takes its place. */
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
 * Ends all sessions of the user on the server, this one too, so this browser signs in again with the new password. Under the
 * lock of the tokens: another tab that is refused meanwhile waits, and then finds the new ones. Answers whether the user is
 * still signed in.
 */
export const changeOwnPassword = async (change: Change): Promise<boolean> => {
  // Renews the tokens if that is due; under the lock it could not be done.
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
