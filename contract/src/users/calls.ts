import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { key, keyParam } from '../core/schema.ts';
import { userFormSchema, userRowSchema, userSchema, userSearchSchema, userSessionSchema } from './schema.ts';

const anyGroup = ['ag', 'mp', 'cl'] as const;
const agency = ['ag'] as const;

export const userSearch = defineCall({
  id: 'userSearch',
  summary: 'Users by type, owner, text and status, a page at a time',
  method: 'POST',
  path: '/{p}/account/user/search',
  groups: agency,
  permission: 'users:View',
  kind: 'json',
  params: {},
  body: userSearchSchema,
  response: z.object({ rows: z.array(userRowSchema), total: z.int() }),
});

export const accountUserGet = defineCall({
  id: 'accountUserGet',
  summary: 'One user: oneself, or with the right to see users another one',
  method: 'GET',
  path: '/{p}/account/user/{userKey}/get',
  groups: anyGroup,
  permission: 'none',
  kind: 'json',
  params: { userKey: keyParam },
  response: userSchema,
});

export const userSave = defineCall({
  id: 'userSave',
  summary: 'Creates a user and mails an invitation, or changes one',
  method: 'POST',
  path: '/{p}/account/user/save',
  groups: agency,
  permission: 'users:Create',
  kind: 'json',
  params: {},
  body: userFormSchema,
  response: userSchema,
});

export const userStatusSave = defineCall({
  id: 'userStatusSave',
  summary: 'Lets a user in again, or shuts one out and ends their sessions',
  method: 'POST',
  path: '/{p}/account/user/{userKey}/status/save',
  groups: agency,
  permission: 'users:Deactivate',
  kind: 'json',
  params: { userKey: keyParam },
  body: z.strictObject({ active: z.boolean() }),
  response: userSchema,
});

export const userPasswordReset = defineCall({
  id: 'userPasswordReset',
  summary: 'Mails a user a one-time link for setting a new password',
  method: 'POST',
  path: '/{p}/account/user/{userKey}/password/reset',
  groups: agency,
  permission: 'users:ResetPassword',
  kind: 'json',
  params: { userKey: keyParam },
  response: z.null(),
  rateLimit: 'mail',
});

export const userSessionList = defineCall({
  id: 'userSessionList',
  summary: 'Where a user is signed in: oneself, or with the right to see users another one',
  method: 'GET',
  path: '/{p}/account/user/{userKey}/session/list',
  groups: anyGroup,
  permission: 'none',
  kind: 'json',
  params: { userKey: keyParam },
  response: z.array(userSessionSchema),
});

export const userSessionEnd = defineCall({
  id: 'userSessionEnd',
  summary:
    'Ends one session of a user, or all but the caller’s own: one’s own, or with the right to update users another’s',
  method: 'POST',
  path: '/{p}/account/user/{userKey}/session/end',
  groups: anyGroup,
  permission: 'none',
  kind: 'json',
  params: { userKey: keyParam },
  body: z.strictObject({ sessionKey: key.nullable() }),
  response: z.object({ ended: z.int() }),
});
