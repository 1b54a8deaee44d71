import type { QuestionAnswer } from '@paceline/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusal, serve, success } from '../../../testing/fetch.ts';
import { showPage } from '../../../testing/page.tsx';
import { signedIn, signedOut } from '../../../testing/session.ts';
import { defaultQuestion } from '../prepare-question.ts';
import { Leaderboard } from './leaderboard.tsx';
import { toggled } from './prepare-explore.ts';

beforeEach(() => signedIn({ permissions: { reports: ['Build'] } }));
afterEach(() => signedOut());

const NAMES = ['Acme', 'Borea', 'Cora', 'Delta', 'Echo', 'Foxtrot', 'Golf', 'Hotel', 'India'];
const answer: QuestionAnswer = {
  columns: [
    { key: 'mediaPartner', label: 'Media Partner', role: 'dimension', kind: 'text' },
    { key: 'spend', label: 'Spend', role: 'measure', kind: 'dollar', measure: 'spend' },
  ],
  rows: NAMES.map((mediaPartner, at) => ({ mediaPartner, spend: 90 - at * 10, spendChange: at, rowKey: mediaPartner })),
  total: { spend: 450 },
  rowCount: NAMES.length,
  pivot: [],
  days: { from: '2026-08-01', to: '2026-10-31' },
  compared: { from: '2026-05-01', to: '2026-07-31' },
  maturity: [],
  notes: [],
  attributedToLeads: [],
};

const show = async (question = defaultQuestion('ag'), by?: 'change', answers = [() => success(answer)]) => {
  const requests = serve({ '': () => (answers.length > 1 ? answers.shift() : answers[0])!() });
  const acts = { onToggle: vi.fn(), onExclude: vi.fn(), onDrill: vi.fn(), onSwitch: vi.fn(), onRemove: vi.fn() };
  const place = { ownerKey: 1, dimension: 'mediaPartner', label: 'Media Partner', lead: 'spend', reason: null };
  const page = await showPage(() => (
    <Leaderboard {...place} {...acts} question={question} explore={{ by }} others={[]} />
  ));
  return { ...page, ...acts, requests };
};
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Media Partner by Spend' })).getAllByRole('button');

it('shows the first rows with their share of the named total, and all of them on demand', async () => {
  const { user, requests } = await show();
  expect((await rows()).map(({ textContent }) => textContent)[0]).toBe('Acme$90.0020.0%0.0%');
  expect(await rows()).toHaveLength(7);
  screen.getByText('Shares of $450.00 Spend');
  await user.click(screen.getByRole('button', { name: 'All 9' }));
  expect(await rows()).toHaveLength(9);
  await user.click(screen.getByRole('button', { name: 'Search Media Partner' }));
  await user.type(screen.getByRole('textbox', { name: 'Search Media Partner' }), 'ech');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  // What is here already is not asked again.
  expect(requests).toHaveLength(1);
});

it('filters by a click, excludes with Shift, and looks inside by a double click', async () => {
  const { user, onToggle, onExclude, onDrill } = await show(toggled(defaultQuestion('ag'), 'mediaPartner', 'Borea'));
  const [acme, borea] = (await rows()) as [HTMLElement, HTMLElement];
  expect(borea.getAttribute('aria-pressed')).toBe('true');
  expect(acme.dataset['state']).toBe('left');
  await user.click(acme);
  expect(onToggle.mock.lastCall).toEqual(['mediaPartner', 'Acme']);
  await user.keyboard('{Shift>}');
  await user.click(acme);
  await user.keyboard('{/Shift}');
  expect(onExclude.mock.lastCall).toEqual(['mediaPartner', 'Acme']);
  onToggle.mockClear();
  await user.dblClick(borea);
  expect(onDrill.mock.lastCall).toEqual(['mediaPartner', 'Borea']);
  expect(onToggle).toHaveBeenCalledTimes(1);
});

it('is one tab stop: arrow keys go through its rows, Enter filters, Ctrl+Enter looks inside', async () => {
  const { user, onToggle, onDrill } = await show();
  const [first, second] = (await rows()) as [HTMLElement, HTMLElement];
  expect([first.tabIndex, second.tabIndex]).toEqual([0, -1]);
  first.focus();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(document.activeElement).toBe(second);
  expect(onToggle.mock.lastCall).toEqual(['mediaPartner', 'Borea']);
  fireEvent.keyDown(second, { key: 'Enter', ctrlKey: true });
  expect(onDrill.mock.lastCall).toEqual(['mediaPartner', 'Borea']);
  await user.keyboard('{End}');
  expect(document.activeElement).toBe((await rows()).at(-1));
});

it('sorts by the rise without asking again where it has all rows', async () => {
  const { requests } = await show(defaultQuestion('ag'), 'change');
  expect((await rows())[0]?.textContent).toMatch(/^India/);
  expect(requests).toHaveLength(1);
});

it('fails alone, with a way to try again', async () => {
  const { user } = await show(undefined, undefined, [
    () => refusal(422, 'VALIDATION', 'These fields cannot be combined.'),
    () => success(answer),
  ]);
  await screen.findByText('These fields cannot be combined.');
  await user.click(screen.getByRole('button', { name: /again|retry/i }));
  expect(await rows()).toHaveLength(7);
});
