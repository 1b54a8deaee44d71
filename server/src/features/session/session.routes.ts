import {
  changePassword,
  generateToken,
  keepAlive,
  passwordSave,
  resetAndEmailPassword,
  signOut,
  userConfig,
  userLoginSave,
  WEB_CLIENT,
} from '@paceline/contract';
import { parse as parseBasic } from 'basic-auth';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type RateLimits } from '../../http/guard/rate-limit.ts';
import { type Register } from '../../http/register.ts';
import { bindingCookieName } from '../../http/guard/session.ts';
import { AppError } from '../../lib/app-error.ts';
import { randomToken } from '../../lib/secrets/tokens.ts';
import * as passwords from './password.service.ts';
import * as service from './session.service.ts';

const isSecure = (request: FastifyRequest): boolean => request.protocol === 'https';

const readCookie = (request: FastifyRequest): string | null =>
  request.cookies[bindingCookieName(isSecure(request))] ?? null;

/** Browsers send this header; only their tokens are bound to a cookie. */
const isBrowser = (request: FastifyRequest): boolean => request.headers['sec-fetch-site'] !== undefined;

const cookieOptions = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(request) }) as const;

const setCookie = (request: FastifyRequest, reply: FastifyReply, value: string): void =>
  void reply.setCookie(bindingCookieName(isSecure(request)), value, cookieOptions(request));

const hasClientCredentials = (request: FastifyRequest): boolean => {
  const credentials = parseBasic(request.headers.authorization ?? '');
  return credentials !== undefined && credentials.name === WEB_CLIENT.id && credentials.pass === WEB_CLIENT.secret;
};

interface SessionRouteDeps extends service.SessionDeps {
  rateLimits: RateLimits;
}

const passwordRoutes = (register: Register, deps: SessionRouteDeps): void => {
  register(resetAndEmailPassword, async ({ body, origin }) => {
    if (!body.username || !body.appname) throw new AppError('USERNAME_OR_APPNAME_EMPTY');
    const account = body.username.toLowerCase();
    await deps.rateLimits.spend('resetPerMinute', account);
    await deps.rateLimits.spend('resetPerDay', account);
    await passwords.requestReset(deps, body.username, origin);
    return null;
  });

  register(changePassword, async ({ body, session, origin, http: { request } }) => {
    const { oldPassword, newPassword, newPasswordConfirmation: confirmation } = body;
    if (!oldPassword || !newPassword || !confirmation) throw new AppError('PASSWORD_FIELDS_EMPTY');
    const cookie = readCookie(request);
    await passwords.changePassword(deps, session, { oldPassword, newPassword, confirmation, cookie, origin });
    return null;
  });

  register(passwordSave, async ({ body, origin, http: { request } }) => {
    const { userName, oldPassword: proof, password } = body;
    if (!userName || !proof || !password) throw new AppError('PASSWORD_FIELDS_EMPTY');
    await passwords.savePassword(deps, { userName, proof, password, cookie: readCookie(request), origin });
    return null;
  });
};

export const sessionRoutes = (register: Register, deps: SessionRouteDeps): void => {
  passwordRoutes(register, deps);

  register(generateToken, async ({ body, origin, signal, http: { request, reply } }) => {
    if (body.grant_type === 'refresh_token' || (body.grant_type === undefined && body.refresh_token !== undefined)) {
      if (!body.refresh_token || !body.grant_type) throw new AppError('REFRESH_TOKEN_EMPTY');
      const presented = { refreshToken: body.refresh_token, cookie: readCookie(request), origin };
      return service.renewSession(deps, presented, signal);
    }
    if (body.grant_type !== undefined && body.grant_type !== 'password') throw new AppError('UNSUPPORTED_GRANT_TYPE');
    if (!body.username || !body.password || !body.grant_type || !hasClientCredentials(request)) {
      throw new AppError('USERNAME_OR_PASSWORD_EMPTY');
    }
    // A new value at every sign-in: a cookie that somebody else has planted in the browser binds no session.
    const binding = isBrowser(request) ? randomToken() : null;
    const presented = {
      userName: body.username,
      password: body.password,
      cookie: readCookie(request),
      binding,
      origin,
    };
    const result = await service.signIn(deps, presented);
    if (binding !== null) setCookie(request, reply, binding);
    return result;
  });

  register(signOut, async ({ session, scope, origin, http: { request, reply } }) => {
    await service.signOut(deps, session, scope, origin);
    void reply.clearCookie(bindingCookieName(isSecure(request)), cookieOptions(request));
    void reply.header('clear-site-data', '"storage"');
    return null;
  });

  register(keepAlive, async () => ({ now: deps.clock.now().toISOString() }));

  register(userLoginSave, async ({ body, session, scope, origin }) => {
    await service.recordLogin(deps, session, scope, { ...origin, userAgent: body.userAgent });
    return null;
  });

  register(userConfig, ({ session, scope }) => service.readUserConfig(deps, session, scope));
};
