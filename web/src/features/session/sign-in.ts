import { generateToken, userConfig } from '@paceline/contract';
import { callApi } from '../../lib/api.ts';
import { useSession } from '../../lib/session-store.ts';
import { giveBack } from './give-back.ts';
import { MUST_CHANGE_PASSWORD, prepareSession, SignInRefused } from './prepare-session.ts';

export interface Credentials {
  username: string;
  password: string;
}

/** Begins a session, or throws why not. Answers false when a newer attempt took its place. */
export const signIn = async ({ username, password }: Credentials): Promise<boolean> => {
  const login = await callApi(generateToken, { body: { grant_type: 'password', username, password } });
  if (!login) return false;
  const token = login.access_token;
  try {
    if (login.mustChangePasswordFlag === 'y') throw new SignInRefused(MUST_CHANGE_PASSWORD);
    const config = await callApi(userConfig, {}, { token });
    if (!config) return false;
    useSession.getState().begin(prepareSession(login, config, Date.now()));
    return true;
  } catch (error) {
    await giveBack(token);
    throw error;
  }
};
