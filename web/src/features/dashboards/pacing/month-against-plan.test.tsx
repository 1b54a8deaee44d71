import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusal, serve, success } from '../../../testing/fetch.ts';
import { aSummary, anException } from '../../../testing/pacing.ts';
import { showPage } from '../../../testing/page.tsx';
import { signedIn, signedOut } from '../../../testing/session.ts';
import type { DashboardSearch } from '../dashboard-search.ts';
import { MonthAgainstPlan } from './month-against-plan.tsx';

vi.mock('../../../ui/chart/chart.tsx', () => ({ Chart: ({ label }: { label: string }) => <p>{label}</p> }));

beforeEach(() => signedIn({ permissions: { reports: ['View'], campaigns: ['View'] } }));
afterEach(signedOut);

const open = async (answer: () => Response, search: DashboardSearch = {}) => {
  const requests = serve({ '/pacing/summary': answer });
  const shown = await showPage(() => <MonthAgainstPlan search={search} ownerKey={2} today="2026-11-11" group="cl" />);
  return { ...shown, requests };
};

it('draws the month and lists the five most important exceptions, with a link to all', async () => {
  const exceptions = Array.from({ length: 8 }, (_, index) =>
    anException({ campaignKey: index + 1, campaign: `Campaign ${index + 1}` }),
  );
  const { requests } = await open(() => success(aSummary({ exceptions, exceptionCount: 8 })), { brand: [4] });
  const picture = await screen.findByText('Spend against plan, added up by day');
  expect(picture.closest('section')?.getAttribute('aria-label')).toBe('November 2026 against plan');
  const needs = screen.getByRole('region', { name: 'Needs attention (8)' });
  expect(within(needs).getAllByRole('listitem')).toHaveLength(5);
  const all = within(needs).getByText('Show all 8 in Pacing Overview').closest('a');
  expect(all?.getAttribute('href')).toContain('/s/cl/dashboard/pacingoverview');
  // The pacing overview's question, so that both show the same.
  expect(requests.map(({ body }) => body)).toEqual([{ ownerKey: 2, brandKeys: [4] }]);
});

it('is for the month in which the page’s dates end', async () => {
  const { requests } = await open(() => success(aSummary({ month: '2026-10-01', state: 'past', ended: true })), {
    range: 'custom',
    from: '2026-09-01',
    to: '2026-10-15',
  });
  await screen.findByRole('region', { name: 'October 2026 against plan' });
  expect(requests.map(({ body }) => body)).toEqual([{ ownerKey: 2, month: '2026-10' }]);
});

it('shows nothing without a plan, and a retry after a failure', async () => {
  const { unmount } = await open(() => success(aSummary({ days: [], blank: 'Budgets are not split by campus.' })));
  const loading = { name: 'November 2026 against plan' };
  await waitFor(() => expect(screen.queryByRole('region', loading)).toBeNull());
  expect(screen.queryByText(/Needs attention/)).toBeNull();
  unmount();
  await open(() => refusal(500, 'INTERNAL', 'Something went wrong.'));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
