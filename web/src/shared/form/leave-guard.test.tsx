import { MantineProvider } from '@mantine/core';
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createAddressHistory } from '../../lib/address/address-history.ts';
import { LeaveGuard } from './leave-guard.tsx';

const root = createRootRoute({ component: Outlet });
const onLeave = vi.fn<() => void>();
const pages = ['first', 'form', 'other'].map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: () => (
      <>
        <h1>{path}</h1>
        {path === 'form' && <LeaveGuard isDirty onLeave={onLeave} />}
      </>
    ),
  }),
);

/** Changes the page's address by hand. */
const type = (path: string) => window.location.assign(`#${path}`);

it('stays at its address, or leaves for the typed one on confirmation', async () => {
  window.location.hash = '/first';
  const router = createRouter({ routeTree: root.addChildren(pages), history: createAddressHistory() });
  render(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await screen.findByText('first');
  await router.navigate({ to: '/form' as never });
  await screen.findByText('form');
  const user = userEvent.setup();
  for (let times = 0; times < 2; times += 1) {
    type('/other');
    await user.click(await screen.findByText('Stay'));
    await expect.poll(() => window.location.hash).toBe('#/form');
    expect(screen.getByText('form')).toBeTruthy();
  }
  expect(onLeave).not.toHaveBeenCalled();
  await expect.poll(() => screen.queryByText('Stay')).toBeNull();
  type('/other');
  await user.click(await screen.findByText('Leave'));
  await screen.findByText('other');
  expect(window.location.hash).toBe('#/other');
  expect(onLeave).toHaveBeenCalledOnce();
  // Back leads to the previous page, though the router itself never navigated there.
  router.history.back();
  await screen.findByText('form');
});
