import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { createAddressHistory } from '../lib/address/address-history.ts';
import { parseSearch, stringifySearch } from '../lib/address/search-params.ts';
import { PagePending } from './shell/page-pending.tsx';
import { RouteError } from './errors/route-error.tsx';
import { routeTree } from './routes.ts';

/** The router scrolls to the top on every navigation. Pages that only write filters into the address pass `resetScroll: false`. */
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
    // Unknown paths below /s also get the root's not-found page, which brings its own frame.
    notFoundMode: 'root',
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
