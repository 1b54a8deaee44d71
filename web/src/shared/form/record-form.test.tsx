import { Button, MantineProvider, TextInput } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { create } from 'zustand';
import { ApiError } from '../../lib/api/api-error.ts';
import { signedIn, signedOut } from '../../testing/session.ts';
import { group, text } from './prepare-merge.ts';
import { RecordForm } from './record-form.tsx';
import { useRecordForm } from './use-record-form.ts';
import { useTabDrafts } from './use-tab-drafts.ts';

interface Values {
  name: string;
  city: string;
}
interface School extends Values {
  key: number;
  rowVersion: number;
  /** Version of related data that is versioned separately. */
  besideVersion: number;
  by: string;
}
type Sent = Partial<Values> & { rowVersion: number | null; isFinal: boolean };

const school = (over: Partial<School> = {}): School => ({
  key: 5,
  rowVersion: 3,
  besideVersion: 7,
  by: 'Avery Stone',
  name: 'North College',
  city: 'Austin',
  ...over,
});
const valuesOf = ({ name, city }: School): Values => ({ name, city });
const changesOf = (values: Values, before: School | null): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== before?.[name as keyof Values]));

/** A server with one school, whose answers the test sets. */
const client = {
  current: school(),
  sent: [] as Sent[],
  answer: (sent: Sent): School => ({ ...client.current, ...sent, rowVersion: client.current.rowVersion + 1 }),
  save: async (sent: Sent): Promise<School> => {
    client.sent.push(sent);
    if (sent.rowVersion !== null && sent.rowVersion !== client.current.rowVersion) throw stale;
    client.current = client.answer(sent);
    return client.current;
  },
  load: async (): Promise<School> => client.current,
};
const stale = new ApiError({ code: 'STALE_ROW', status: 409, message: 'Someone else changed this row.' });
const refuse = (...fields: string[]) => {
  client.answer = () => {
    const errors = fields.map((field) => ({ field, code: 'wrong', message: `Not this ${field}.` }));
    throw new ApiError({ code: 'VALIDATION', status: 422, message: 'Look again.', errors });
  };
};
const onSaved = vi.fn<(saved: School, isNew: boolean) => void>();

const SchoolForm = ({ stored, lock = null }: { stored: School | null; lock?: string | null }) => {
  const [isOpen, setOpen] = useState(false);
  const state = useRecordForm<Values, School, 'final'>({
    stored,
    newValues: () => ({ name: '', city: '' }),
    valuesOf,
    versionOf: ({ rowVersion, besideVersion }) => [rowVersion, besideVersion],
    problems: ({ name }) => (name === '' ? [{ path: 'name', message: 'Enter a name.' }] : []),
    rule: () => group<Values>({ name: text('Name'), city: text('City') }),
    savedBy: ({ by }) => ({ by, at: null }),
    drafts: useTabDrafts('school'),
    load: client.load,
    save: (values, before, intent) =>
      client.save({
        ...changesOf(values, before),
        rowVersion: before?.rowVersion ?? null,
        isFinal: intent === 'final',
      }),
    onSaved,
  });
  const { register, formState } = state.form;
  const { errors } = formState;
  return (
    <RecordForm
      state={state}
      what="this school"
      lock={lock}
      buttons={
        <>
          <Button onClick={() => state.submit('final')}>Finish</Button>
          <Button type="submit">Save</Button>
        </>
      }
    >
      <TextInput {...register('name')} label="Name" error={errors.name?.message} />
      {isOpen && <TextInput {...register('city')} label="City" error={errors.city?.message} />}
      <Button onClick={() => setOpen(true)}>More</Button>
    </RecordForm>
  );
};

/** The data loaded by the page. */
const useLoaded = create<{ stored: School | null }>(() => ({ stored: null }));
const replace = (stored: School | null) => useLoaded.setState({ stored });

