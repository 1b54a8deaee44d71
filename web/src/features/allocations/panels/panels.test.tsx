import type { AllocationRequest, CellChange } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aCampaign } from '../../../testing/allocations.ts';
import { type Answers, refusal, serve, success } from '../../../testing/fetch.ts';
import { showPage } from '../../../testing/page.tsx';
import { signedIn, signedOut } from '../../../testing/session.ts';
import { useToasts } from '../../../ui/toast/toast-store.ts';
import { requestsQuery } from '../api.ts';
import { attributesFor } from './attributes-panel.tsx';
import { CampaignDrawer, type Looked } from './campaign-drawer.tsx';
import { openRequests, RequestsDrawer } from './requests-drawer.tsx';
import { SheetAtDialog } from './sheet-at-dialog.tsx';

const ZONE = 'America/Chicago';
const toasts = () => useToasts.getState().toasts.map(({ message }) => message);
beforeEach(() => {
  useToasts.setState({ toasts: [] });
  signedIn({ permissions: { allocations: ['View', 'Update', 'Approve'] } });
});
afterEach(signedOut);

const change = (changeKey: number, field: string, over: Partial<CellChange> = {}): CellChange => ({
  changeKey,
  field,
  before: 100,
  after: 60,
  by: 'Dana Reyes',
  at: '2026-11-10T15:00:00.000Z',
  via: 'screen',
  ...over,
});
const HISTORY = [
  change(1, 'userDefinedMonthlyAllocation'),
  change(2, 'dailyAllocation', { before: null, after: 5, via: 'file' }),
];

describe('the panel of a campaign', () => {
  const open = async (looked: Looked, answers: Answers = {}, canPutBack = () => true) => {
    const requests = serve(answers, {
      '/history/list': () => success(HISTORY),
      '/breakdown/': () =>
        success({ rows: [{ value: null, grossLeads: 10, validLeads: 8, validRate: 80, spend: 400 }], total: null }),
    });
    const onLook = vi.fn();
    const onPutBack = vi.fn();
    const row = aCampaign({ nextChangeAt: '2026-11-20T06:00:00.000Z', campusName: '' });
    const page = await showPage(() => (
      <CampaignDrawer
        isOpen
        row={row}
        looked={looked}
        month="current"
        group="ag"
        labels="default"
        timeZone={ZONE}
        onLook={onLook}
        canPutBack={canPutBack}
        onPutBack={onPutBack}
      />
    ));
    return { ...page, requests, onLook, onPutBack, row };
  };
  const looked = (part: Looked['part'], field: string | null = null): Looked => ({ campaignKey: 1, part, field });
  const changes = async () =>
    (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent.replace(/Restore .*/, ''));

  it('shows its status with reasons, in the owner’s time', async () => {
    const { user, onLook } = await open(looked('status'));
    const drawer = await screen.findByRole('dialog');
    expect(drawer.textContent).toContain('Takes inquiries.');
    expect(drawer.textContent).toContain('Nov 20, 2026, 12:00 AM');
    expect(drawer.textContent).toContain('Campus–');
    await user.click(within(drawer).getByRole('tab', { name: 'History' }));
    expect(onLook.mock.calls).toEqual([[looked('history')]]);
  });

  it('shows its history: who changed what', async () => {
    await open(looked('history'));
    const [first, second] = await changes();
    expect(first).toBe('Adjusted Monthly Allocation: 100 → 60Dana Reyes, on screen, Nov 10, 2026, 9:00 AM');
    expect(second).toMatch(/: – → 5Dana Reyes, by file/);
  });

  it('shows the history of the selected cell, or of others', async () => {
    await open(looked('history', 'dailyAllocation'));
    expect(await changes()).toHaveLength(1);
    fireEvent.change(screen.getByLabelText('Column'), { target: { value: 'all' } });
    fireEvent.change(screen.getByLabelText('Column'), { target: { value: 'userDefinedMonthlyAllocation' } });
    expect((await changes())[0]).toMatch(/^Adjusted Monthly Allocation/);
  });

  it('shows the full history if that cell has none', async () => {
    await open(looked('history', 'weeklyAllocation'));
    expect(await changes()).toHaveLength(2);
  });

  it('can restore a value if the cell is editable', async () => {
    const { user, onPutBack, row } = await open(looked('history'));
    await user.click(await screen.findByRole('button', { name: 'Restore Adjusted Monthly Allocation to 100' }));
    expect(onPutBack.mock.calls).toEqual([[row, 'userDefinedMonthlyAllocation', 100]]);
  });

  it('cannot restore it otherwise', async () => {
    await open(looked('history'), {}, () => false);
    await changes();
    expect(screen.queryByText(/^Restore/)).toBeNull();
  });

  it('shows where its inquiries come from', async () => {
    const { requests } = await open(looked('sources'));
    const [, row] = await screen.findAllByRole('row');
    expect(row?.textContent).toBe('Unknown10880.0%$400.00');
    expect(requests[0]?.url).toBe('/api/ag/campaign/1/breakdown/publisherSource/current/get');
  });

  it('shows one attribute, and another when chosen', async () => {
    const { requests } = await open(looked('attributes'));
    await screen.findByText('Unknown');
    const { value } = screen.getByLabelText<HTMLSelectElement>('Attribute');
    const other = attributesFor('ag').find((key) => key !== value) ?? '';
    fireEvent.change(screen.getByLabelText('Attribute'), { target: { value: other } });
    await waitFor(() => expect(requests.at(-1)?.url).toContain(`/breakdown/${other}/`));
    expect(attributesFor('ag')).not.toContain('publisherSource');
  });

  it('shows an empty state, or why it could not be loaded', async () => {
    const { unmount } = await open(looked('history'), { '/history/list': () => success([]) });
    await screen.findByText('No changes in this month');
    unmount();
    const { user, requests } = await open(looked('sources'), {
      '/breakdown/': () => refusal(500, 'INTERNAL', 'It broke.'),
    });
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(requests).toHaveLength(2));
  });
});

