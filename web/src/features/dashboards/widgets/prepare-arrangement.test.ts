import { describe, expect, it } from 'vitest';
import { DASHBOARDS, type Slot, slotsFor } from '../dashboards.ts';
import { arranged, moved } from './prepare-arrangement.ts';
import { presetOf } from '@paceline/contract';

const slot = (name: string): Slot => ({ slot: name, widget: 'topChannels', title: name, view: 'table' });
const slots = ['a', 'b', 'c', 'd'].map(slot);
const names = (list: readonly Slot[]) => list.map((one) => one.slot).join('');

describe('an arrangement', () => {
  it('is the dashboard’s default until changed', () => {
    const { shown, hidden } = arranged(slots, null);
    expect([names(shown), names(hidden)]).toEqual(['abcd', '']);
    expect(shown).not.toBe(slots);
  });

  it('has the chosen order and omits hidden widgets', () => {
    const { shown, hidden } = arranged(slots, { order: ['d', 'b', 'a', 'c'], hidden: ['b'] });
    expect([names(shown), names(hidden)]).toEqual(['dac', 'b']);
  });

  it('adds new widgets at the end and forgets deleted ones', () => {
    const { shown, hidden } = arranged(slots, { order: ['gone', 'c', 'a'], hidden: ['gone'] });
    expect([names(shown), names(hidden)]).toEqual(['cabd', '']);
  });

  it.each([
    ['b', -1, 'bacd'],
    ['b', 1, 'acbd'],
    ['a', -1, 'abcd'],
    ['d', 1, 'abcd'],
    ['x', 1, 'abcd'],
  ] as const)('moves %s by %i', (name, by, order) => {
    expect(moved(['a', 'b', 'c', 'd'], name, by).join('')).toBe(order);
  });
});

describe('the widgets of an owner’s dashboard', () => {
  const has = (name: Parameters<typeof slotsFor>[0], preset: string | null) =>
    slotsFor(name, presetOf(preset)).map(({ widget }) => widget);

  it('are the same for owners without a preset, each position once', () => {
    for (const name of ['executive', 'pacing', 'website', 'search', 'affiliate'] as const) {
      const places = slotsFor(name, presetOf(null)).map((one) => one.slot);
      expect(places).toEqual(DASHBOARDS[name].map((one) => one.slot));
      expect(new Set(places).size).toBe(places.length);
    }
  });

  it('include the month-to-date pack for its preset, on the pacing page only', () => {
    expect(has('pacing', 'HARTWELL TECHNICAL INSTITUTE')).toContain('mtdLeadsReport');
    expect(has('executive', 'HARTWELL TECHNICAL INSTITUTE')).not.toContain('mtdLeadsReport');
    expect(has('pacing', 'ST. BRENDAN UNIVERSITY')).not.toContain('mtdLeadsReport');
  });

  it('omit what the owner’s preset hides', () => {
    expect(has('pacing', null)).toContain('pacingModel');
    expect(has('pacing', 'ST. BRENDAN UNIVERSITY')).not.toContain('pacingModel');
    expect(has('affiliate', 'HOMERIGHT REMODELING')).not.toContain('affiliateDegreeOverview');
  });
});
