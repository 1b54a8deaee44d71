import { ERRORS, groupOfUserType, type LoginResult, type UserConfig } from '@paceline/contract';
import { expiryDate, type SessionData } from '../../lib/session-data.ts';

export const MUST_CHANGE_PASSWORD =
  'Your password must be changed before you can go on. Ask your administrator for a reset link.';

/** A sign-in that the server let through and that goes no further here. Its message is shown as it is. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}

export const prepareSession = (login: LoginResult, config: UserConfig, now: number): SessionData => {
  const { userType, owners } = config;
  if (userType == null) throw new SignInRefused(ERRORS.SIGN_IN_TYPE_NULL.message);
  const group = groupOfUserType(userType);
  if (group === null) throw new SignInRefused(ERRORS.SIGN_IN_TYPE.message);
  if (group === 'cl' && !(Array.isArray(owners) && owners.length > 0 && owners.every(({ name }) => name)))
    throw new SignInRefused(ERRORS.OWNERS_FORMAT.message);
  return {
    firstName: login.firstName,
    lastName: login.lastName,
    userId: login.userName,
    taclUserKey: login.taclUserKey,
    userType,
    permissions: config.permisssions,
    owners: owners ?? [],
    accessToken: login.access_token,
    refreshToken: login.refresh_token,
    tokensExpiryDate: expiryDate(login.expires_in, now),
    sessionDataTemplate: null,
    firstTimeLogin: false,
  };
};
