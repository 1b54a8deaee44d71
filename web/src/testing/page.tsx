import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement, type ReactNode } from 'react';
import { makeQueryClient } from '../lib/api/query-client.ts';
import { parseSearch, stringifySearch } from '../lib/address/search-params.ts';
import { isSignedIn, useSession } from '../lib/session/session-store.ts';
import { Toasts } from '../ui/toast/toast.tsx';

interface PageOptions {
  /** The address the page is opened at. */
  at?: string;
  /** The page's `validateSearch`. */
  readSearch?: (search: Record<string, unknown>) => object;
}

/** Renders a page with the product's providers, without menu and dialog animations. */
export const showPage = async (
  page: () => ReactNode,
  { at = '/', readSearch = (search) => search }: PageOptions = {},
) => {
  const wasIn = isSignedIn();
  // The frame removes the page on sign-out.
  const Page = () => (useSession(({ accessToken }) => accessToken !== null) === wasIn ? createElement(page) : null);
  const routeTree = createRootRoute({ validateSearch: readSearch, component: Page, notFoundComponent: Page });
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch });
  const queries = makeQueryClient();
  await act(() => router.load());
  const shown = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router as never} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...shown, router, queries, user: userEvent.setup(), address: () => router.state.location.href };
};
