import { groupOfUserType, LIMITS, type LoginResult, type OwnerOfUser } from '@paceline/contract';

export type { OwnerOfUser };

/** Session data beyond the user, stored as one value under the specification's name. */
export interface SessionTemplate {
  /** A media partner's applications by module name; null for the other groups. */
  applications: Record<string, boolean> | null;
  /** When the user signed in the time before; null at the first sign-in or while unknown. */
  previousLoginAt: string | null;
}

/** Stored across reloads, with the specification's names. */
export interface SessionData {
  firstName: string;
  lastName: string;
  userId: string;
  taclUserKey: number;
  userType: string;
  permissions: Record<string, string[]>;
  owners: OwnerOfUser[];
  accessToken: string;
  refreshToken: string;
  /** Milliseconds since 1970: the stated expiry minus a margin. */
  tokensExpiryDate: number;
  sessionDataTemplate: SessionTemplate | null;
  firstTimeLogin: boolean;
}

export type Tokens = Pick<SessionData, 'accessToken' | 'refreshToken' | 'tokensExpiryDate'>;

/** Data of one tab: two tabs may work on different owners. */
export interface TabData {
  ownerData: unknown;
  activeOwner: OwnerOfUser | null;
}

export const NO_SESSION = {
  firstName: null,
  lastName: null,
  userId: null,
  taclUserKey: null,
  userType: null,
  permissions: null,
  owners: null,
  accessToken: null,
  refreshToken: null,
  tokensExpiryDate: null,
  sessionDataTemplate: null,
  firstTimeLogin: null,
} as const satisfies Record<keyof SessionData, null>;

export const NO_TAB: TabData = { ownerData: null, activeOwner: null };

/** The state of a new tab: a client with a single owner works on it; everybody else has to choose. */
export const freshTab = ({ userType, owners }: Pick<SessionData, 'userType' | 'owners'>): TabData => {
  const [only] = owners;
  return groupOfUserType(userType) === 'cl' && owners.length === 1 && only ? { ...NO_TAB, activeOwner: only } : NO_TAB;
};

export const expiryDate = (expiresInSeconds: number, now: number): number =>
  now + (expiresInSeconds - LIMITS.tokenMarginSeconds) * 1000;

export const tokensOf = (login: LoginResult, now: number): Tokens => ({
  accessToken: login.access_token,
  refreshToken: login.refresh_token,
  tokensExpiryDate: expiryDate(login.expires_in, now),
});

/** A stored session, or null. Storage can hold anything, so the fields that guards rely on are checked. */
export const wholeSession = (stored: unknown): SessionData | null => {
  const data = stored as Partial<SessionData> | null;
  const whole =
    typeof data?.accessToken === 'string' &&
    typeof data.refreshToken === 'string' &&
    typeof data.userId === 'string' &&
    typeof data.userType === 'string' &&
    Array.isArray(data.owners) &&
    typeof data.tokensExpiryDate === 'number';
  return whole ? (data as SessionData) : null;
};

/** A stored session that has not expired, or null. */
export const usableSession = (stored: unknown, now: number): SessionData | null => {
  const session = wholeSession(stored);
  return session !== null && session.tokensExpiryDate > now ? session : null;
};
