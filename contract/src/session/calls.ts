import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { key } from '../core/calls/schema.ts';
import { loginResultSchema, tokenFormSchema, userConfigSchema } from './schema.ts';

const anyGroup = ['ag', 'mp', 'cl'] as const;

export const generateToken = defineCall({
  id: 'generateToken',
  summary: 'Signs in with a password, or renews a session with its refresh token',
  route: 'POST /oauth/generatetoken',
  owner: 'public',
  base: 'auth',
  groups: 'public',
  permission: 'none',
  kind: 'form',
  body: tokenFormSchema,
  response: loginResultSchema,
  rateLimit: 'signIn',
});

export const signOut = defineCall({
  id: 'signOut',
  summary: 'Ends the session on every tab',
  route: 'GET /signout',
  owner: { session: 'The caller’s own account, whatever owners it works on.' },
  groups: anyGroup,
  permission: 'none',
  response: z.null(),
  beforePasswordChange: true,
  changesState: true,
});

export const keepAlive = defineCall({
  id: 'keepAlive',
  summary: 'Tells that the user is still there',
  route: 'GET /keepalive',
  owner: { session: 'The caller’s own account, whatever owners it works on.' },
  groups: anyGroup,
  permission: 'none',
  apiKey: false,
  response: z.object({ now: z.iso.datetime() }),
  beforePasswordChange: true,
});

export const userConfig = defineCall({
  id: 'userConfig',
  summary: 'Who is signed in, with which rights, on which owners',
  route: 'GET /userconfig/get',
  owner: { session: 'The caller’s own account, whatever owners it works on.' },
  groups: anyGroup,
  permission: 'none',
  apiKey: false,
  response: userConfigSchema,
  beforePasswordChange: true,
});

export const resetAndEmailPassword = defineCall({
  id: 'resetAndEmailPassword',
  summary: 'Mails a one-time link for setting a new password; the answer does not tell whether the user exists',
  route: 'POST /oauth/resetAndEmailPassword/',
  owner: 'public',
  groups: 'public',
  permission: 'none',
  body: z.strictObject({ username: z.string().max(254).optional(), appname: z.string().max(64).optional() }),
  response: z.null(),
  rateLimit: 'passwordReset',
});

const passwordText = z.string().max(1024).optional();

export const changePassword = defineCall({
  id: 'changePassword',
  summary: 'Changes the password of whoever is signed in, and ends all of their sessions',
  route: 'POST /oauth/changepassword',
  owner: { session: 'The caller’s own account, whatever owners it works on.' },
  groups: anyGroup,
  permission: 'none',
  body: z.strictObject({ oldPassword: passwordText, newPassword: passwordText, newPasswordConfirmation: passwordText }),
  response: z.null(),
  beforePasswordChange: true,
  rateLimit: 'password',
});

export const passwordSave = defineCall({
  id: 'passwordSave',
  summary:
    'Sets a password from a mailed link, or at the first sign-in; `oldPassword` is the link’s secret or the first password',
  route: 'POST /password/save',
  owner: 'public',
  groups: 'public',
  permission: 'none',
  body: z.strictObject({ userName: z.string().max(254).optional(), oldPassword: passwordText, password: passwordText }),
  response: z.null(),
  rateLimit: 'password',
});

export const userLoginSave = defineCall({
  id: 'userLoginSave',
  summary: 'Records a sign-in with the browser it came from; the user is the session’s, whatever key is sent',
  route: 'POST /{p}/userLogin/save',
  owner: { session: 'The caller’s own account, whatever owners it works on.' },
  groups: anyGroup,
  permission: 'none',
  body: z.strictObject({ qmpUserKey: key, userAgent: z.string().max(1000) }),
  response: z.null(),
});
