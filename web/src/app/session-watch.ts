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

/** A whole session began, here or in another tab: the same user goes on where they were, others start at their home. */
const enter = (router: Router, { userId, owners, firstTimeLogin, chooseOwner }: SessionState): void => {
  if (userId === null) return;
  dropOthersDrafts(userId);
  const place = firstTimeLogin ? null : takePlace(userId);
  const owner = owners?.find(({ ownerKey }) => ownerKey === place?.activeOwner?.ownerKey);
  if (owner) chooseOwner(owner);
  if (place) router.history.replace(place.path);
  else void router.navigate({ to: homePath(), replace: true });
};

/** By the server's words where it said why: a session may have been ended by an administrator. */
const leave = (router: Router, { endReason, refusal }: SessionState): void => {
  void router.navigate({ to: PATHS.login, replace: true, ignoreBlocker: true });
  if (endReason === 'expired') toast.error({ message: refusal ?? ERRORS.INVALID_GRANT.message });
};

/** Keeps the session alive and the page in step with it. Nothing that was fetched for one session outlives it. */
export const watchSession = (router: Router, queries: QueryClient): void => {
  followOtherTabs();
  keepSession();
  keepAlivePeriodically();
  // Opened again after its time was over.
  if (useSession.getState().endReason === 'expired') toast.error(ERRORS.INVALID_GRANT);
  useSession.subscribe((now, before) => {
    if (now.failedRenewals > before.failedRenewals) toast.error(ERRORS.REFRESH_FAILED);
    const isOther = now.userId !== before.userId || now.firstTimeLogin !== before.firstTimeLogin;
    if (!isOther) return;
    queries.clear();
    // What was told to one user names people and records that the next one may not know.
    if (before.userId !== null && now.userId !== before.userId) clearToasts();
    if (now.accessToken === null) leave(router, now);
    else enter(router, now);
  });
};
