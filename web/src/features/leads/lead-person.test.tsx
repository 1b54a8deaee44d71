import { MantineProvider } from '@mantine/core';
import { type LeadStatus } from '@paceline/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../lib/api/query-client.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { json } from '../../testing/fetch.ts';
import { aSession, signedOut } from '../../testing/session.ts';
import { LeadPerson } from './lead-person.tsx';
import type { ShownLead } from './prepare-detail.ts';

afterEach(signedOut);

const MASKED = { name: 'Q••• V•••', email: 'q•••@p•••.example', phone: '•••0173' };
const show = (userType: 'agency' | 'client', status: LeadStatus, clientSeesPeople: boolean) => {
  cleanup();
  const owner = { ...aSession().owners[0]!, settings: { clientSeesPeople } };
  useSession
    .getState()
    .begin(aSession({ userType, owners: [owner], permissions: { leadanalyzer: ['View', 'ViewPII'] } }));
  const lead = { ownerKey: owner.ownerKey, leadCaptureKey: 7, status, person: MASKED } as unknown as ShownLead;
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient()}>
        <LeadPerson lead={lead} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return screen.queryByRole('button', { name: 'Show person' });
};

it('offers the person to a client’s user of delivered leads only, where the agency grants it', () => {
  expect(show('client', 'DLV', false)).toBeNull();
  expect(show('client', 'STK', true)).toBeNull();
  expect(show('client', 'DLV', true)).not.toBeNull();
  expect(show('agency', 'STK', false)).not.toBeNull();
});

it('shows a client name, email and phone', async () => {
  const person = { name: 'Quintina Vanderbrook', email: 'quintina.v@post.example', phone: '6145550173' };
  vi.stubGlobal('fetch', () => Promise.resolve(json(200, { status: 'success', data: person, requestId: 'r1' })));
  const button = show('client', 'DLV', true);
  expect(screen.getByText(MASKED.email)).not.toBeNull();
  await userEvent.setup({ delay: null }).click(button!);
  expect(await screen.findByText(person.email)).not.toBeNull();
  expect(screen.queryByText('Address')).toBeNull();
});
