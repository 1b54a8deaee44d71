import { groupOfUserType, LIMITS, type LoginResult, type OwnerOfUser } from '@paceline/contract';

export type { OwnerOfUser };

/** What the session knows beyond the user: kept as one value, under the name that the specification has for it. */
export interface SessionTemplate {
  /** A media partner's applications by their module names; null for the other groups. */
  applications: Record<string, boolean> | null;
  /** When the user signed in before this time; null at the first time, or until it is known. */
  previousLoginAt: string | null;
}

/** What is kept across reloads, by the specification's names. */
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
  /** Milliseconds since 1970: the stated expiry less a margin. */
  tokensExpiryDate: number;
  sessionDataTemplate: SessionTemplate | null;
  firstTimeLogin: boolean;
}

export type Tokens = Pick<SessionData, 'accessToken' | 'refreshToken' | 'tokensExpiryDate'>;

/** What belongs to one tab: two tabs may work on two owners. */
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

/** A tab that has chosen nothing yet: a client with one owner works on that one, all others have to choose. */
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

/** A session as it is stored, or null. Storage can hold anything, so what guards rely on is looked at. */
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

/** The same, if it can still be used. */
export const usableSession = (stored: unknown, now: number): SessionData | null => {
  const session = wholeSession(stored);
  return session !== null && session.tokensExpiryDate > now ? session : null;
};
