import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { type Conflict, ConflictDialog } from '../dialogs/conflict-dialog.tsx';
import { DraftOffer } from '../forms/draft-offer.tsx';
import { ErrorBoundary } from '../states/error-boundary.tsx';
import { PageHead } from './page-head.tsx';
import { Pager } from '../lists/pager.tsx';
import { PasswordRules } from '../forms/password-rules.tsx';
import { type PickItem, PickList } from '../forms/pick-list.tsx';
import { RequestId } from '../states/request-id.tsx';
import { Sparkline } from '../marks/sparkline.tsx';
import { ThemeSwitch } from '../theme/theme-switch.tsx';

const show = (page: ReactNode) => ({
  ...render(<MantineProvider env="test">{page}</MantineProvider>),
  user: userEvent.setup({ delay: null }),
});
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('a list to choose several from', () => {
  const items = (count: number): PickItem[] =>
    Array.from({ length: count }, (_, index) => ({ key: index + 1, label: `Campus ${index + 1}`, note: 'Ground' }));
  const open = (over: Partial<Parameters<typeof PickList>[0]> = {}) => {
    const onChange = vi.fn();
    const page = show(
      <PickList label="Campuses" items={items(3)} chosen={[]} noneMeans="All campuses" onChange={onChange} {...over} />,
    );
    return { ...page, onChange };
  };
  const labels = () => screen.queryAllByRole('checkbox').map((box) => box.closest('div')?.parentElement?.textContent);

  it('says what an empty choice means, and how many are chosen', () => {
    const { unmount } = open();
    expect(screen.getByText('All campuses')).not.toBeNull();
    unmount();
    open({ chosen: [1, 3] });
    expect(screen.getByText('2 of 3 selected')).not.toBeNull();
  });

  it('adds and removes one, all, and none', async () => {
    const { user, onChange } = open({ chosen: [2] });
    await user.click(screen.getByLabelText('Campus 1'));
    await user.click(screen.getByLabelText('Campus 2'));
    await user.click(button('Select all'));
    await user.click(button('Clear'));
    expect(onChange.mock.calls).toEqual([[[2, 1]], [[]], [[2, 1, 3]], [[]]]);
  });

  it('has a search if long, by every word; all matches can be chosen at once', async () => {
    const many = [...items(9), { key: 20, label: 'Austin', note: 'Online' }];
    const { user, onChange } = open({ items: many, chosen: [5] });
    await user.type(screen.getByLabelText('Search campuses'), 'ONLINE aus');
    expect(labels()).toHaveLength(1);
    await user.click(button('Select matches'));
    expect(onChange.mock.calls).toEqual([[[5, 20]]]);
    await user.type(screen.getByLabelText('Search campuses'), 'x');
    expect(screen.getByRole('status').textContent).toBe('No matches.');
    expect(button('Select matches').disabled).toBe(true);
  });

  it('has no search if short, and shows at most two hundred', () => {
    const { unmount } = open({ items: items(8) });
    expect(screen.queryByLabelText('Search campuses')).toBeNull();
    unmount();
    open({ items: items(203) });
    expect(document.querySelectorAll('input[type="checkbox"]')).toHaveLength(200);
    expect(screen.getByRole('status').textContent).toBe('3 more. Type to find them.');
  });

  it('shows unused values only while chosen', () => {
    const old = [...items(1), { key: 7, label: 'Closed', note: 'Ground', isOld: true }];
    const { unmount } = open({ items: old });
    expect(screen.queryByLabelText('Closed')).toBeNull();
    unmount();
    open({ items: old, chosen: [7] });
    expect(screen.getByText('Ground · inactive')).not.toBeNull();
  });

  it('distinguishes loading from empty, can be disabled, and shows errors', () => {
    const { unmount } = open({ items: [], isLoading: true });
    expect(screen.getByRole('status').textContent).toBe('Loading …');
    unmount();
    open({ items: [], isDisabled: true, error: 'Choose one.' });
    expect(screen.getByRole('status').textContent).toBe('No options.');
    expect(button('Select all').disabled).toBe(true);
    expect(screen.getByRole('alert').textContent).toBe('Choose one.');
  });
});

