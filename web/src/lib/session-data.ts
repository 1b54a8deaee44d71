import { LIMITS } from '@paceline/contract';

export interface OwnerOfUser {
  ownerKey: number;
  name: string;
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
  sessionDataTemplate: unknown;
  firstTimeLogin: boolean;
}

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

export const expiryDate = (expiresInSeconds: number, now: number): number =>
  now + (expiresInSeconds - LIMITS.tokenMarginSeconds) * 1000;

/** A stored session that can still be used, or null. Storage can hold anything, so what guards rely on is looked at. */
export const usableSession = (stored: unknown, now: number): SessionData | null => {
  const data = stored as Partial<SessionData> | null;
  const whole =
    typeof data?.accessToken === 'string' &&
    typeof data.userType === 'string' &&
    Array.isArray(data.owners) &&
    typeof data.tokensExpiryDate === 'number';
  return whole && (data.tokensExpiryDate as number) > now ? (data as SessionData) : null;
};
