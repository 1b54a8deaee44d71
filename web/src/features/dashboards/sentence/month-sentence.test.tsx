import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { refusal, serve, success } from '../../../testing/fetch.ts';
import { aSummary } from '../../../testing/pacing.ts';
import { showPage } from '../../../testing/page.tsx';
import { signedIn, signedOut } from '../../../testing/session.ts';
import { MonthSentence } from './month-sentence.tsx';

beforeEach(() => signedIn({ permissions: { reports: ['View'] } }));
afterEach(signedOut);

const open = async (answer: () => Response, group: 'ag' | 'cl' = 'ag') => {
  const requests = serve({ '/pacing/summary': answer });
  await showPage(() => <MonthSentence search={{ brand: [4] }} ownerKey={2} today="2026-11-11" group={group} />);
  return requests;
};

it('answers the page in one sentence, with a link to what needs attention', async () => {
  const summary = aSummary({ exceptionCount: 3, exceptionCampaigns: 3, atStake: 1200 });
  const requests = await open(() => success(summary));
  const link = await screen.findByRole('link', { name: '3 campaigns need you, $1.2K at stake' });
  expect(link.getAttribute('href')).toContain('/s/cl/dashboard/pacingoverview');
  // The question of the chart and the list below it: all three show one answer.
  expect(requests.map(({ body }) => body)).toEqual([{ ownerKey: 2, brandKeys: [4] }]);
});

it('asks nothing of a client, and leaves a failure to the card below', async () => {
  await open(() => success(aSummary({ exceptionCount: 1, exceptionCampaigns: 1, atStake: 1200 })), 'cl');
  expect(await screen.findByRole('link', { name: '1 campaign off plan, $1.2K at stake' })).toBeTruthy();
});

it('is empty where the month could not be loaded', async () => {
  const requests = await open(() => refusal(500, 'INTERNAL', 'Something went wrong.'));
  await waitFor(() => expect(requests.length).toBeGreaterThan(0));
  expect(screen.queryByRole('region', { name: 'The month in one sentence' })).toBeNull();
});
