import type { SessionData } from '../lib/session/session-data.ts';
import { useSession } from '../lib/session/session-store.ts';

export const aSession = (over: Partial<SessionData> = {}): SessionData => ({
  firstName: 'Avery',
  lastName: 'Stone',
  userId: 'agency.admin',
  taclUserKey: 7,
  userType: 'agency',
  permissions: { users: ['View'] },
  owners: [{ ownerKey: 1, name: 'Hartwell Technical Institute', variant: null }],
  accessToken: 'access-1',
  refreshToken: 'refresh-1',
  tokensExpiryDate: Date.now() + 3_000_000,
  sessionDataTemplate: null,
  firstTimeLogin: false,
  ...over,
});

export const signedIn = (over?: Partial<SessionData>): void => useSession.getState().begin(aSession(over));
export const signedOut = (): void => useSession.getState().end('signedOut');
