import { EXCEPTION_KINDS, type PacingException } from '@paceline/contract';
import { describe, expect, it } from 'vitest';
import { anException } from '../../../testing/pacing.ts';
import { exceptionRow, type Rights } from './prepare-exceptions.ts';

const ALL: Rights = { group: 'ag', campaigns: true, goals: true, allocations: true };
const NOW = { ended: false, state: 'current' };
const row = (over: Partial<PacingException> = {}, rights: Partial<Rights> = {}, when = NOW) =>
  exceptionRow(anException(over), { ...ALL, ...rights }, when);
const LINE_ITEM = { campaignKey: null, campaign: null, code: null, channel: null };

describe('an exception', () => {
  it('shows the problem, its size and its figures', () => {
    expect(row()).toMatchObject({
      name: 'Automotive Google Ads',
      detail: 'GA-006 · Midwest Search',
      word: 'Over',
      about: '$717 above budget',
      figures: '$1,128 spent, $2,417 projected of $1,700',
    });
    expect(row({ ...LINE_ITEM, kind: 'notAssigned', dollars: 550 })).toMatchObject({
      name: 'Midwest Search',
      detail: 'Line item',
      word: 'Not assigned',
      about: '$550 in no campaign',
    });
    expect(row({ kind: 'noBudget', budget: null }).figures).toBe('$1,128 spent, $2,417 projected, no budget');
    expect(row({ projection: null, spent: null }).figures).toBe('$0 spent of $1,700');
  });

  it('has words for every kind, also for finished months', () => {
    const wordsOf = (when: typeof NOW) => EXCEPTION_KINDS.map((kind) => row({ kind, dollars: 10 }, {}, when));
    expect(wordsOf(NOW).map(({ word, about }) => `${word}: ${about}`)).toEqual([
      'Over: $10 above budget',
      'Under: $10 below budget',
      'No spend yet: $10 below budget',
      'Capped: $10 of demand not bought',
      'No budget: $10 projected',
      'No campaigns: $10 in no campaign',
      'Not assigned: $10 in no campaign',
    ]);
    const over = wordsOf({ ended: true, state: 'past' });
    expect(over[2]?.word).toBe('No spend');
    expect(over[3]?.about).toBe('stopped at its cap');
    expect(over[0]?.figures).toBe('$1,128 of $1,700');
  });

  it('links to the next action: the allocation sheet, otherwise the campaign or the line item', () => {
    expect(row().action).toEqual({ label: 'Open campaign', path: '/s/cl/allocations/campaigns/summary/12' });
    const lead = { channel: 'ppl' } as const;
    expect(row(lead).action).toEqual({
      label: 'Change allocation',
      path: '/s/cl/allocations/currentmonth?lineItem=7',
    });
    // A past month's sheet is closed.
    expect(row(lead, {}, { ended: true, state: 'past' }).action?.label).toBe('Open campaign');
    expect(row(LINE_ITEM).action?.label).toBe('Open line item');
  });

  it('has no link without the right', () => {
    const lead = { channel: 'ppl' } as const;
    expect(row(lead, { group: 'cl' }).action?.label).toBe('Open allocation');
    expect(row(lead, { allocations: false }).action?.label).toBe('Open campaign');
    expect(row(lead, { allocations: false, campaigns: false })).toMatchObject({ action: null, record: null });
    expect(row(LINE_ITEM, { group: 'cl' })).toMatchObject({ action: null, record: null });
  });
});