const show = async (first: School | null, lock: string | null = null) => {
  replace(first);
  const Page = () => <SchoolForm stored={useLoaded((state) => state.stored)} lock={lock} />;
  const route = createRootRoute({ component: Page });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: route, history });
  render(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await screen.findByLabelText('Name');
  const user = userEvent.setup();
  await user.click(screen.getByText('More'));
  return { user, router };
};
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
type User = Awaited<ReturnType<typeof show>>['user'];
const fill = async (user: User, label: string, value: string) => {
  await user.clear(box(label));
  await user.type(box(label), value);
};
const save = (user: User) => user.click(screen.getByText('Save'));

beforeEach(() => {
  signedIn();
  sessionStorage.clear();
  const { answer } = client;
  Object.assign(client, { current: school(), sent: [] });
  onSaved.mockClear();
  return () => {
    client.answer = answer;
  };
});
afterEach(signedOut);

it('sends changes with their version, and continues from the result', async () => {
  const { user } = await show(school());
  await fill(user, 'City', 'Dallas');
  await save(user);
  await waitFor(() => expect(client.sent).toEqual([{ city: 'Dallas', rowVersion: 3, isFinal: false }]));
  expect(onSaved).toHaveBeenCalledWith(expect.objectContaining({ city: 'Dallas', rowVersion: 4 }), false);
  await fill(user, 'Name', 'South College');
  await user.click(screen.getByText('Finish'));
  await waitFor(() => expect(client.sent[1]).toEqual({ name: 'South College', rowVersion: 4, isFinal: true }));
});

it('does not send invalid input, and moves to it', async () => {
  const { user } = await show(null);
  await fill(user, 'City', 'Dallas');
  await save(user);
  await screen.findByText('Enter a name.');
  await waitFor(() => expect(document.activeElement).toBe(box('Name')));
  expect(client.sent).toEqual([]);
});

it('shows an error at its field, moves to the first, and lists the rest above the buttons', async () => {
  refuse('city', 'name', 'rowVersion');
  const { user } = await show(school());
  await fill(user, 'City', 'Dallas');
  await save(user);
  await screen.findByText('Not this city.');
  expect(box('City').getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(box('Name')));
  expect(screen.getByRole('alert').textContent).toBe('Look again. Not this rowVersion.');
  expect(box('City').value).toBe('Dallas');
  await user.type(box('City'), '!');
  await user.type(box('Name'), '!');
  expect(screen.queryByText('Not this city.')).toBeNull();
  // An error that belongs to no field stays until the next save.
  expect(screen.getByRole('alert').textContent).toBe('Look again. Not this rowVersion.');
});

it('clears an error when its fields are edited, the message above the buttons with the last', async () => {
  refuse('name', 'city');
  const { user } = await show(school());
  await fill(user, 'City', 'Dallas');
  await save(user);
  await screen.findByText('Not this city.');
  await user.type(box('City'), '!');
  expect(screen.queryByText('Not this city.')).toBeNull();
  expect(screen.getByRole('alert').textContent).toBe('Look again.');
  await user.type(box('Name'), '!');
  expect(screen.queryByText('Not this name.')).toBeNull();
  expect(screen.getByRole('alert').textContent).toBe('');
});

it('merges another user’s save and saves again if nobody changed the same', async () => {
  const { user } = await show(school());
  client.current = school({ name: 'Their College', rowVersion: 9 });
  await fill(user, 'City', 'Dallas');
  await save(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(client.sent.map(({ rowVersion }) => rowVersion)).toEqual([3, 9]);
  expect(client.sent[1]).toEqual({ city: 'Dallas', rowVersion: 9, isFinal: false });
  expect(box('Name').value).toBe('Their College');
});

it('asks about fields changed on both sides, and saves the choice for its original record', async () => {
  const { user } = await show(school());
  client.current = school({ name: 'Their College', city: 'Waco', rowVersion: 9, by: 'Robin Marsh' });
  await fill(user, 'Name', 'My College');
  await fill(user, 'City', 'Dallas');
  await user.click(screen.getByText('Finish'));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Robin Marsh');
  await user.click(within(dialog).getByText('Theirs: Waco'));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(client.sent).toHaveLength(2));
  expect(client.sent[1]).toEqual({ name: 'My College', rowVersion: 9, isFinal: true });
  expect(box('City').value).toBe('Waco');
});

