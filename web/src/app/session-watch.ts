import { ERRORS } from '@paceline/contract';
import type { QueryClient } from '@tanstack/react-query';
import { dropOthersDrafts } from '../lib/storage/drafts.ts';
import { homePath } from '../lib/session/home.ts';
import { keepAlivePeriodically } from '../lib/session/keep-alive.ts';
import { followOtherTabs } from '../lib/session/other-tabs.ts';
import { PATHS } from '../lib/address/paths.ts';
import { takePlace } from '../lib/address/place.ts';
import { keepSession } from '../lib/session/session-clock.ts';
import { type SessionState, useSession } from '../lib/session/session-store.ts';
import { clearToasts, toast } from '../ui/toast/toast-store.ts';
import type { makeRouter } from './router.ts';

type Router = ReturnType<typeof makeRouter>;

/** A session began, here or in another tab: the same user returns to where they were, others go to their start page. */
const enter = (router: Router, { userId, owners, firstTimeLogin, chooseOwner }: SessionState): void => {
  if (userId === null) return;
  dropOthersDrafts(userId);
  const place = firstTimeLogin ? null : takePlace(userId);
  const owner = owners?.find(({ ownerKey }) => ownerKey === place?.activeOwner?.ownerKey);
  if (owner) chooseOwner(owner);
  if (place) router.history.replace(place.path);
  else void router.navigate({ to: homePath(), replace: true });
};

/** With the server's reason where it gave one: an administrator may have ended the session. */
const leave = (router: Router, { endReason, refusal }: SessionState): void => {
  void router.navigate({ to: PATHS.login, replace: true, ignoreBlocker: true });
  if (endReason === 'expired') toast.error({ message: refusal ?? ERRORS.INVALID_GRANT.message });
};

/** Keeps the session alive and the page in step with it. Fetched data is cleared when the session ends. */
export const watchSession = (router: Router, queries: QueryClient): void => {
  followOtherTabs();
  keepSession();
  keepAlivePeriodically();
  // The page was opened again after the session had expired.
  if (useSession.getState().endReason === 'expired') toast.error(ERRORS.INVALID_GRANT);
  useSession.subscribe((now, before) => {
    if (now.failedRenewals > before.failedRenewals) toast.error(ERRORS.REFRESH_FAILED);
    const isOther = now.userId !== before.userId || now.firstTimeLogin !== before.firstTimeLogin;
    if (!isOther) return;
    queries.clear();
    // Messages name people and records that the next user may not be allowed to see.
    if (before.userId !== null && now.userId !== before.userId) clearToasts();
    if (now.accessToken === null) leave(router, now);
    else enter(router, now);
  });
};
