import type { BulkAction } from '@paceline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusal, serve, success } from '../../testing/fetch.ts';
import { showPage } from '../../testing/page.tsx';
import { signedIn, signedOut } from '../../testing/session.ts';
import { useToasts } from '../../ui/toast/toast-store.ts';
import { BulkHistory } from './bulk-history.tsx';

const action = (over: Partial<BulkAction> = {}): BulkAction => ({
  actionId: 'r-1',
  kind: 'campaignStatus',
  what: 'Paused',
  campaigns: 7,
  names: ['Nursing Texas', 'Nursing Ohio'],
  at: '2026-11-10T15:00:00.000Z',
  by: 'Blake Rivera',
  undoUntil: '2026-11-11T15:00:00.000Z',
  whyNot: null,
  undone: null,
  ...over,
});

const open = async (actions: BulkAction[], answer = () => success({ actionId: 'r-1', campaigns: 7 })) => {
  const requests = serve({ '/undo': answer, '/action/bulk/list': () => success(actions) });
  const onUndone = vi.fn();
  const page = await showPage(() => (
    <BulkHistory isOpen ownerKey={1} timeZone="America/Chicago" onUndone={onUndone} onClose={() => undefined} />
  ));
  return { ...page, requests, onUndone };
};
const said = () => useToasts.getState().toasts.map(({ message }) => message);

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  signedIn();
});
afterEach(signedOut);

it('lists what was done to several campaigns, and undoes it after a question', async () => {
  const { user, requests, onUndone } = await open([action()]);
  await screen.findByText('Paused: 7 campaigns');
  expect(screen.getByText('Nursing Texas, Nursing Ohio and 5 more')).toBeTruthy();
  expect(screen.getByText('Can be undone until Nov 11, 2026, 9:00 AM')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo: Paused, 7 campaigns' }));
  const question = within(await screen.findByRole('dialog', { name: 'Undo this change?' }));
  await user.click(question.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(onUndone).toHaveBeenCalledTimes(1));
  expect(requests.find(({ url }) => url.endsWith('/undo'))?.url).toBe('/api/ag/1/action/bulk/r-1/undo');
  expect(said()).toEqual(['Undone: 7 campaigns.']);
});

it('says why it cannot be undone, and what the server refused', async () => {
  const whyNot = 'Only Blake Rivera, or somebody who may approve allocations, can undo it.';
  const refused = '1 of 7 campaigns was changed since: Nursing Texas. Nothing was undone.';
  const { user, onUndone } = await open([action(), action({ actionId: 'r-2', what: 'Ended', whyNot })], () =>
    refusal(409, 'STALE_ROW', refused),
  );
  await screen.findByText(whyNot);
  expect(screen.queryByRole('button', { name: 'Undo: Ended, 7 campaigns' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo: Paused, 7 campaigns' }));
  const question = within(await screen.findByRole('dialog', { name: 'Undo this change?' }));
  await user.click(question.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(said()).toEqual([refused]));
  expect(onUndone).not.toHaveBeenCalled();
});
