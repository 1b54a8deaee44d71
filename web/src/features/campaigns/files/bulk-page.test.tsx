import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveFile } from '../../../lib/files/download.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { type Answers, refusal, serve, success } from '../../../testing/fetch.ts';
import { showPage } from '../../../testing/page.tsx';
import { signedIn, signedOut } from '../../../testing/session.ts';
import { useToasts } from '../../../ui/toast/toast-store.ts';
import { BulkPage } from './bulk-page.tsx';
import { FILE_KINDS } from './kinds.ts';

// It has its own tests; here only its props matter.
vi.mock('../../../shared/import-dialog/import-dialog.tsx', () => ({
  ImportDialog: (props: { title: string; owner: number; kind: string; args: object; onApplied: () => void }) => (
    <div role="dialog">
      {`${props.title} ${props.kind} ${props.owner} ${JSON.stringify(props.args)}`}
      <button type="button" onClick={props.onApplied}>
        Apply
      </button>
    </div>
  ),
}));
vi.mock('../../../lib/files/download.ts', async (original) => ({ ...(await original<object>()), saveFile: vi.fn() }));

const OPTIONS = {
  brands: [],
  clients: [
    { key: 11, name: 'North', active: true, brandKey: 1 },
    { key: 21, name: 'South', active: true, brandKey: 2 },
  ],
  models: [
    { key: 1, name: 'Ground', active: true, clientKey: 11 },
    { key: 2, name: 'Online', active: true, clientKey: 21 },
  ],
  campuses: [],
  channels: [],
  customChannels: [],
  partners: [],
  lineItems: [],
};
const PLATFORMS = { ppc: [{ platformKey: 5, name: 'Google Ads' }], social: [{ platformKey: 6, name: 'Meta' }] };
const file = () => new Response('x', { headers: { 'content-disposition': 'attachment; filename="campaigns.xlsx"' } });

const open = async (answers: Answers = {}) => {
  const requests = serve(answers, {
    '/filters/get': () => success(OPTIONS),
    '/channel/': ({ url }) =>
      success({ tradingPlatforms: Object.entries(PLATFORMS).find(([channel]) => url.includes(channel))?.[1] ?? [] }),
    '': file,
  });
  return { ...(await showPage(BulkPage)), requests };
};
const card = (title: string) => {
  const section = screen.getByRole('heading', { name: title }).closest('section');
  if (!section) throw new Error(`There is no card ${title}`);
  return within(section);
};
const choose = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } });
const download = (requests: { url: string; body: unknown }[]) =>
  requests.find(({ body }) => typeof body === 'object' && body !== null && 'ownerKey' in body);

beforeEach(() => {
  vi.mocked(saveFile).mockClear();
  useToasts.setState({ toasts: [] });
  signedIn({ permissions: { campaigns: ['View', 'Import'] } });
  useSession.getState().chooseOwner({ ownerKey: 2, name: 'Crestview', variant: null });
});
afterEach(signedOut);

describe('uploads', () => {
  it('use the call of their kind, for the chosen owner', async () => {
    const { user } = await open();
    for (const { title, kind } of FILE_KINDS) {
      await user.click(screen.getByRole('button', { name: `Upload: ${title}` }));
      const { textContent } = screen.getByRole('dialog');
      expect(textContent).toContain(`${title} ${kind} 2 `);
      expect(textContent).toMatch(/"(owner|ownerKey)":"?2"?/);
    }
  });

  it('invalidate all lists of campaigns once applied', async () => {
    const { user, queries } = await open();
    const forgotten = vi.spyOn(queries, 'invalidateQueries');
    await user.click(screen.getByRole('button', { name: 'Upload: Statuses' }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(forgotten.mock.calls.map(([filters]) => filters?.queryKey?.[0])).toContain('campaignList');
  });
});

describe('the template', () => {
  it('is for a client and one of its models, and saved under the server’s name', async () => {
    const { user, requests } = await open();
    const ppl = card('PPL campaigns');
    await ppl.findByText('North');
    expect(ppl.getByLabelText<HTMLSelectElement>('Model').disabled).toBe(true);
    choose(ppl.getByLabelText('Client'), '11');
    expect(within(ppl.getByLabelText('Model')).queryByText('Online')).toBeNull();
    choose(ppl.getByLabelText('Model'), 'Ground');
    await user.click(ppl.getByRole('button', { name: 'Download the template' }));
    await waitFor(() => expect(vi.mocked(saveFile).mock.lastCall?.[0].name).toBe('campaigns.xlsx'));
    expect(download(requests)?.body).toEqual({ ownerKey: 2, clientKey: 11, clientModelName: 'Ground' });
  });

  it('resets the model when the client changes', async () => {
    const { user, requests } = await open();
    const ppl = card('PPL campaigns');
    await ppl.findByText('North');
    choose(ppl.getByLabelText('Client'), '11');
    choose(ppl.getByLabelText('Model'), 'Ground');
    choose(ppl.getByLabelText('Client'), '21');
    await user.click(ppl.getByRole('button', { name: 'Download the template' }));
    await waitFor(() =>
      expect(download(requests)?.body).toEqual({ ownerKey: 2, clientKey: 21, clientModelName: null }),
    );
  });

  it('for platforms offers all channels, and unlinked campaigns of only one', async () => {
    const { user, requests } = await open();
    const platform = card('PPC, social and display campaigns');
    await platform.findByText('Google Ads');
    await platform.findByText('Meta');
    const unlinked = platform.getByRole<HTMLButtonElement>('button', { name: 'Only campaigns not linked yet' });
    expect(unlinked.disabled).toBe(true);
    choose(platform.getByLabelText('Trading platform'), '6');
    await user.click(unlinked);
    await waitFor(() => expect(download(requests)?.body).toMatchObject({ ownerKey: 2, tradingPlatformKey: 6 }));
  });

  it('that cannot be downloaded gives a reason', async () => {
    const { user } = await open({ '/export': () => refusal(403, 'FORBIDDEN', 'You may not export.') });
    await user.click(card('PPL campaigns').getByRole('button', { name: 'Download the template' }));
    await waitFor(() => expect(useToasts.getState().toasts[0]?.message).toBe('You may not export.'));
    expect(saveFile).not.toHaveBeenCalled();
  });
});
