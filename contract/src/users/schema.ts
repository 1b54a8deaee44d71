import { z } from 'zod';
import { readShape, sentShape } from '../core/records/record.ts';
import { instant, key } from '../core/calls/schema.ts';
import { userRecord } from './record.ts';

const { userName, firstName, lastName, email, userType, active } = readShape(userRecord);

export const userRowSchema = z.object({
  userKey: key,
  userName,
  firstName,
  lastName,
  email,
  userType,
  partnerName: z.string().nullable(),
  /** Names of the owners; null for a user who works on all of them. */
  owners: z.array(z.string()).nullable(),
  active,
  hasPassword: z.boolean(),
  lastLoginAt: instant.nullable(),
});
export type UserRow = z.infer<typeof userRowSchema>;

/** What a list of users can be narrowed to, with their labels: who never signed in was invited. */
export const USER_STATES = { active: 'Active', invited: 'Invited', inactive: 'Deactivated' } as const;
export type UserState = keyof typeof USER_STATES;
export const userState = (user: Pick<UserRow, 'active' | 'lastLoginAt'>): UserState => {
  if (!user.active) return 'inactive';
  return user.lastLoginAt === null ? 'invited' : 'active';
};

/** Permissions and owners of a user that the viewer lacks. If there are any, the viewer may not change the user. */
const heldBeyondSchema = z.object({ permissions: z.array(z.string()), owners: z.boolean() });
export type HeldBeyond = z.infer<typeof heldBeyondSchema>;

/** A pending email address; it replaces the user's once confirmed by the old address or a second administrator. */
const emailChangeSchema = z.object({
  changeKey: key,
  newEmail: z.string(),
  requestedBy: z.string(),
  /** Requested by the viewer, who therefore cannot approve it. */
  isMine: z.boolean(),
  requestedAt: instant,
  expiresAt: instant,
});
export const userSchema = z.object({
  userKey: key,
  ...readShape(userRecord),
  mustChangePassword: z.boolean(),
  hasPassword: z.boolean(),
  lastLoginAt: instant.nullable(),
  rowVersion: z.int(),
  heldBeyond: heldBeyondSchema,
  emailChange: emailChangeSchema.nullable(),
});
export type User = z.infer<typeof userSchema>;

/** Form of a user; without a key it is a new one. */
export const userFormSchema = z.strictObject({
  userKey: key.nullable(),
  /** The version that was read; null for a new user. */
  rowVersion: z.int().nullable(),
  userType: z.string(),
  ...sentShape(userRecord),
});
export type UserForm = z.infer<typeof userFormSchema>;

export const userSessionSchema = z.object({
  sessionKey: key,
  current: z.boolean(),
  ip: z.string(),
  userAgent: z.string(),
  createdAt: instant,
  expiresAt: instant,
});
export type UserSession = z.infer<typeof userSessionSchema>;
