import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { saveFile } from '../../../../lib/files/download.ts';
import { StateMap } from './state-map.tsx';
import { StepList } from '../../../../ui/lists/step-list.tsx';
import { ZipEditor } from './zip-editor.tsx';

vi.mock('../../../../lib/files/download.ts', () => ({ saveFile: vi.fn() }));
const show = (page: ReactNode) => ({
  ...render(<MantineProvider env="test">{page}</MantineProvider>),
  user: userEvent.setup({ delay: null }),
});
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('ZIP codes', () => {
  const open = (first: string[] = []) => {
    const spy = vi.fn<(zips: string[]) => void>();
    const Page = () => {
      const [zips, setZips] = useState(first);
      const change = (next: string[]) => {
        spy(next);
        setZips(next);
      };
      return <ZipEditor title="Included" zips={zips} error={undefined} fileName="included.csv" onChange={change} />;
    };
    const page = show(<Page />);
    const type = (value: string) =>
      fireEvent.change(screen.getByLabelText('Included: ZIP codes to add'), { target: { value } });
    const status = () => screen.getByRole('status').textContent;
    return { ...page, type, status, zips: () => spy.mock.lastCall?.[0] };
  };

  it('are added sorted and without duplicates; invalid ones are named', async () => {
    const { user, type, status, zips } = open(['78702']);
    expect(button('Add').disabled).toBe(true);
    type('78702, 10001\n78701 heading 7870x');
    await user.click(button('Add'));
    expect(zips()).toEqual(['10001', '78701', '78702']);
    expect(status()).toBe('2 added. Already listed: 1. Not a ZIP code: 7870x.');
    expect(screen.getByText('10001 78701 78702')).not.toBeNull();
  });

  it('that are invalid are named, up to five', async () => {
    const { user, type, status } = open();
    type('a1 b1 c1 d1 e1 f1 g1');
    await user.click(button('Add'));
    expect(status()).toBe('0 added. Not a ZIP code: a1, b1, c1, d1, e1 and 2 more.');
  });

  it('are counted by state, and removed by state or all', async () => {
    const { user, status, zips } = open(['10001', '78701', '78702']);
    const states = within(screen.getByRole('list', { name: 'Included ZIP codes by state' }));
    expect(states.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain('Texas 2×');
    await user.click(button('Remove the ZIP codes of Texas'));
    expect([zips(), status()]).toEqual([['10001'], 'ZIP codes of Texas removed.']);
    await user.click(button('Clear'));
    expect(zips()).toEqual([]);
    expect(button('Clear').disabled).toBe(true);
  });

  it('are imported from and exported to a file', async () => {
    const { user, zips } = open();
    const input = document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
    await user.upload(input, new File(['zip\n60601\n'], 'zips.csv', { type: 'text/csv' }));
    await waitFor(() => expect(zips()).toEqual(['60601']));
    await user.click(button('Export'));
    expect(vi.mocked(saveFile).mock.lastCall?.[0].name).toBe('included.csv');
  });

  it('are no longer listed one by one if there are many', () => {
    open(Array.from({ length: 61 }, (_, index) => String(78_600 + index)));
    expect(screen.queryByText(/78600 78601/)).toBeNull();
    expect(screen.getByText(/^61 of at most/)).not.toBeNull();
  });
});

describe('the map of states', () => {
  const open = (onPick?: (state: string) => void) =>
    show(
      <StateMap
        label="States of the campaign"
        included={['US-TX']}
        excluded={['US-TX', 'US-NY']}
        zips={new Map([['US-IL', 1200]])}
        circle={{ latitude: 40, longitude: -89, miles: 35 }}
        {...(onPick && { onPick })}
      />,
    );
  const shape = (state: string) => document.querySelector<SVGElement>(`path[data-state="${state}"]`) as SVGElement;

  it('marks excluded states before included ones, and states with listed ZIP codes', () => {
    open();
    expect(['US-TX', 'US-NY', 'US-IL', 'US-OH'].map((state) => shape(state).dataset['kind'])).toEqual([
      'excluded',
      'excluded',
      'zips',
      'none',
    ]);
    expect(shape('US-IL').querySelector('title')?.textContent).toBe('Illinois, 1,200 ZIP codes');
    expect(document.querySelector('[data-circle="35"] path')?.getAttribute('d')).toMatch(/^M[\d. L]+Z$/);
    expect(document.querySelectorAll('path[data-state]').length).toBeGreaterThanOrEqual(51);
  });

  it('reports a clicked state, but not when read-only', () => {
    const onPick = vi.fn();
    const { unmount } = open(onPick);
    fireEvent.click(shape('US-OH'));
    fireEvent.click(screen.getByRole('img'));
    expect(onPick.mock.calls).toEqual([['US-OH']]);
    unmount();
    open();
    fireEvent.click(shape('US-OH'));
    expect(onPick).toHaveBeenCalledTimes(1);
  });
});

it('lists the steps with their content, and opens available ones', async () => {
  const onOpen = vi.fn();
  const item = (step: 'basics' | 'prices' | 'geo', state: 'done' | 'errors' | 'locked', isChanged = false) => ({
    step,
    title: step,
    state,
    note: `${step} so far`,
    isChanged,
  });
  const items = [item('basics', 'done', true), item('prices', 'errors'), item('geo', 'locked')];
  const { user } = show(<StepList items={items} current="prices" onOpen={onOpen} />);
  const [basics, prices, geo] = screen.getAllByRole<HTMLButtonElement>('button');
  expect(basics?.textContent).toBe('basics · changedbasics so far, done');
  expect(prices?.getAttribute('aria-current')).toBe('step');
  expect(prices?.textContent).toContain('has errors');
  expect(geo?.disabled).toBe(true);
  await user.click(basics as HTMLElement);
  expect(onOpen.mock.calls).toEqual([['basics']]);
});
