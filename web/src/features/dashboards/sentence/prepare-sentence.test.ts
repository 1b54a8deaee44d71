import type { PacingException, PacingSummary } from '@paceline/contract';
import { describe, expect, it } from 'vitest';
import { monthPrefix, monthSentence } from './prepare-sentence.ts';

const DAY = {
  date: '2026-11-14',
  spent: 30_000,
  late: false,
  planned: 31_000,
  projected: 68_900,
  low: null,
  high: null,
};
const totals = { budget: 70_200, mtdSpent: 31_500, spendProjection: 68_900 };

const summary = (over: Partial<PacingSummary> = {}) =>
  ({
    month: '2026-11-01',
    state: 'current',
    ended: false,
    early: false,
    band: 10,
    daysLeft: 16,
    spendThrough: '2026-11-14',
    leadsThrough: '2026-11-14',
    totals,
    days: [DAY],
    exceptions: [],
    exceptionCount: 5,
    exceptionCampaigns: 5,
    atStake: 2100,
    blank: null,
    ...over,
  }) as PacingSummary;

const words = (over: Partial<PacingSummary> = {}, group: 'ag' | 'cl' = 'ag') => {
  const { verdict, attention } = monthSentence(summary(over), group);
  return attention === null ? verdict : `${verdict}; ${attention}`;
};

describe('the month in one sentence', () => {
  it('has the verdict of the page and the money of its list', () => {
    expect(words()).toBe('On pace: projected $68.9K of $70.2K; 5 campaigns need you, $2.1K at stake');
    expect(words({ exceptionCount: 2, exceptionCampaigns: 1 })).toContain('1 campaign and 1 line item need you');
    expect(words({ exceptionCount: 1, exceptionCampaigns: 1, atStake: 0 })).toMatch(/; 1 campaign needs you$/);
    expect(words({ exceptionCount: 0, exceptionCampaigns: 0 })).toMatch(/; nothing needs attention$/);
  });

  it('asks nothing of clients, who cannot act', () => {
    expect(words({}, 'cl')).toBe('On pace: projected $68.9K of $70.2K; 5 campaigns off plan, $2.1K at stake');
  });

  it('judges nothing in a young month, and says so without data and without a plan', () => {
    const none = { exceptionCount: 0, exceptionCampaigns: 0 };
    expect(words({ early: true, ...none })).toBe('Too early to judge: $31.5K of $70.2K so far');
    const first = { spendThrough: null, leadsThrough: null, ...none };
    expect(words({ ...first, totals: { budget: 70_200, mtdSpent: 900, spendProjection: 60_000 } })).toBe(
      'Too early to judge: $900 of $70.2K so far',
    );
    expect(words({ ...first, totals: { budget: 70_200, mtdSpent: 0, spendProjection: null } })).toBe(
      'No spend yet: $0 of $70.2K',
    );
    expect(words({ days: [], ...none })).toBe('No budget and no spend in November 2026');
    expect(words({ blank: 'Plans have no campus.', ...none })).toBe('No plan for these filters');
  });

  it('is final for a month that ended', () => {
    const ended = { ended: true, state: 'past' as const, totals: { ...totals, mtdSpent: 50_000 } };
    expect(words(ended)).toBe('Ended at $50K, 29% under; 5 campaigns ended off plan');
    expect(words({ ...ended, exceptionCount: 0 })).toMatch(/; every campaign ended on plan$/);
    expect([monthPrefix(summary(ended)), monthPrefix(summary())]).toEqual(['November 2026. ', '']);
  });

  it('names caps and late sources as what limits the verdict', () => {
    const capped = { kind: 'capped', dollars: 430 } as PacingException;
    const { facts } = monthSentence(
      summary({ exceptions: [capped], exceptionCount: 1, spendThrough: '2026-11-12', days: [{ ...DAY, late: true }] }),
      'ag',
    );
    expect(facts).toEqual([
      'Caps hold back $430 of demand',
      '16 days left',
      'Spend through Nov 12, 2026, inquiries through Nov 14, 2026',
      'An ad account is late: its spend is missing',
    ]);
    // Only a page of the list is here: its sum would not be the whole.
    const { facts: part } = monthSentence(summary({ exceptions: [capped], exceptionCount: 90 }), 'ag');
    expect(part).not.toContain('Caps hold back $430 of demand');
  });
});
