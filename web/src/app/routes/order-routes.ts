import { IO_ANSWERS, type IoAnswer } from '@paceline/contract';
import { createRoute, redirect } from '@tanstack/react-router';
import { signedLink } from '../../features/orders/signed-link.ts';
import { PATHS } from '../../lib/address/paths.ts';
import { textParam, textParams } from '../../lib/address/search-params.ts';
import { lazyRoute } from '../lazy-route.ts';
import { ofOwner, ofShell } from '../screen-route.ts';
import { readOwnersListSearch, rootRoute } from './base-routes.ts';

const component = lazyRoute(() => import('../../features/orders/orders-page.tsx'), 'OrdersPage');

export const ordersRoute = createRoute({
  ...ofOwner('insertionOrders'),
  validateSearch: readOwnersListSearch,
  component,
});
export const partnerOrdersRoute = createRoute({
  ...ofShell('mpInsertionOrders'),
  validateSearch: textParams,
  component,
});

const answerOf = (text: string | undefined): IoAnswer | null => IO_ANSWERS.find((answer) => answer === text) ?? null;

export const signedOrderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.signedOrder,
  validateSearch: (search: Record<string, unknown>): { token?: string | undefined; answer?: string | undefined } => ({
    token: textParam(search['token']),
    answer: textParam(search['answer']),
  }),
  beforeLoad: ({ search: { token, answer } }): void => {
    if (!token) return;
    signedLink.keep({ token, answer: answerOf(answer) });
    // Removed from the address bar before anything is drawn: a secret there can be read over a shoulder or stays in the history.
    throw redirect({ to: PATHS.signedOrder, search: {}, replace: true });
  },
  component: lazyRoute(() => import('../../features/orders/signed-order-page.tsx'), 'SignedOrderPage'),
});
