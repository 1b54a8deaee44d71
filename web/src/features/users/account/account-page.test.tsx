import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PATHS } from '../../../lib/address/paths.ts';
import { SessionList } from '../../../shared/session-list.tsx';
import { type Answers, refusal, serve, success } from '../../../testing/fetch.ts';
import { showPage } from '../../../testing/page.tsx';
import { signedIn, signedOut } from '../../../testing/session.ts';
import { useToasts } from '../../../ui/toast/toast-store.ts';
import { AccountPage } from './account-page.tsx';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const session = (sessionKey: string, over: object = {}) => ({
  sessionKey,
  createdAt: '2026-11-09T15:00:00.000Z',
  lastUsedAt: null,
  expiresAt: '2026-12-09T15:00:00.000Z',
  ip: '10.0.0.7',
  userAgent: CHROME,
  current: false,
  ...over,
});
const THREE = [session('a', { current: true }), session('b', { userAgent: IPHONE, ip: '' }), session('c')];

const open = async (page: () => React.ReactNode, answers: Answers = {}) => {
  const requests = serve(answers, {
    '/user/7/get': () => success({ emailChange: null }),
    '/session/list': () => success(THREE),
    '/session/end': ({ body }) => success({ ended: (body as { sessionKey: unknown }).sessionKey === null ? 2 : 1 }),
  });
  return { ...(await showPage(page)), requests };
};
const ended = (requests: { url: string; body: unknown }[]) =>
  requests.filter(({ url }) => url.includes('/session/end')).map(({ body }) => body);
const toasts = () => useToasts.getState().toasts.map(({ message }) => message);

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  signedIn({ sessionDataTemplate: { applications: null, previousLoginAt: '2026-11-08T15:00:00Z' } });
});
afterEach(signedOut);

describe('my account', () => {
  it('shows the user, the last sign-in and all sessions', async () => {
    await open(AccountPage);
    expect(document.querySelector('dl')?.textContent).toMatch(/Avery Stone.*agency\.admin.*Nov 8, 2026/);
    const rows = (await screen.findAllByText(/since/)).map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(/^10\.0\.0\.7 · since Nov 9, 2026/);
    expect(rows[1]).toMatch(/^Unknown address/);
  });

  it('ends another session, or all others, but not this one', async () => {
    const { user, requests } = await open(AccountPage);
    const ends = await screen.findAllByRole('button', { name: /^End the session/ });
    expect(ends).toHaveLength(2);
    await user.click(ends[0] as HTMLElement);
    await waitFor(() => expect(toasts()).toEqual(['The session is ended.']));
    await user.click(screen.getByRole('button', { name: 'End other sessions' }));
    await waitFor(() => expect(toasts()).toContain('2 sessions are ended.'));
    expect(ended(requests)).toEqual([{ sessionKey: 'b' }, { sessionKey: null }]);
    await waitFor(() => expect(requests.filter(({ url }) => url.includes('/list')).length).toBeGreaterThan(2));
  });

  it('links to the password page', async () => {
    const { user, address } = await open(AccountPage);
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(address()).toBe(PATHS.changePassword));
  });
});

describe('the sessions of a user', () => {
  const list = (canEnd: boolean) => () => <SessionList userKey={9} canEnd={canEnd} endAllLabel="End all" />;

  it('are read-only without the right to end them', async () => {
    await open(list(false));
    await screen.findAllByText(/since/);
    expect(screen.queryByRole('button', { name: /End/ })).toBeNull();
  });

  it('show an empty state, a load error, and an error of ending one', async () => {
    const { unmount } = await open(list(true), { '/list': () => success([]) });
    await screen.findByText('Not signed in anywhere.');
    unmount();
    const failed = await open(list(true), { '/list': () => refusal(500, 'INTERNAL', 'It broke.') });
    expect((await screen.findByRole('alert')).textContent).toContain('It broke.');
    failed.unmount();
    const { user } = await open(list(true), { '/end': () => refusal(403, 'FORBIDDEN', 'You may not.') });
    const [first] = await screen.findAllByRole('button', { name: /^End the session/ });
    await user.click(first as HTMLElement);
    await waitFor(() => expect(toasts()).toEqual(['You may not.']));
  });
});
