import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, type Answers, refusal, serve, success } from '../../../testing/fetch.ts';
import { showPage } from '../../../testing/page.tsx';
import { signedIn, signedOut } from '../../../testing/session.ts';
import { useToasts } from '../../../ui/toast/toast-store.ts';
import { CampaignActions } from './campaign-actions.tsx';
import type { ActedCampaign } from './prepare-actions.ts';
import { StatusFacts, StatusLog } from './status-facts.tsx';

const LIVE: ActedCampaign = {
  ownerKey: 2,
  campaignKey: 7,
  name: 'Nursing Texas',
  campaignCode: 'NURS-TX-01',
  subStatus: 'LIVE',
  statusReasons: [{ code: 'LIVE', message: 'Takes inquiries.' }],
};
const as = (subStatus: ActedCampaign['subStatus']): ActedCampaign => ({
  ...LIVE,
  subStatus,
  statusReasons: [{ code: subStatus, message: '' }],
});
const moved = (subStatus: string) => success({ campaignKey: 7, subStatus, statusReasons: [], nextChangeAt: null });

const open = async (
  campaign = LIVE,
  answers: Answers = {},
  props: Partial<Parameters<typeof CampaignActions>[0]> = {},
) => {
  const requests = serve(answers, {
    '/status/save': () => moved('PAUSED'),
    '/undelete': () => moved('DRAFT'),
    '/delete': () => success({ campaignKey: 7, deletedAt: '2026-11-15T00:00:00Z' }),
    '/clone': () => success({ campaignKey: 8, name: 'Nursing Ohio' }),
    '/isUnique': () => success(true),
    '/nextCode': () => success({ campaignCode: 'NURS-TX-02' }),
    '/campaign/7/get': () => success({ ...LIVE, vendorKey: 3, clientKey: 10 }),
  });
  const onDone = vi.fn();
  const page = await showPage(() => (
    <CampaignActions campaign={campaign} onDone={onDone} variant="buttons" {...props} />
  ));
  return { ...page, requests, onDone };
};
const button = (name: string) => screen.getByRole('button', { name });
const dialog = () => screen.findByRole('dialog');
const toasts = () => useToasts.getState().toasts;
const messages = () => toasts().map(({ message }) => message);

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  signedIn({ permissions: { campaigns: ['View', 'Status', 'Clone', 'Delete'] } });
});
afterEach(signedOut);

describe('the actions of a campaign', () => {
  it('depend on its status and the user’s rights, as a menu or buttons', async () => {
    const { user } = await open(LIVE, {}, { variant: 'menu' });
    await user.click(button('Actions'));
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(items).toEqual(['Pause', 'End', 'Clone', 'Delete']);
  });

  it('are none for other groups, whatever their rights', async () => {
    signedIn({ userType: 'client', permissions: { campaigns: ['Status', 'Clone', 'Delete'] } });
    await open(LIVE, {}, { variant: 'menu' });
    expect(screen.queryByRole('button', { name: 'Actions' })).toBeNull();
  });

  it('without a dialog are executed at once: a draft is activated', async () => {
    const { user, requests, onDone } = await open(as('DRAFT'), { '/status/save': () => moved('LIVE') });
    await user.click(button('Activate'));
    await waitFor(() => expect(messages()).toEqual(['Nursing Texas: Live.']));
    expect(requests).toMatchObject([{ url: '/api/ag/campaign/7/status/save', body: { action: 'ACTIVATE' } }]);
    expect(onDone.mock.calls).toEqual([['activate', 7]]);
  });

  it('that fail without a dialog show a message with the request id', async () => {
    const { user, onDone } = await open(as('DELETED'), { '/undelete': () => refusal(500, 'INTERNAL', 'It broke.') });
    await user.click(button('Restore'));
    await waitFor(() => expect(toasts()).toMatchObject([{ tone: 'error', message: 'It broke.', requestId: 'r-no' }]));
    expect(onDone).not.toHaveBeenCalled();
  });
});

