import { variantOf } from '@paceline/contract';
import { describe, expect, it } from 'vitest';
import { slotsFor } from '../dashboards.ts';
import { monthOf, pacingBody, slotBody } from './prepare-month.ts';
import { pacingTabs, tabLabel } from './prepare-tabs.ts';

const TODAY = '2026-11-11';
const SLOTS = slotsFor('pacing', variantOf(null));

describe('the month of the pacing overview', () => {
  it('is the running one, the chosen one, or the one where other dates end', () => {
    expect(monthOf({}, TODAY)).toBe('2026-11');
    expect(monthOf({ range: '2026-10' }, TODAY)).toBe('2026-10');
    expect(monthOf({ range: 'lastMonth' }, TODAY)).toBe('2026-10');
    expect(monthOf({ range: 'custom', from: '2026-08-20', to: '2026-09-03' }, TODAY)).toBe('2026-09');
    // An invalid range is ignored.
    expect(monthOf({ range: 'custom', from: '2026-08-20', to: '2026-08-03' }, TODAY)).toBe('2026-11');
    expect(monthOf({ range: '2027-02' }, TODAY)).toBe('2026-11');
  });

  it('is requested with the filters, without dates', () => {
    expect(pacingBody({ brand: [4], compare: 'previous', range: 'last7' }, 2, TODAY)).toEqual({
      ownerKey: 2,
      brandKeys: [4],
    });
    expect(pacingBody({ range: '2026-10', channel: ['ppl'] }, 2, TODAY)).toEqual({
      ownerKey: 2,
      channels: ['ppl'],
      month: '2026-10',
    });
  });

  it('does not apply to tables with their own days', () => {
    const body = { ownerKey: 2, month: '2026-10' };
    const months = Object.fromEntries(SLOTS.map((slot) => [slot.slot, slotBody(slot, body).month]));
    expect(months).toMatchObject({ pacingGoal: '2026-10', overpacingCampaigns: '2026-10', campusLeadsPpc: '2026-10' });
    for (const own of ['yesterdaySnapshot', 'lastWeekSnapshot', 'rollingLastWeek', 'pacingMonth'])
      expect([own, months[own]]).toEqual([own, undefined]);
  });
});

describe('the tabs of the table', () => {
  it('include every table of the page, daily ones first', () => {
    const { tabs, more, chosen } = pacingTabs(SLOTS, undefined);
    expect(tabs.map(tabLabel)).toEqual([
      'Line Item',
      'Brand',
      'Channel',
      'Lead Provider',
      'Model',
      'Custom Channel',
      'Overpacing',
      'Underpacing',
    ]);
    expect(chosen?.slot).toBe('pacingGoal');
    expect([...tabs, ...more].map(({ slot }) => slot).toSorted()).toEqual(SLOTS.map(({ slot }) => slot).toSorted());
    expect(more.map(({ title }) => title)).toContain('Pacing by Line Item, Paid Social');
  });

  it('show the chosen one, and omit those the owner does not have', () => {
    const { tabs, more, chosen } = pacingTabs(SLOTS, 'campusLeadsPpl');
    expect(chosen?.title).toBe('MTD PPL Leads by Campus');
    expect(tabs.at(-1)).toBe(chosen);
    expect(more).not.toContain(chosen);
    expect(pacingTabs(SLOTS, 'nothing').chosen?.slot).toBe('pacingGoal');
    expect(pacingTabs([], 'pacingGoal').chosen).toBeNull();
  });
});
