import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { oneOf, search, text } from '../core/calls/list-filters.ts';
import { defineList } from '../core/calls/list.ts';
import { listColumns } from '../core/records/record.ts';
import { key } from '../core/calls/schema.ts';
import { userRecord } from './record.ts';
import { USER_STATES, userFormSchema, userRowSchema, userSchema, userSessionSchema, type UserState } from './schema.ts';

const anyGroup = ['ag', 'mp', 'cl'] as const;
const agency = ['ag'] as const;

export const userSearch = defineList({
  id: 'userSearch',
  summary: 'Users by type, owner, text and status',
  path: '/{p}/account/user/search',
  owner: { session: 'A user works on several owners; who may see or change whom is decided by all of them.' },
  groups: agency,
  permission: 'users:View',
  apiKey: false,
  filters: {
    userType: text({ address: 'type', codes: ['agency', 'aggregator', 'mediapartner', 'client'] }),
    ownerName: text({ address: 'owner' }),
    /** Searches names and email address. */
    term: search({ address: 'q' }),
    status: oneOf(['all', ...(Object.keys(USER_STATES) as UserState[])]),
  },
  columns: {
    name: { label: 'Name', kind: 'text' },
    ...listColumns(userRecord, 'userName', 'email', 'userType'),
    partnerName: { label: 'Media partner', kind: 'text' },
    owners: { label: 'Owners', kind: 'text' },
    ...listColumns(userRecord, 'active'),
    lastLoginAt: { label: 'Last sign-in', kind: 'instant' },
  },
  sort: { by: ['name', 'userName', 'email', 'userType', 'active', 'lastLoginAt'], first: 'userName' },
  key: 'userKey',
  row: userRowSchema,
  total: { upTo: 10_000 },
  pageRows: 25,
  export: { id: 'userExport', path: '/{p}/account/user/export' },
});

export const accountUserGet = defineCall({
  id: 'accountUserGet',
  summary: 'One user: oneself, or with the right to see users another one',
  route: 'GET /{p}/account/user/{userKey}/get',
  owner: { session: 'A user works on several owners; who may see or change whom is decided by all of them.' },
  groups: anyGroup,
  permission: 'none',
  apiKey: false,
  response: userSchema,
});

export const userSave = defineCall({
  id: 'userSave',
  summary: 'Creates a user and mails an invitation (users:Create), or changes one (users:Update)',
  route: 'POST /{p}/account/user/save',
  owner: { session: 'A user works on several owners; who may see or change whom is decided by all of them.' },
  groups: agency,
  permission: ['users:Create', 'users:Update'],
  body: userFormSchema,
  response: userSchema,
});

export const userStatusSave = defineCall({
  id: 'userStatusSave',
  summary: 'Lets a user in again, or shuts one out and ends their sessions',
  route: 'POST /{p}/account/user/{userKey}/status/save',
  owner: { session: 'A user works on several owners; who may see or change whom is decided by all of them.' },
  groups: agency,
  permission: 'users:Deactivate',
  body: z.strictObject({ active: z.boolean() }),
  response: userSchema,
});

export const userPasswordReset = defineCall({
  id: 'userPasswordReset',
  summary: 'Mails a user a one-time link for setting a new password',
  route: 'POST /{p}/account/user/{userKey}/password/reset',
  owner: { session: 'A user works on several owners; who may see or change whom is decided by all of them.' },
  groups: agency,
  permission: 'users:ResetPassword',
  response: z.null(),
  rateLimit: 'mail',
});

export const userSessionList = defineCall({
  id: 'userSessionList',
  summary: 'Where a user is signed in: oneself, or with the right to see users another one',
  route: 'GET /{p}/account/user/{userKey}/session/list',
  owner: { session: 'A user works on several owners; who may see or change whom is decided by all of them.' },
  groups: anyGroup,
  permission: 'none',
  apiKey: false,
  response: z.array(userSessionSchema),
});

export const userSessionEnd = defineCall({
  id: 'userSessionEnd',
  summary:
    'Ends one session of a user, or all but the caller’s own: one’s own, or with the right to update users another’s',
  route: 'POST /{p}/account/user/{userKey}/session/end',
  owner: { session: 'A user works on several owners; who may see or change whom is decided by all of them.' },
  groups: anyGroup,
  permission: 'none',
  body: z.strictObject({ sessionKey: key.nullable() }),
  response: z.object({ ended: z.int() }),
});
