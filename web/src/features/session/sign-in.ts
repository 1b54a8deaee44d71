import { accountUserGet, generateToken, userConfig, userLoginSave } from '@paceline/contract';
import { callApi } from '../../lib/api/api.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { firstPassword } from './first-password.ts';
import { giveBack } from './give-back.ts';
import { prepareSession } from './prepare-session.ts';

export interface Credentials {
  username: string;
  password: string;
}

const AGENT_CHARS = 1_000;

/** Records the sign-in after reading the previous one. The user neither waits for it nor sees a failure. */
const recordSignIn = async (): Promise<void> => {
  const { taclUserKey: userKey, describe } = useSession.getState();
  if (userKey === null) return;
  try {
    const me = await callApi(accountUserGet, { params: { userKey } });
    if (me) describe({ previousLoginAt: me.lastLoginAt });
  } catch {
    // The previous sign-in is then not shown.
  }
  const body = { qmpUserKey: userKey, userAgent: navigator.userAgent.slice(0, AGENT_CHARS) };
  await callApi(userLoginSave, { body }).catch(() => undefined);
};

/** Begins a session or throws the reason. Returns false when a newer attempt replaced it. */
export const signIn = async ({ username, password }: Credentials): Promise<boolean> => {
  const login = await callApi(generateToken, { body: { grant_type: 'password', username, password } });
  if (!login) return false;
  const token = login.access_token;
  try {
    const config = await callApi(userConfig, {}, { token });
    if (!config) return false;
    const session = prepareSession(login, config, Date.now());
    firstPassword.keep(session.firstTimeLogin ? password : null);
    useSession.getState().begin(session);
    if (!session.firstTimeLogin) void recordSignIn();
    return true;
  } catch (error) {
    await giveBack(token);
    throw error;
  }
};
