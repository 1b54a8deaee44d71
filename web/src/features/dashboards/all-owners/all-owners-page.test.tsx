import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal, serve, success } from '../../../testing/fetch.ts';
import { aMonth, anOver, anOwnerRow } from '../../../testing/owners.ts';
import { showPage } from '../../../testing/page.tsx';
import { signedIn, signedOut } from '../../../testing/session.ts';
import { AllOwnersPage } from './all-owners-page.tsx';

vi.mock('../../../ui/chart/chart.tsx', () => ({
  Chart: ({ label, onPick }: { label: string; onPick?: (point: { index: number; series: number }) => void }) => (
    <button type="button" onClick={() => onPick?.({ index: 0, series: 0 })}>
      {label}
    </button>
  ),
}));

const ROWS = [
  anOwnerRow(1, 'Hartwell', anOver(1_200)),
  anOwnerRow(2, 'Crestview', aMonth()),
  anOwnerRow(3, 'Lakeshore', anOver(1_800, { lateAccounts: 1, spendThrough: '2026-11-07' })),
];
const open = async (answer: object = { rows: ROWS, due: 0 }, at = '/') => {
  const requests = serve({}, { '/reporting/owners': () => success(answer) }, { '': () => success(null) });
  return { ...(await showPage(AllOwnersPage, { at })), requests };
};
const names = (): (string | null)[] => screen.getAllByRole('link').map((link) => link.textContent);

beforeEach(() => signedIn({ permissions: { reports: ['View'] } }));
afterEach(signedOut);

describe('all owners', () => {
  it('are rows with the most money first, and each leads to its own pacing page', async () => {
    await open();
    await screen.findByText(/^3 owners: 2 over, 1 on pace/);
    expect(names()).toEqual(['Lakeshore', 'Hartwell', 'Crestview']);
    expect(screen.getByRole('link', { name: 'Hartwell' }).getAttribute('href')).toContain(
      '/s/cl/dashboard/pacingoverview?owner=1',
    );
    expect(screen.getByText('Over by $1.2K: projected $4.2K of $3K')).toBeTruthy();
    expect(screen.getByText('Nov 7, 2026')).toBeTruthy();
    expect(screen.getByText('$9,000')).toBeTruthy();
  });

  it('are narrowed and sorted by the address, and the total follows', async () => {
    const { user, address } = await open(undefined, '/?sort=name');
    await screen.findByText(/^3 owners/);
    expect(names()).toEqual(['Crestview', 'Hartwell', 'Lakeshore']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Pacing' }), 'over');
    await screen.findByText(/^2 owners: 2 over, \$2,000 spent of \$6,000/);
    expect(address()).toContain('pacing=over');
    expect(within(screen.getByRole('grid')).getByText('2 of 3')).toBeTruthy();
  });

  it('whose figures are still to come are asked for again', async () => {
    const answers = [
      { rows: [...ROWS, anOwnerRow(4, 'Northfield', null)], due: 1 },
      { rows: [...ROWS, anOwnerRow(4, 'Northfield')], due: 0 },
    ];
    serve({}, { '/reporting/owners': () => success(answers.length > 1 ? answers.shift() : answers[0]) });
    await showPage(AllOwnersPage);
    await screen.findByText('Updating…');
    expect(screen.getByText('Updating figures of 1 owner…')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Updating…')).toBeNull());
    expect(screen.getByText(/^4 owners: 2 over, 2 on pace/)).toBeTruthy();
  });

  it('say that there are none, and why they could not be loaded', async () => {
    await open({ rows: [], due: 0 });
    expect(await screen.findByText('No owners yet')).toBeTruthy();
  });

  it('can be asked for again after a failure', async () => {
    serve({}, { '/reporting/owners': () => refusal(500, 'INTERNAL', 'Something went wrong.') });
    await showPage(AllOwnersPage);
    expect(await screen.findByRole('button', { name: /retry|try again/i })).toBeTruthy();
  });
});