describe('a pause', () => {
  it('starts now, with a reason', async () => {
    const { user, requests, onDone } = await open();
    await user.click(button('Pause'));
    fireEvent.change(within(await dialog()).getByLabelText('Reason'), { target: { value: 'Budget is gone' } });
    await user.click(within(await dialog()).getByRole('button', { name: 'Pause' }));
    await waitFor(() => expect(onDone.mock.calls).toEqual([['pause', 7]]));
    expect(requests[0]?.body).toEqual({ isPaused: true, reason: 'Budget is gone' });
    expect(messages()).toEqual(['Nursing Texas: Paused.']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('with reversed dates is not sent', async () => {
    const { user, requests } = await open();
    await user.click(button('Pause'));
    const form = within(await dialog());
    await user.click(form.getByLabelText('Between dates'));
    await user.click(form.getByRole('button', { name: 'Pause' }));
    await form.findByText('Choose a date.');
    fireEvent.change(form.getByLabelText('First day'), { target: { value: '2026-11-20' } });
    fireEvent.change(form.getByLabelText('Last day'), { target: { value: '2026-11-19' } });
    await user.click(form.getByRole('button', { name: 'Pause' }));
    await form.findByText('End date must be on or after start date.');
    expect(requests).toEqual([]);
    fireEvent.change(form.getByLabelText('Last day'), { target: { value: '2026-11-20' } });
    await user.click(form.getByRole('button', { name: 'Pause' }));
    await waitFor(() =>
      expect(requests[0]?.body).toEqual({ isPaused: true, startDate: '2026-11-20', endDate: '2026-11-20', reason: '' }),
    );
  });

  it('refused by the server shows the error at its field, and others above the buttons', async () => {
    const errors = [{ field: 'startDate', code: 'past', message: 'This day has passed.' }];
    const answers = [
      () => refusal(422, 'VALIDATION', 'Please correct the marked fields.', { errors }),
      () => refusal(409, 'CONFLICT', 'Someone has ended it.'),
    ];
    const { user, onDone } = await open(LIVE, { '/status/save': () => answers.shift()?.() ?? moved('PAUSED') });
    await user.click(button('Pause'));
    const form = within(await dialog());
    await user.click(form.getByLabelText('Between dates'));
    fireEvent.change(form.getByLabelText('First day'), { target: { value: '2026-11-01' } });
    await user.click(form.getByRole('button', { name: 'Pause' }));
    await form.findByText('This day has passed.');
    expect(form.queryByText('Please correct the marked fields.')).toBeNull();
    await user.click(form.getByRole('button', { name: 'Pause' }));
    await form.findByText('Someone has ended it.');
    expect(form.queryByText('This day has passed.')).toBeNull();
    expect(onDone).not.toHaveBeenCalled();
  });
});

it('reopens only with a new last day, and Cancel closes without asking', async () => {
  const { user, requests } = await open(as('ENDED'));
  await user.click(button('Reopen'));
  const form = within(await dialog());
  await user.click(form.getByRole('button', { name: 'Reopen' }));
  await form.findByText('Choose a date.');
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests).toEqual([]);
});

describe('deleting', () => {
  it('asks for the code, can be undone from its message, and confirms both', async () => {
    const { user, requests, onDone } = await open();
    await user.click(button('Delete'));
    const form = within(await dialog());
    const code = form.getByLabelText('Type the code NURS-TX-01');
    fireEvent.change(code, { target: { value: 'nurs-tx-01' } });
    await user.click(form.getByRole('button', { name: 'Delete' }));
    await form.findByText('Type NURS-TX-01 to delete it.');
    expect(requests).toEqual([]);
    fireEvent.change(code, { target: { value: ' NURS-TX-01 ' } });
    await user.click(form.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(onDone.mock.calls).toEqual([['delete', 7]]));
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: '/api/ag/campaign/7/delete',
      body: { confirm: 'NURS-TX-01' },
    });
    await user.click(button('Undo'));
    await waitFor(() => expect(messages().at(-1)).toBe('Nursing Texas is restored. Its status: Draft.'));
    expect(onDone.mock.lastCall).toEqual(['restore', 7]);
  });
});

