import type { ForecastWhatIf } from '@paceline/contract';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serve, success } from '../../testing/fetch.ts';
import { showPage } from '../../testing/page.tsx';
import { signedIn, signedOut } from '../../testing/session.ts';
import { AllLines } from './all-lines.tsx';

vi.mock('../../ui/chart/chart.tsx', () => ({ Chart: ({ label }: { label: string }) => <p>{label}</p> }));
beforeEach(() => signedIn({ permissions: { forecast: ['View'] } }));
afterEach(signedOut);

const line = (lineItem: string, name: string, whatIf: number, isCapped = false) => ({
  lineItem,
  lineItemName: name,
  clientName: null,
  forecast: 100,
  whatIf,
  spend: { forecast: 5000, whatIf: 6000 },
  isCapped,
});
const answer: ForecastWhatIf = {
  points: [{ month: '2026-12-01', forecast: 200, whatIf: 223 }],
  totals: {
    forecast: { spend: 10_000, inquiries: 200, enrollments: 10, cpe: 1000 },
    whatIf: { spend: 12_000, inquiries: 223, enrollments: 11, cpe: 1090.91 },
  },
  lines: [line('3', 'Search', 108), line('4', 'Pay per Lead', 115, true)],
  leftOut: ['New line'],
};

it('compares all line items with the changed spend, and names what is in no sum', async () => {
  const requests = serve({ '/forecast/whatif/': () => success(answer) });
  const [onPercent, onOpen] = [vi.fn(), vi.fn()];
  const { user } = await showPage(() => (
    <AllLines ownerKey={2} kpi="inquiries" percent={20} onPercent={onPercent} onOpen={onOpen} />
  ));
  await screen.findByText(/^Not included, .*: New line\./);
  expect(requests[0]?.url).toContain('/forecast/whatif/inquiries?ownerKey=2&spendPercent=20');
  const rows = within(screen.getByRole('group', { name: 'Line items compared' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Line itemInquiries, forecastWith 20% more spendSpend',
    'Pay per Lead100115 (+15) · at capacity$6,000 (+$1,000)',
    'Search100108 (+8.0)$6,000 (+$1,000)',
  ]);
  screen.getByText('$1,090.91 (+$90.91)');
  await user.click(screen.getByRole('button', { name: '–10%' }));
  expect(onPercent).toHaveBeenCalledWith(-10);
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(onOpen).toHaveBeenCalledWith('3');
});
