import { MantineProvider } from '@mantine/core';
import { LEAD_MOVES, LEAD_STATUS_CODES, leadDetails, type LeadStatus } from '@paceline/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../lib/api/query-client.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { json } from '../../testing/fetch.ts';
import { aSession, signedOut } from '../../testing/session.ts';
import { clearToasts } from '../../ui/toast/toast-store.ts';
import { Toasts } from '../../ui/toast/toast.tsx';
import { LeadMoves } from './lead-moves.tsx';
import { moveText, type ShownLead } from './prepare-detail.ts';

const leadIn = (status: LeadStatus): ShownLead =>
  ({ ownerKey: 1, leadCaptureKey: 7, version: 3, status, leadId: 'L-1' }) as unknown as ShownLead;

const show = (status: LeadStatus) => {
  useSession.getState().begin(aSession({ permissions: { leadanalyzer: ['View', 'Update'] } }));
  const client = makeQueryClient();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <LeadMoves lead={leadIn(status)} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { client, user: userEvent.setup({ delay: null }) };
};
const buttons = (): string[] => screen.queryAllByRole('button').map((button) => button.textContent);

afterEach(() => {
  signedOut();
  clearToasts();
});

it('offers exactly a desk’s transitions; returns and overrides have their own buttons', () => {
  for (const status of LEAD_STATUS_CODES) {
    show(status);
    const targets = LEAD_MOVES.filter(({ from, by }) => from === status && by.includes('ag')).map(({ to }) => to);
    const moves = targets
      .filter((to) => !`${status} ${to}`.includes('RT') && (to !== 'VAL' || status === 'REJ'))
      .map((to) => moveText(status, to));
    const override = targets.includes('VAL') && status !== 'REJ' ? ['Override and deliver'] : [];
    expect([status, buttons()]).toEqual([status, [...override, ...new Set(moves)]]);
    cleanup();
  }
});

it('shows the second user both values, and reloads the lead', async () => {
  const message = 'This lead is Scrubbed now. You chose Delivered.';
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push([url.split('?')[0], JSON.parse(init.body as string)]);
    return Promise.resolve(json(409, { status: 'error', code: 'STALE_ROW', message, data: null, requestId: 'r1' }));
  });
  const { client, user } = show('STK');
  const again = vi.spyOn(client, 'invalidateQueries');
  await user.click(screen.getByRole('button', { name: moveText('STK', 'DLV') }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(/reference/i), 'CRM-1');
  await user.click(within(dialog).getByRole('button', { name: moveText('STK', 'DLV') }));
  expect(await screen.findByText(message)).not.toBeNull();
  expect(requests).toEqual([
    [
      expect.stringContaining('/lead/status/move'),
      expect.objectContaining({ leadCaptureKey: 7, version: 3, statusCode: 'DLV', reference: 'CRM-1' }),
    ],
  ]);
  expect(again).toHaveBeenCalledWith({ queryKey: [leadDetails.id] });
});