const request = (over: Partial<AllocationRequest> = {}): AllocationRequest => ({
  requestKey: 40,
  ownerKey: 2,
  campaignKey: 1,
  campaignName: 'Midwest All Programs',
  vendor: 'BrightPath Media',
  month: '2026-11-01',
  requestedAllocation: 1140,
  note: 'We have more.',
  requestedBy: 'Noor Adeyemi',
  requestedAt: '2026-11-11T12:00:00.000Z',
  state: 'OPEN',
  decidedBy: null,
  decidedAt: null,
  answer: '',
  currentAllocation: null,
  ...over,
});

describe('requests of partners', () => {
  const open = async (requests: AllocationRequest[], mayAnswer = true, answers: Answers = {}) => {
    const calls = serve(answers, {
      '/request/list': () => success(requests),
      '/answer': ({ body }) =>
        success(request({ state: (body as { accept: boolean }).accept ? 'ACCEPTED' : 'DECLINED' })),
    });
    const onAnswered = vi.fn();
    const Page = () => (
      <RequestsDrawer
        isOpen
        onClose={() => undefined}
        query={useQuery(requestsQuery('current', 2))}
        mayAnswer={mayAnswer}
        timeZone={ZONE}
        onAnswered={onAnswered}
      />
    );
    const page = await showPage(Page);
    await screen.findAllByText('Midwest All Programs');
    return { ...page, calls, onAnswered, answered: () => calls.filter(({ url }) => url.includes('/answer')) };
  };

  it('are listed with requester, quantity and current value', async () => {
    await open([request()]);
    const { textContent } = screen.getByRole('listitem');
    expect(textContent).toContain('Requested 1,140, current no cap');
    expect(textContent).toContain('Noor Adeyemi, BrightPath Media, Nov 11, 2026, 6:00 AM“We have more.”');
  });

  it.each([
    ['Accept', true, 'Midwest All Programs: accepted.'],
    ['Decline', false, 'Midwest All Programs: declined.'],
  ])('%s answers one with a note, for its owner', async (name, accept, words) => {
    const { user, answered, onAnswered } = await open([request()]);
    fireEvent.change(screen.getByLabelText('Answer to BrightPath Media about Midwest All Programs'), {
      target: { value: 'From Monday' },
    });
    await user.click(screen.getByRole('button', { name: `${name} Midwest All Programs` }));
    await waitFor(() => expect(toasts()).toEqual([words]));
    expect(answered()).toMatchObject([
      { url: '/api/ag/2/allocations/request/40/answer', body: { accept, answer: 'From Monday' } },
    ]);
    expect(onAnswered).toHaveBeenCalledTimes(1);
  });

  it('already answered by somebody else give a message, and the list reloads', async () => {
    const { user, calls, onAnswered } = await open([request()], true, {
      '/answer': () => refusal(409, 'CONFLICT', 'It has been answered.'),
    });
    await user.click(screen.getByRole('button', { name: 'Accept Midwest All Programs' }));
    await waitFor(() => expect(toasts()).toEqual(['It has been answered.']));
    await waitFor(() => expect(calls.filter(({ url }) => url.includes('/request/list'))).toHaveLength(2));
    expect(onAnswered).not.toHaveBeenCalled();
  });

  it('are read-only for the partner, and without the right to answer', async () => {
    const decided = { decidedBy: 'Dana Reyes', decidedAt: '2026-11-12T15:00:00.000Z', answer: 'Not this month' };
    await open([request(), request({ requestKey: 41, state: 'DECLINED', ...decided })], false);
    const [waiting, declined] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(waiting).toContain('Waiting for the agency');
    expect(declined).toContain('Declined by Dana Reyes, Nov 12, 2026, 9:00 AM: “Not this month”');
    expect(screen.queryByRole('button', { name: /Accept/ })).toBeNull();
  });

  it('are counted while open', () => {
    expect(openRequests([request(), request({ requestKey: 41, state: 'ACCEPTED' })])).toHaveLength(1);
    expect(openRequests(undefined)).toEqual([]);
  });
});