describe('a copy', () => {
  const clone = async (answers: Answers = {}) => {
    const page = await open(LIVE, answers);
    await page.user.click(button('Clone'));
    const form = within(await dialog());
    const type = (value: string) => fireEvent.change(form.getByLabelText('Campaign code'), { target: { value } });
    return { ...page, form, type, send: () => page.user.click(form.getByRole('button', { name: 'Clone campaign' })) };
  };

  it('needs a valid code', async () => {
    const { form, type, send, requests } = await clone();
    await form.findByDisplayValue('NURS-TX-02');
    type('');
    await send();
    await form.findByText('Enter a campaign code.');
    type('a b');
    await form.findByText('Campaign code must be 3 to 30 letters, digits, - or _.');
    await send();
    expect(requests.some(({ url }) => url.includes('/clone'))).toBe(false);
  });

  it('shows while typing whether the code is free, for this partner and client', async () => {
    const { form, type, send, requests, onDone } = await clone();
    type('NURS-OH-01');
    await form.findByText('NURS-OH-01 is free.');
    expect(requests.find(({ url }) => url.includes('isUnique'))).toMatchObject({
      url: '/api/ag/campaign/0/isUnique',
      body: { campaignCode: 'NURS-OH-01', aggregatorKey: 3, clientKey: 10 },
    });
    fireEvent.change(form.getByLabelText('Name'), { target: { value: ' Nursing Ohio ' } });
    await send();
    await waitFor(() => expect(onDone.mock.calls).toEqual([['clone', 8]]));
    expect(requests.find(({ url }) => url.includes('/clone'))?.body).toEqual({
      campaignCode: 'NURS-OH-01',
      name: 'Nursing Ohio',
    });
    expect(messages()).toEqual(['Nursing Ohio is created as a draft.']);
  });

  it('has the proposed code, and the next one if somebody else used it first', async () => {
    const codes = ['NURS-TX-02', 'NURS-TX-03'];
    const TAKEN = 'Campaign code NURS-TX-02 is already used by Nursing.';
    let tries = 0;
    const { form, send, requests, user, onDone } = await clone({
      '/nextCode': () => success({ campaignCode: codes[tries] }),
      '/clone': () => {
        tries += 1;
        return tries === 1
          ? refusal(409, 'DUPLICATE_CODE', TAKEN, {
              errors: [{ field: 'campaignCode', code: 'taken', message: TAKEN }],
            })
          : success({ campaignKey: 8, name: 'Nursing' });
      },
    });
    await form.findByText('NURS-TX-02 is free.');
    await send();
    await user.click(await form.findByRole('button', { name: 'Use NURS-TX-03' }));
    await form.findByText('NURS-TX-03 is free.');
    await send();
    await waitFor(() => expect(onDone.mock.calls).toEqual([['clone', 8]]));
    expect(
      requests
        .filter(({ url }) => url.endsWith('/clone'))
        .map(({ body }) => (body as Record<string, string>)['campaignCode']),
    ).toEqual(codes);
  });

  it('is not created under a used code', async () => {
    const { form, type, send, requests } = await clone({
      '/isUnique': () => refusal(409, 'DUPLICATE', 'NURS-TX-01 is taken.'),
    });
    type('NURS-TX-01');
    await form.findByText('NURS-TX-01 is taken.');
    await send();
    expect(requests.some(({ url }) => url.includes('/clone'))).toBe(false);
  });

  it('can be created if the check itself failed: saving decides', async () => {
    const { form, type, send, requests, onDone } = await clone({
      '/isUnique': () => refusal(500, 'INTERNAL', 'It broke.'),
    });
    type('NURS-OH-01');
    await waitFor(() => expect(requests.some(({ url }) => url.includes('isUnique'))).toBe(true));
    await form.findByText('Unique for the owner and the media partner');
    await send();
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  });
});

describe('the status of a campaign', () => {
  const facts = { ...LIVE, nextChangeAt: '2026-11-20T06:00:00.000Z' };

  it('shows every reason and its next change by the clock', async () => {
    await showPage(() => <StatusFacts campaign={facts} timeZone="America/Chicago" />);
    expect(within(screen.getByRole('list', { name: 'Why' })).getByText('Takes inquiries.')).not.toBeNull();
    expect(screen.getByText(/^Next change:/).textContent).toBe('Next change: Nov 20, 2026, 12:00 AM CST.');
  });

  it('without a change by the clock says so', async () => {
    await showPage(() => <StatusFacts campaign={{ ...facts, nextChangeAt: null }} timeZone="America/Chicago" />);
    expect(screen.getByText('No scheduled change')).not.toBeNull();
  });

  const log = async (answer: Answer) => {
    serve({ '/status/list': answer });
    return showPage(() => <StatusLog campaign={facts} timeZone="America/Chicago" />);
  };

  it('has a history with user or cause', async () => {
    await log(() =>
      success([
        { at: '2026-11-10T15:00:00.000Z', fromStatus: 'LIVE', toStatus: 'PAUSED', reason: 'Budget', by: 'Dana Reyes' },
        { at: '2026-11-09T15:00:00.000Z', fromStatus: null, toStatus: 'LIVE', reason: '', by: 'system' },
      ]),
    );
    const entries = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(entries[0]).toBe('Live → PausedDana Reyes, Nov 10, 2026, 9:00 AM · Budget');
    expect(entries[1]).toMatch(/→ LiveAutomatic, Nov 9, 2026, 9:00 AM$/);
  });

  it('says that nothing changed it, or why its history could not be loaded', async () => {
    const { unmount } = await log(() => success([]));
    await screen.findByText('No status changes yet.');
    unmount();
    await log(() => refusal(500, 'INTERNAL', 'It broke.'));
    expect((await screen.findByRole('alert')).textContent).toContain('It broke.');
  });
});
