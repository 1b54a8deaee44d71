import type { CampaignSource } from '@paceline/contract';
import { expect, it } from 'vitest';
import { blockedSources, openSources, withBlocked, withoutBlock } from './prepare-block.ts';

const source = (publisherSourceKey: number, sourceTag: string, more: Partial<CampaignSource> = {}): CampaignSource => ({
  publisherSourceKey,
  sourceTag,
  displayName: sourceTag,
  publisherName: 'Publisher',
  status: 'APPROVED',
  action: null,
  priceOverride: null,
  monthlyCap: null,
  note: '',
  allowed: true,
  ...more,
});
const SOURCES = [
  source(1, 's10'),
  source(2, 's2', { action: 'ALLOW', priceOverride: 31, monthlyCap: 5, note: 'kept' }),
  source(3, 's3', { action: 'BLOCK', allowed: false }),
];

it('offers the sources of the campaign’s leads, ordered by tag', () => {
  expect(openSources({ sources: SOURCES }).map(({ sourceTag }) => sourceTag)).toEqual(['s2', 's10']);
});

it('blocks one more and keeps prices, caps and notes of the others', () => {
  expect(withBlocked({ mode: 'ONLY_LISTED', sources: SOURCES, rowVersion: 7 }, 1, ' No consent ')).toEqual({
    mode: 'ONLY_LISTED',
    rowVersion: 7,
    sources: [
      { publisherSourceKey: 1, action: 'BLOCK', priceOverride: null, monthlyCap: null, note: 'No consent' },
      { publisherSourceKey: 2, action: 'ALLOW', priceOverride: 31, monthlyCap: 5, note: 'kept' },
      { publisherSourceKey: 3, action: 'BLOCK', priceOverride: null, monthlyCap: null, note: '' },
    ],
  });
});

it('unblocks one: its rule is removed, or becomes "allow" if only listed sources are accepted', () => {
  expect(blockedSources({ sources: SOURCES }).map(({ sourceTag }) => sourceTag)).toEqual(['s3']);
  const rule = { publisherSourceKey: 2, action: 'ALLOW', priceOverride: 31, monthlyCap: 5, note: 'kept' };
  expect(withoutBlock({ mode: 'ALL_APPROVED', sources: SOURCES, rowVersion: 7 }, 3).sources).toEqual([rule]);
  expect(withoutBlock({ mode: 'ONLY_LISTED', sources: SOURCES, rowVersion: 7 }, 3).sources).toEqual([
    rule,
    { publisherSourceKey: 3, action: 'ALLOW', priceOverride: null, monthlyCap: null, note: '' },
  ]);
});
