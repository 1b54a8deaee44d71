import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { createAddressHistory } from '../lib/address/address-history.ts';
import { parseSearch, stringifySearch } from '../lib/address/search-params.ts';
import { PagePending } from './shell/page-pending.tsx';
import { RouteError } from './errors/route-error.tsx';
import { routeTree } from './routes.ts';

/**
 * It scrolls to the top on every navigation by itself. A page that only writes its filters into the address says
 * `resetScroll: false`.
 */
export const makeRouter = (history: RouterHistory = createAddressHistory()) =>
  createRouter({
    routeTree,
    history,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: RouteError,
    // Unknown paths below /s as well get the root's not-found page, which brings the frame itself.
    notFoundMode: 'root',
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
