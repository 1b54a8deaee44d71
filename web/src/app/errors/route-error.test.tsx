import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { PATHS } from '../../lib/address/paths.ts';
import { signedIn, signedOut } from '../../testing/session.ts';
import { onCaughtError } from './caught-errors.ts';
import { ChunkLoadError } from './chunk-load-error.ts';
import { AccessDenied } from '../guards.ts';
import { RouteError } from './route-error.tsx';
import { makeRouter } from '../router.ts';

vi.mock('../shell/shell.tsx', async () => {
  const { Outlet } = await import('@tanstack/react-router');
  return { Shell: Outlet, NotFoundInShell: () => null };
});
afterEach(signedOut);

const show = (error: Error) => {
  const reset = vi.fn();
  render(
    <MantineProvider>
      <RouteError error={error} reset={reset} />
    </MantineProvider>,
  );
  return { reset, user: userEvent.setup() };
};
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

describe('a page that failed', () => {
  it('says that it needs a right, with a link to the start page', () => {
    signedIn();
    show(new AccessDenied());
    expect(heading()).toMatch(/permission|access|allowed/i);
    expect(screen.getByRole('link', { name: 'Go to your start page' }).getAttribute('href')).toBe(`#${PATHS.owners}`);
    expect(document.title).toBe('No access · Paceline');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says that it could not be loaded, and offers a reload', () => {
    show(new ChunkLoadError('no'));
    expect(heading()).toBe('This page could not be loaded');
    expect(screen.getByRole('button').textContent).toBe('Reload');
  });

  it('shows the server’s message with the request id, and a retry', async () => {
    const { user, reset } = show(
      new ApiError({ code: 'INTERNAL', message: 'It broke.', status: 500, requestId: 'r-7' }),
    );
    expect(screen.getByRole('alert').textContent).toMatch(/It broke\..*r-7/);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(reset).toHaveBeenCalledTimes(1);
  });

  it('shows no programming error', () => {
    show(new TypeError('x is not a function'));
    expect(screen.getByRole('alert').textContent).toContain('An unexpected error occurred on this page.');
    expect(document.body.textContent).not.toContain('x is not a function');
  });
});

describe('the console', () => {
  it('has no line for a page that is not for this user', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    signedIn({ permissions: {} });
    const router = makeRouter(createMemoryHistory({ initialEntries: [PATHS.searchUser] }));
    render(
      <MantineProvider>
        <RouterProvider router={router} />
      </MantineProvider>,
      { onCaughtError },
    );
    await screen.findByRole('link', { name: 'Go to your start page' });
    expect(written.mock.calls).toEqual([]);
  });

  it('has every other error of a boundary', () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const error = new TypeError('x is not a function');
    onCaughtError(error);
    expect(written.mock.calls).toEqual([[error]]);
  });
});
