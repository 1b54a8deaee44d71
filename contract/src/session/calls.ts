import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { loginResultSchema, tokenFormSchema, userConfigSchema } from './schema.ts';

const anyGroup = ['ag', 'mp', 'cl'] as const;

export const generateToken = defineCall({
  id: 'generateToken',
  summary: 'Signs in with a password, or renews a session with its refresh token',
  method: 'POST',
  path: '/oauth/generatetoken',
  base: 'auth',
  groups: 'public',
  permission: 'none',
  kind: 'form',
  params: {},
  body: tokenFormSchema,
  response: loginResultSchema,
  rateLimit: 'signIn',
});

export const signOut = defineCall({
  id: 'signOut',
  summary: 'Ends the session on every tab',
  method: 'GET',
  path: '/signout',
  groups: anyGroup,
  permission: 'none',
  kind: 'json',
  params: {},
  response: z.null(),
  beforePasswordChange: true,
  changesState: true,
});

export const keepAlive = defineCall({
  id: 'keepAlive',
  summary: 'Tells that the user is still there',
  method: 'GET',
  path: '/keepalive',
  groups: anyGroup,
  permission: 'none',
  kind: 'json',
  params: {},
  response: z.object({ now: z.iso.datetime() }),
  beforePasswordChange: true,
});

export const userConfig = defineCall({
  id: 'userConfig',
  summary: 'Who is signed in, with which rights, on which owners',
  method: 'GET',
  path: '/userconfig/get',
  groups: anyGroup,
  permission: 'none',
  kind: 'json',
  params: {},
  response: userConfigSchema,
  beforePasswordChange: true,
});