describe('pages', () => {
  it('show the position, and are turned', async () => {
    const onTurn = vi.fn();
    const { user } = show(<Pager page={2} total={45} pageSize={20} onTurn={onTurn} />);
    expect(screen.getByText('21–40 of 45')).not.toBeNull();
    await user.click(button('Previous'));
    await user.click(button('Next'));
    expect(onTurn.mock.calls).toEqual([[1], [3]]);
  });

  it('stop at the first and the last', () => {
    const { unmount } = show(<Pager page={3} total={45} pageSize={20} onTurn={() => undefined} />);
    expect([screen.getByText('41–45 of 45') !== null, button('Next').disabled]).toEqual([true, true]);
    unmount();
    show(<Pager page={1} total={21} pageSize={20} onTurn={() => undefined} />);
    expect([button('Previous').disabled, button('Next').disabled]).toEqual([true, false]);
  });

  it('are hidden if everything fits on one', () => {
    show(<Pager page={1} total={20} pageSize={20} onTurn={() => undefined} />);
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('return from beyond the last, when the list became shorter', async () => {
    const onTurn = vi.fn();
    const { user } = show(<Pager page={9} total={21} pageSize={20} onTurn={onTurn} />);
    await user.click(button('Previous'));
    expect(onTurn.mock.calls).toEqual([[2]]);
  });
});

describe('conflicts', () => {
  const conflict = (path: string): Conflict => ({
    path,
    label: `The ${path}`,
    theirs: 'theirs',
    mine: 'mine',
    both: path === 'owners' ? 'both' : null,
    by: 'Dana Reyes',
    at: null,
  });
  const open = (paths: string[]) => {
    const onSettle = vi.fn();
    const page = show(
      <ConflictDialog
        what="this line item"
        action="Save"
        conflicts={paths.map(conflict)}
        onSettle={onSettle}
        onClose={() => undefined}
      />,
    );
    return { ...page, onSettle };
  };
  const choose = (label: string, side: RegExp) =>
    within(screen.getByRole('radiogroup', { name: label })).getByLabelText(side);

  it('keep mine unless theirs is chosen, field by field', async () => {
    const { user, onSettle } = open(['name', 'cap']);
    await user.click(choose('The cap', /^Theirs/));
    await user.click(button('Save'));
    await user.click(choose('The cap', /^Mine/));
    await user.click(button('Save'));
    expect(onSettle.mock.calls).toEqual([[{ cap: 'theirs' }], [{ cap: 'mine' }]]);
  });

  it('take all of theirs at once, if there are several', async () => {
    const { user, onSettle } = open(['name', 'cap']);
    await user.click(button('Take all of theirs'));
    await user.click(button('Save'));
    expect(onSettle.mock.calls).toEqual([[{ name: 'theirs', cap: 'theirs' }]]);
  });

  it('of one field have two options only', () => {
    open(['name']);
    expect(screen.getAllByRole('radio')).toHaveLength(2);
    expect(screen.queryByText('Take all of theirs')).toBeNull();
  });

  it('offer "both" where possible', async () => {
    const { user, onSettle } = open(['owners']);
    await user.click(choose('The owners', /^Both/));
    await user.click(button('Save'));
    expect(onSettle.mock.calls).toEqual([[{ owners: 'both' }]]);
  });
});

it('asks before something is lost, and does nothing without confirmation', async () => {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  const { user } = show(
    <ConfirmDialog isOpen title="Leave?" text="It is lost." action="Leave" {...{ onConfirm, onClose }} />,
  );
  await user.click(button('Cancel'));
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1]);
  await user.click(button('Leave'));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

it('offers a draft with its time', async () => {
  const onRestore = vi.fn();
  const onDiscard = vi.fn();
  const { user } = show(<DraftOffer savedAt={Date.UTC(2026, 10, 9, 15)} {...{ onRestore, onDiscard }} />);
  expect(screen.getByRole('status').textContent).toContain('Nov 9, 2026');
  await user.click(button('Restore draft'));
  await user.click(button('Discard'));
  expect([onRestore.mock.calls.length, onDiscard.mock.calls.length]).toEqual([1, 1]);
});

describe('a failure', () => {
  it('stays in its part of the page, which is redrawn on request', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let isBroken = true;
    const Part = () => {
      if (isBroken) throw new Error('broken');
      return <p>whole</p>;
    };
    const onError = vi.fn();
    const { user } = show(
      <>
        <p>beside</p>
        <ErrorBoundary
          onError={onError}
          fallback={(error, retry) => (
            <button type="button" onClick={retry}>
              {(error as Error).message}
            </button>
          )}
        >
          <Part />
        </ErrorBoundary>
      </>,
    );
    expect(screen.getByText('beside')).not.toBeNull();
    expect(onError).toHaveBeenCalledTimes(1);
    isBroken = false;
    await user.click(button('broken'));
    expect(screen.getByText('whole')).not.toBeNull();
  });
});

describe('the id that support asks for', () => {
  afterEach(() => void Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
  const clipboard = (value: unknown) => Object.defineProperty(navigator, 'clipboard', { value, configurable: true });

  it('is copied, with a confirmation', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    const { user } = show(<RequestId value="r-7" />);
    clipboard({ writeText });
    await user.click(button('Copy request id'));
    await waitFor(() => expect(button('Copied')).not.toBeNull());
    expect(writeText.mock.calls).toEqual([['r-7']]);
  });

  it.each([
    ['is refused', { writeText: () => Promise.reject(new Error('no')) }],
    ['is not there', undefined],
  ])('can be read if the clipboard %s', async (_, value) => {
    const { user } = show(<RequestId value="r-7" />);
    clipboard(value);
    await user.click(button('Copy request id'));
    await act(() => Promise.resolve());
    expect(button('Copy request id')).not.toBeNull();
    expect(screen.getByText('Request r-7')).not.toBeNull();
  });
});

describe('a sparkline of a month', () => {
  const points = () => document.querySelector('polyline')?.getAttribute('points');

  it('runs from left to right, with the maximum at the top', () => {
    show(<Sparkline label="Spend by day" points={[0, 50, 100].map((value) => ({ value, text: `Day: ${value}` }))} />);
    expect(points()).toBe('0.0,18.0 46.0,10.0 92.0,2.0');
    expect(screen.getByRole('img', { name: 'Spend by day' })).not.toBeNull();
  });

  it('handles a single day, zero spend, and no day at all', () => {
    const { unmount } = show(<Sparkline label="x" points={[{ value: 0, text: 'Nov 1: $0' }]} />);
    expect(points()).toBe('0.0,18.0');
    unmount();
    const { container } = show(<Sparkline label="x" points={[]} />);
    expect([points(), container.querySelector('span')?.textContent]).toEqual([undefined, '–']);
  });
});

it('shows the page’s title, with a link back above it', () => {
  show(<PageHead title="Nursing" trail={[{ label: 'Campaigns', href: '#/c' }, { label: 'PPL' }]} description="Live" />);
  expect(document.title).toBe('Nursing · Paceline');
  const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
  expect(trail.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Campaigns', 'PPL']);
  expect(trail.getAllByRole('link')).toHaveLength(1);
});

it('checks the rules of a password while typing', () => {
  const states = () => [...document.querySelectorAll('li')].map(({ dataset }) => dataset['state']);
  const { rerender } = render(<PasswordRules id="x" password="" userName="lou" judged={false} />, {
    wrapper: ({ children }) => <MantineProvider>{children}</MantineProvider>,
  });
  expect(new Set(states())).toEqual(new Set(['open']));
  rerender(<PasswordRules id="x" password="Lou" userName="lou" judged />);
  expect(states().slice(0, 3)).toEqual(['met', 'met', 'broken']);
  expect(states().at(-1)).toBe('broken');
});

it('switches between light, dark and the system’s scheme', async () => {
  const { user } = show(<ThemeSwitch />);
  await user.click(screen.getByRole('button', { name: /^Theme:/ }));
  await user.click(await screen.findByText('Dark'));
  await waitFor(() => expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark'));
  expect(screen.getByRole('button', { name: 'Theme: Dark' })).not.toBeNull();
});
