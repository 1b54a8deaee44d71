import { MantineProvider } from '@mantine/core';
import type { Permission } from '@paceline/contract';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { PermissionMatrix } from './permission-matrix.tsx';
import type { MatrixRow } from './prepare-user-form.ts';

const cell = (permission: Permission, canGive = true) => ({
  permission,
  label: permission.split(':')[1] ?? '',
  canGive,
});
const ROWS: MatrixRow[] = [
  {
    module: 'campaigns',
    label: 'Campaigns',
    cells: [cell('campaigns:View'), cell('campaigns:Update'), cell('campaigns:Delete', false)],
  },
  { module: 'audit', label: 'Audit', cells: [cell('audit:View', false)] },
];

const open = (first: Permission[], rows = ROWS) => {
  const onChange = vi.fn<(permissions: Permission[]) => void>();
  const Page = () => {
    const [value, setValue] = useState(first);
    const change = (next: Permission[]) => {
      onChange(next);
      setValue(next);
    };
    return <PermissionMatrix rows={rows} value={value} onChange={change} />;
  };
  render(
    <MantineProvider env="test">
      <Page />
    </MantineProvider>,
  );
  return { now: () => onChange.mock.lastCall?.[0] };
};
const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

it('grants and revokes one right', () => {
  const { now } = open(['campaigns:View']);
  fireEvent.click(box('Campaigns: Update'));
  expect(now()).toEqual(['campaigns:View', 'campaigns:Update']);
  fireEvent.click(box('Campaigns: View'));
  expect(now()).toEqual(['campaigns:Update']);
});

it('grants and revokes all grantable rights of a module; others stay', () => {
  const { now } = open(['audit:View', 'campaigns:Delete']);
  fireEvent.click(box('Campaigns: all'));
  expect(now()?.toSorted()).toEqual(['audit:View', 'campaigns:Delete', 'campaigns:Update', 'campaigns:View']);
  expect(box('Campaigns: all').checked).toBe(true);
  fireEvent.click(box('Campaigns: all'));
  expect(now()).toEqual(['audit:View', 'campaigns:Delete']);
});

it('shows a partial module', () => {
  open(['campaigns:View']);
  expect([box('Campaigns: all').checked, box('Campaigns: all').indeterminate]).toEqual([false, true]);
});

it('disables rights the grantor lacks, with the reason', () => {
  open([]);
  expect([box('Campaigns: Delete').disabled, box('Audit: all').disabled]).toEqual([true, true]);
  const note = document.getElementById(box('Audit: View').getAttribute('aria-describedby') ?? '');
  expect([note?.textContent, note?.hidden]).toEqual([
    'Greyed: you do not have this right yourself, so you cannot grant it.',
    false,
  ]);
});

it('shows no note without disabled boxes', () => {
  open([], [{ ...ROWS[0], cells: [cell('campaigns:View')] } as MatrixRow]);
  expect(screen.getByText(/^Greyed/).hidden).toBe(true);
});
