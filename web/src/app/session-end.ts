import { ERRORS } from '@paceline/contract';
import type { QueryClient } from '@tanstack/react-query';
import { PATHS } from '../lib/paths.ts';
import { followOtherTabs, useSession } from '../lib/session-store.ts';
import { toast } from '../ui/toast-store.ts';
import type { makeRouter } from './router.ts';

/** When a session ends, by whichever way: nothing fetched for it stays, and the sign-in page opens. */
export const watchSessionEnd = (router: ReturnType<typeof makeRouter>, queries: QueryClient): void => {
  followOtherTabs();
  useSession.subscribe((now, before) => {
    if (before.accessToken === null || now.accessToken !== null) return;
    queries.clear();
    void router.navigate({ to: PATHS.signIn, replace: true });
    if (now.endReason === 'expired') toast.error(ERRORS.INVALID_GRANT);
  });
};
