import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serve, success } from '../../testing/fetch.ts';
import { showPage } from '../../testing/page.tsx';
import { signedIn, signedOut } from '../../testing/session.ts';
import { RecountNote, recountText } from './recount-note.tsx';

beforeEach(() => signedIn({ permissions: { reports: ['View'] } }));
afterEach(signedOut);

const show = (differences: object[], group: 'ag' | 'cl' = 'ag') => {
  const requests = serve({
    '/recount': () => success({ at: '2026-11-15T08:10:00Z', differences: differences.length, found: differences }),
  });
  return showPage(() => <RecountNote ownerKey={2} group={group} zone="America/Chicago" />).then(() => requests);
};

describe('the last recount', () => {
  it('is shown with its time in the owner’s zone', async () => {
    await show([]);
    expect((await screen.findByText(/^Totals verified/)).textContent).toBe('Totals verified Nov 15, 2:10 AM.');
    expect(recountText('2026-11-15T08:10:00Z', 1, 'America/New_York')).toBe(
      'Totals checked Nov 15, 3:10 AM: 1 difference',
    );
  });

  it('lists differences', async () => {
    await show([{ day: '2026-11-03', campaignKey: 7, counter: 'valid', rolled: '12', recounted: '13' }]);
    await screen.findByText('Totals checked Nov 15, 2:10 AM: 1 difference');
    expect(screen.getByRole('listitem', { hidden: true }).textContent).toBe(
      '2026-11-03, campaign 7: valid shows 12, the leads add up to 13',
    );
  });

  it('is not loaded or shown for other groups', async () => {
    const requests = await show([], 'cl');
    expect(requests).toEqual([]);
    expect(screen.queryByText(/Totals/)).toBeNull();
  });
});
