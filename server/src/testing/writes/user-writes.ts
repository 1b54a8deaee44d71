import { WEB_CLIENT } from '@paceline/contract';
import { sql } from 'kysely';
import { sha256 } from '../../lib/secrets/tokens.ts';
import { type TestApp } from '../app.ts';
import { type Request } from '../calls/audited-calls.ts';
import { makeUser } from '../factories/factories.ts';

export const TEST_PASSWORD = 'a long and winding password';
const NEW_PASSWORD = 'Quite-unusual+phrase=7';

interface World {
  ownerKey: number;
  /** With the password above. */
  user: { userKey: number; userName: string };
}
type Write = [entity: string, request: (world: World) => Request | Promise<Request>];

const user = ({ user: { userKey } }: World) => ({ userKey });
const onUser = (body: unknown = {}): Write => ['user', (world) => ({ params: user(world), body })];

/** Requests by which people sign in and accounts are changed, each of which succeeds, and what the audit log has to name. */
export const userWrites = (harness: TestApp): Record<string, Write> => {
  const linkOf = ({ user: { userName } }: World): string => `the link that was mailed about ${userName}`;
  const changeKeyOf = async (world: World): Promise<number> => {
    const { userKey, userName } = world.user;
    const { userKey: requestedBy } = await harness.asMigrator((tx) => makeUser(tx, { group: 'ag' }));
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ key: number }>`
      insert into user_email_change (user_key, old_email, new_email, requested_by, requested_at, expires_at, token_hash)
      values (${userKey}, ${`${userName}@mail.example`}, ${`${userName}.new@mail.example`}, ${requestedBy}, ${harness.clock.now()},
              ${new Date(harness.clock.now().getTime() + 3_600_000)}, ${sha256(linkOf(world))})
      returning email_change_key as key
    `.execute(tx),
    );
    return rows[0]?.key ?? 0;
  };

  return {
    resetAndEmailPassword: [
      'user',
      ({ user: { userName } }) => ({ body: { username: userName, appname: 'paceline' } }),
    ],
    changePassword: [
      'user',
      async ({ user: { userKey } }) => ({
        as: await harness.sessionOf('ag', userKey),
        body: { oldPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD, newPasswordConfirmation: NEW_PASSWORD },
      }),
    ],
    passwordSave: [
      'user',
      async ({ user: { userKey, userName } }) => {
        await harness.asMigrator((tx) =>
          sql`update user_account set must_change_password = true where user_key = ${userKey}`.execute(tx),
        );
        return { body: { userName, oldPassword: TEST_PASSWORD, password: NEW_PASSWORD } };
      },
    ],
    generateToken: [
      'user',
      ({ user: { userName } }) => ({
        headers: { authorization: `Basic ${btoa(`${WEB_CLIENT.id}:${WEB_CLIENT.secret}`)}` },
        body: { grant_type: 'password', username: userName, password: TEST_PASSWORD },
      }),
    ],
    signOut: ['session', () => ({})],
    alertChoicesSave: ['user', () => ({ body: { choices: [{ topic: 'cap80', inApp: true, byMail: true }] } })],
    userSave: [
      'user',
      ({ ownerKey }) => ({
        body: {
          userKey: null,
          rowVersion: null,
          userType: 'agency',
          userName: 'made.by.a.test',
          firstName: 'Made',
          lastName: 'Here',
          email: 'made@mail.example',
          partnerKey: null,
          allOwners: false,
          ownerKeys: [ownerKey],
          permissions: [],
        },
      }),
    ],
    userStatusSave: onUser({ active: false }),
    userPasswordReset: onUser(),
    userSessionEnd: onUser({ sessionKey: null }),
    userEmailApprove: [
      'user',
      async (world) => ({ params: user(world), body: { changeKey: await changeKeyOf(world) } }),
    ],
    userEmailCancel: [
      'user',
      async (world) => ({ params: user(world), body: { changeKey: await changeKeyOf(world) } }),
    ],
    emailChangeAnswer: [
      'user',
      async (world) => {
        await changeKeyOf(world);
        return { body: { token: linkOf(world), accept: true } };
      },
    ],
  };
};
