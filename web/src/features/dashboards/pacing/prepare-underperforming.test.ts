import { expect, it } from 'vitest';
import { anUnderperforming } from '../../../testing/pacing.ts';
import { rowsWithin, underperformingLine } from './prepare-underperforming.ts';

it('keeps rows that match every filter', () => {
  const rows = [
    anUnderperforming(),
    anUnderperforming({ campaignKey: 13, brandKey: 9, partnerKey: null, channel: 'ppc' }),
  ];
  const left = (filters: object): number[] =>
    rowsWithin(rows, { ownerKey: 2, ...filters }).map(({ campaignKey }) => campaignKey);
  expect(left({})).toEqual([12, 13]);
  expect(left({ brandKeys: [] })).toEqual([12, 13]);
  expect(left({ brandKeys: [9] })).toEqual([13]);
  expect(left({ partnerKeys: [6] })).toEqual([12]);
  expect(left({ channels: ['ppc'], brandKeys: [4] })).toEqual([]);
  expect(left({ goalKeys: [8] })).toEqual([]);
  expect(left({ customChannelKeys: [1] })).toEqual([]);
  expect(left({ clientKeys: [5] })).toEqual([12, 13]);
});

it('shows measure, value and goal, with the owner’s labels', () => {
  const viewer = { labels: 'sales', group: 'cl', campaigns: false } as const;
  const row = anUnderperforming({
    measure: 'matureCpe',
    value: 1312.5,
    target: 1000,
    percentOfTarget: 131.25,
    matureCpeNote: '4 outcomes of 90 inquiries.',
  });
  expect(underperformingLine(row, viewer)).toEqual({
    key: 12,
    name: 'Nursing Leads',
    detail: 'NURSE-1 · Midwest Nursing',
    path: null,
    why: 'Cost per matured sale: $1,312.50, goal $1,000.00',
    above: '31% above goal',
    basis: '4 outcomes of 90 inquiries. Live for 41 days.',
  });
});