it('keeps the input and asks again if the dialog is closed', async () => {
  const { user } = await show(school());
  client.current = school({ name: 'Their College', rowVersion: 9 });
  await fill(user, 'Name', 'My College');
  await save(user);
  await user.click(await screen.findByText('Back to the form'));
  expect(box('Name').value).toBe('My College');
  await save(user);
  await screen.findByText('Theirs: Their College');
  expect(client.sent.map(({ rowVersion }) => rowVersion)).toEqual([3, 3]);
});

it('reports repeated concurrent saves', async () => {
  const { user } = await show(school());
  let version = 9;
  client.load = async () => {
    version += 1;
    return school({ rowVersion: version - 1 });
  };
  client.current = school({ rowVersion: 999 });
  await fill(user, 'City', 'Dallas');
  await save(user);
  await screen.findByText('Someone else changed this row.');
  expect(client.sent).toHaveLength(3);
  client.load = async () => client.current;
});

it('stores a draft at once, and offers it for a newer version', async () => {
  const { user } = await show(school());
  await fill(user, 'City', 'Dallas');
  cleanup();
  await show(school({ name: 'Their College', rowVersion: 9 }));
  await user.click(await screen.findByText('Restore draft'));
  expect(box('City').value).toBe('Dallas');
  expect(box('Name').value).toBe('Their College');
  client.current = school({ name: 'Their College', rowVersion: 9 });
  await save(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(client.sent).toEqual([{ city: 'Dallas', rowVersion: 9, isFinal: false }]);
  cleanup();
  await show(school());
  expect(screen.queryByText('Restore draft')).toBeNull();
});

it('asks before a draft replaces another user’s changes, without saving', async () => {
  const { user } = await show(school());
  await fill(user, 'Name', 'My College');
  cleanup();
  await show(school({ name: 'Their College', rowVersion: 9 }));
  await user.click(await screen.findByText('Restore draft'));
  let dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByText('Back to the form'));
  expect(box('Name').value).toBe('Their College');
  await user.click(await screen.findByText('Restore draft'));
  dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Restore draft' }));
  await waitFor(() => expect(box('Name').value).toBe('My College'));
  expect(client.sent).toEqual([]);
});

it('asks before leaving with changes, and then discards the draft', async () => {
  const { user, router } = await show(school());
  await fill(user, 'City', 'Dallas');
  void router.navigate({ to: '/elsewhere' as never });
  await user.click(await screen.findByText('Stay'));
  expect(router.state.location.pathname).toBe('/');
  expect(box('City').value).toBe('Dallas');
  expect(sessionStorage).toHaveLength(1);
  void router.navigate({ to: '/elsewhere' as never });
  await user.click(await screen.findByText('Leave'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
  expect(sessionStorage).toHaveLength(0);
});

it('follows reloaded data while unchanged, but never an older version', async () => {
  const { user } = await show(school());
  replace(school({ name: 'Newer', rowVersion: 4 }));
  await waitFor(() => expect(box('Name').value).toBe('Newer'));
  replace(school({ name: 'Older', rowVersion: 2 }));
  replace(school({ name: 'Read before', rowVersion: 4 }));
  replace(school({ name: 'Newer', city: 'Laredo', rowVersion: 4, besideVersion: 8 }));
  await waitFor(() => expect(box('City').value).toBe('Laredo'));
  await fill(user, 'City', 'Dallas');
  replace(school({ name: 'Newest', rowVersion: 5, besideVersion: 8 }));
  await user.type(box('City'), '!');
  expect([box('Name').value, box('City').value]).toEqual(['Newer', 'Dallas!']);
});

it('is read-only when locked', async () => {
  await show(school(), 'You can look.');
  expect(screen.getByText('You can look.')).toBeTruthy();
  expect(box('Name').matches(':disabled')).toBe(true);
  expect(screen.queryByText('Save')).toBeNull();
});

it('saves changes by Ctrl+S, and nothing without changes', async () => {
  const { user } = await show(school());
  await user.keyboard('{Control>}s{/Control}');
  await fill(user, 'City', 'Dallas');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(client.sent).toEqual([{ city: 'Dallas', rowVersion: 3, isFinal: false }]));
});