describe('the sheet at a past time', () => {
  const open = async (onChoose: (moment: Date) => Promise<void>) => {
    const onClose = vi.fn();
    const page = await showPage(() => <SheetAtDialog isOpen timeZone={ZONE} onClose={onClose} onChoose={onChoose} />);
    const box = await screen.findByLabelText(/^Day and time/);
    const show = screen.getByRole<HTMLButtonElement>('button', { name: 'Show differences' });
    return { ...page, onClose, show, type: (value: string) => fireEvent.change(box, { target: { value } }) };
  };

  it('uses the owner’s time zone, and closes the dialog', async () => {
    const onChoose = vi.fn(() => Promise.resolve());
    const { user, show, type, onClose } = await open(onChoose);
    expect(show.disabled).toBe(true);
    type('2026-01-15T09:30');
    await user.click(show);
    expect(onChoose.mock.calls).toEqual([[new Date('2026-01-15T15:30:00Z')]]);
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it('cannot be in the future', async () => {
    const { show, type } = await open(() => Promise.resolve());
    type('2999-01-01T00:00');
    await screen.findByText('Choose a date and time in the past.');
    expect(show.disabled).toBe(true);
  });

  it('stays open with the reason if it could not be loaded', async () => {
    const { user, show, type, onClose } = await open(() => Promise.reject(new Error('It broke.')));
    type('2026-01-15T09:30');
    await user.click(show);
    await waitFor(() => expect(toasts()).toEqual(['It broke.']));
    expect([onClose.mock.calls.length, show.disabled]).toEqual([0, false]);
  });
});
