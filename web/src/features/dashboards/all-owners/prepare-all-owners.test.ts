import { describe, expect, it } from 'vitest';
import { aMonth, anOver, anOwnerRow } from '../../../testing/owners.ts';
import { filterOwners, ownersChoices, ownersNotes, ownersSentence } from './prepare-all-owners.ts';

const unplanned = aMonth({
  totals: { ...aMonth().totals, budget: null, budgetedSpend: null, budgetedProjection: null, projectionToBudget: null },
});
const ROWS = [
  anOwnerRow(1, 'Hartwell', anOver(1_200)),
  anOwnerRow(2, 'Crestview', aMonth(), { brands: ['Crestview', 'Online'] }),
  anOwnerRow(3, 'Hearth', unplanned, { vertical: 'Home services', manager: 'Dana Field', brands: ['Online'] }),
  anOwnerRow(4, 'Late', null),
];
const names = (rows: typeof ROWS) => rows.map(({ name }) => name);

describe('filters', () => {
  it('keep owners by verdict, vertical and brand, and all of them together', () => {
    expect(names(filterOwners(ROWS, {}))).toEqual(['Hartwell', 'Crestview', 'Hearth', 'Late']);
    expect(names(filterOwners(ROWS, { pacing: 'over' }))).toEqual(['Hartwell']);
    expect(names(filterOwners(ROWS, { pacing: 'none' }))).toEqual(['Hearth']);
    expect(names(filterOwners(ROWS, { brand: 'Online' }))).toEqual(['Crestview', 'Hearth']);
    expect(names(filterOwners(ROWS, { brand: 'Online', vertical: 'Education' }))).toEqual(['Crestview']);
    expect(names(filterOwners(ROWS, { manager: 'Dana Field' }))).toEqual(['Hearth']);
  });

  it('offer what there is, verdicts with their numbers', () => {
    const { pacing, vertical, manager, brand } = ownersChoices(ROWS);
    expect(pacing.map(({ label }) => label)).toEqual(['Over (1)', 'Under (0)', 'On pace (1)', 'Not judged (1)']);
    expect(manager.map(({ value }) => value)).toEqual(['Dana Field']);
    expect(vertical.map(({ value }) => value)).toEqual(['Education', 'Home services']);
    expect(brand.map(({ value }) => value)).toEqual(['Crestview', 'Hartwell Brand', 'Late Brand', 'Online']);
  });
});

it('a sentence says how many owners are off, and what is at stake', () => {
  expect(ownersSentence(ROWS)).toBe(
    '4 owners: 1 over, 1 on pace, 1 not judged, $3,000 spent of $6,000, $1,200 at stake in 2 places.',
  );
  expect(ownersSentence(ROWS.slice(1, 2))).toBe('1 owner: 1 on pace, $1,000 spent of $3,000, nothing needs attention.');
});

it('notes tell of figures to come, and of owners in another month', () => {
  const behind = anOwnerRow(5, 'Behind', aMonth({ month: '2026-10-01' }));
  expect(ownersNotes({ rows: ROWS, due: 0 })).toEqual([]);
  expect(ownersNotes({ rows: [...ROWS, behind], due: 1 })).toEqual([
    'Updating figures of 1 owner…',
    'By their own calendars 1 owner still has October 2026, the others November 2026.',
  ]);
});
