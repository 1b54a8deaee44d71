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
  owners: [{ ownerKey: 1, name: 'A', variant: null }],
  userKey: 7,
};
const config = (over: object): UserConfig => ({ ...whole, ...over });

it('normalises the names of rights and stores the expiry with its margin', () => {
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
  [{ userType: undefined }, 'User type not found'],
  [{ userType: 'robot' }, 'User type is not supported'],
  [{ userType: 'client', owners: [] }, 'owners for client is not in correct format'],
  [{ userType: 'client', owners: null }, 'owners for client is not in correct format'],
])('refuses %j in the words of the specification', (over, message) => {
  expect(() => prepareSession(login, config(over), 0)).toThrow(message);
});

it('treats users who must change the password separately, whatever their type', () => {
  const flagged = { ...login, mustChangePasswordFlag: 'y' as const };
  expect(prepareSession(flagged, config({ userType: 'robot' }), 0).firstTimeLogin).toBe(true);
  expect(prepareSession(login, config({}), 0).firstTimeLogin).toBe(false);
});

it('gives only media partners the map of applications', () => {
  const permisssions = { campaigns: ['View'], leadanalyzer: ['View'], partners: ['View'] };
  const { sessionDataTemplate } = prepareSession(login, config({ userType: 'aggregator', permisssions }), 0);
  expect(sessionDataTemplate?.applications).toEqual({
    clientModule: false,
    mediaPartnerModule: true,
    allocationModule: false,
    campaignModule: true,
    reportsModule: false,
    leadExportModule: false,
    leadAnalyzerModule: true,
  });
  expect(prepareSession(login, config({}), 0).sessionDataTemplate?.applications).toBeNull();
});

it.each(['agency', 'aggregator', 'mediapartner', 'client'])('accepts %s', (userType) => {
  expect(prepareSession(login, config({ userType }), 0).userType).toBe(userType);
});
