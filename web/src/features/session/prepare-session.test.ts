import type { LoginResult, UserConfig } from '@paceline/contract';
import { expect, it } from 'vitest';
import { prepareSession } from './prepare-session.ts';

const login: LoginResult = {
  access_token: 'a',
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 3600,
  jti: 'j',
  userName: 'agency.admin',
  firstName: 'Avery',
  lastName: 'Stone',
  emailId: 'avery@example.com',
  taclUserKey: 7,
  mustChangePasswordFlag: 'n',
};
const whole: UserConfig = {
  userType: 'agency',
  permisssions: { users: ['View'] },
  owners: [{ ownerKey: 1, name: 'A' }],
  userKey: 7,
};
const config = (over: object): UserConfig => ({ ...whole, ...over });

it('keeps the rights under their right spelling and the expiry with its margin', () => {
  expect(prepareSession(login, config({}), 0)).toMatchObject({
    permissions: { users: ['View'] },
    accessToken: 'a',
    refreshToken: 'r',
    tokensExpiryDate: 3_000_000,
    userId: 'agency.admin',
  });
});

it.each([
  [{ userType: null }, 'user type is null'],
  [{ userType: 'robot' }, 'User type is not supported'],
  [{ userType: 'client', owners: [] }, 'owners for client is not in correct format'],
  [{ userType: 'client', owners: null }, 'owners for client is not in correct format'],
])('refuses %j in the words of the specification', (over, message) => {
  expect(() => prepareSession(login, config(over), 0)).toThrow(message);
});

it.each(['agency', 'aggregator', 'mediapartner', 'client'])('lets %s in', (userType) => {
  expect(prepareSession(login, config({ userType }), 0).userType).toBe(userType);
});
