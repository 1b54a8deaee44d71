import { createRoute, redirect } from '@tanstack/react-router';
import { confirmLink } from '../../features/session/confirm-link.ts';
import { resetLink } from '../../features/session/reset-link.ts';
import { PATHS } from '../../lib/address/paths.ts';
import { textParam } from '../../lib/address/search-params.ts';
import { rootRoute } from './base-routes.ts';
import { lazyRoute } from '../lazy-route.ts';

type Search = Record<string, unknown>;

/** Prefetches the shell while the user types a password. A failure is reported when the shell is needed. */
const fetchShellAhead = () => void import('../shell/shell.tsx').catch(() => undefined);

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.login,
  validateSearch: (search: Search): { brand?: string | undefined } => ({ brand: textParam(search['brand']) }),
  onEnter: fetchShellAhead,
  component: lazyRoute(() => import('../../features/session/sign-in-page.tsx'), 'SignInPage'),
});

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.resetPassword,
  validateSearch: (search: Search): { user?: string | undefined; token?: string | undefined } => ({
    user: textParam(search['user']),
    token: textParam(search['token']),
  }),
  beforeLoad: ({ search: { user, token } }) => {
    if (!user || !token) return;
    resetLink.keep({ userName: user, token });
    // Removed from the address bar before anything is drawn: a secret there can be read over a shoulder or stays in the history.
    throw redirect({ to: PATHS.resetPassword, search: {}, replace: true });
  },
  component: lazyRoute(() => import('../../features/session/reset-password-page.tsx'), 'ResetPasswordPage'),
});

export const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.confirmEmail,
  validateSearch: (search: Search): { token?: string | undefined } => ({ token: textParam(search['token']) }),
  beforeLoad: ({ search: { token } }) => {
    if (!token) return;
    confirmLink.keep(token);
    throw redirect({ to: PATHS.confirmEmail, search: {}, replace: true });
  },
  component: lazyRoute(() => import('../../features/session/confirm-email-page.tsx'), 'ConfirmEmailPage'),
});

export const changePasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.changePassword,
  component: lazyRoute(() => import('../../features/session/change-password-page.tsx'), 'ChangePasswordPage'),
});
