import { z } from 'zod';
import { ownVariantSchema } from '../core/access/owner-variants.ts';
import { key } from '../core/calls/schema.ts';

/** The browser's OAuth client. It is public: its secret is in the bundle and grants nothing by itself. */
export const WEB_CLIENT = { id: 'paceline-web', secret: 'paceline-web-public' } as const;

/** Form of the token call. The service checks which fields a grant needs, with the specification's messages. */
export const tokenFormSchema = z.strictObject({
  grant_type: z.string().max(64).optional(),
  username: z.string().max(254).optional(),
  password: z.string().max(1024).optional(),
  refresh_token: z.string().max(512).optional(),
});

export const loginResultSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  jti: z.string(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  emailId: z.string(),
  taclUserKey: key,
  mustChangePasswordFlag: z.enum(['y', 'n']),
});
export type LoginResult = z.infer<typeof loginResultSchema>;

const ownerOfUserSchema = z.object({
  ownerKey: key,
  name: z.string(),
  /** Name of the owner's preset of menus and labels. */
  variant: z.string().nullable(),
  /** The owner's overrides of the preset; missing in sessions that a browser stored before they existed. */
  settings: ownVariantSchema.optional(),
  /** Missing in sessions that a browser stored before it existed. */
  timeZone: z.string().optional(),
});
export type OwnerOfUser = z.infer<typeof ownerOfUserSchema>;

export const userConfigSchema = z.object({
  userType: z.string(),
  /** The misspelling is part of the wire format. */
  permisssions: z.record(z.string(), z.array(z.string())),
  owners: z.array(ownerOfUserSchema),
  userKey: key,
});
export type UserConfig = z.infer<typeof userConfigSchema>;
