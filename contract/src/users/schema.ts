import { z } from 'zod';
import { readShape, sentShape } from '../core/records/record.ts';
import { instant, key } from '../core/calls/schema.ts';
import { userRecord } from './record.ts';

const { userName, firstName, lastName, email, userType, active } = readShape(userRecord);

/** One user in a list. */
export const userRowSchema = z.object({
  userKey: key,
  userName,
  firstName,
  lastName,
  email,
  userType,
  partnerName: z.string().nullable(),
  /** Names of the owners, or null for somebody who works on all of them. */
  owners: z.array(z.string()).nullable(),
  active,
  lastLoginAt: instant.nullable(),
});
export type UserRow = z.infer<typeof userRowSchema>;

/** What a user holds that whoever looks at them lacks. While there is any, the user is not theirs to change. */
const heldBeyondSchema = z.object({ permissions: z.array(z.string()), owners: z.boolean() });
export type HeldBeyond = z.infer<typeof heldBeyondSchema>;

/** An address that replaces the user's once the old one or a second administrator has confirmed it. */
const emailChangeSchema = z.object({
  changeKey: key,
  newEmail: z.string(),
  requestedBy: z.string(),
  /** Whoever looks at it requested it, and so cannot approve it. */
  isMine: z.boolean(),
  requestedAt: instant,
  expiresAt: instant,
});
export const userSchema = z.object({
  userKey: key,
  ...readShape(userRecord),
  mustChangePassword: z.boolean(),
  lastLoginAt: instant.nullable(),
  rowVersion: z.int(),
  heldBeyond: heldBeyondSchema,
  emailChange: emailChangeSchema.nullable(),
});
export type User = z.infer<typeof userSchema>;

/** What the form of a user holds; without a key it is a new one. */
export const userFormSchema = z.strictObject({
  userKey: key.nullable(),
  /** The version that the form was filled from; null for a new user. */
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
