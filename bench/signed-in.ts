import { randomToken, sha256 } from '@paceline/server/src/lib/secrets/tokens.ts';
import { openClient } from './load/connections.ts';

/** A token of this user that is good for a day from an instant on, without the cost of a password. */
export const signedIn = async (ownerUrl: string, userKey: number, from: Date): Promise<string> => {
  const token = randomToken();
  const client = await openClient(ownerUrl);
  try {
    await client.query(
      `with s as (
         insert into session (user_key, ip, user_agent, created_at, expires_at)
         values ($1, '127.0.0.1', 'bench', $2, $2::timestamptz + interval '1 day') returning session_key
       )
       insert into session_token (token_hash, session_key, kind, issued_at, expires_at)
       select $3, session_key, 'access', $2, $2::timestamptz + interval '1 day' from s`,
      [userKey, from, sha256(token)],
    );
  } finally {
    await client.end();
  }
  return token;
};
