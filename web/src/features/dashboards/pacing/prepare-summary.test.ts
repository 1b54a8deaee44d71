import { describe, expect, it } from 'vitest';
import { aSummary } from '../../../testing/pacing.ts';
import { daysLeftText, summaryBlocks, throughText } from './prepare-summary.ts';

describe('the summary of a month', () => {
  it('shows the projection with its figures and precision', () => {
    const [spend, inquiries] = summaryBlocks(aSummary());
    expect(spend).toEqual({
      title: 'Spend against budget',
      verdict: { mark: 'over', words: 'Over by $300: projected $3K of $2.7K' },
      figures: [
        { key: 'mtdSpent', label: 'Spent so far', text: '$1,000' },
        { key: 'spendProjection', label: 'Projected', text: '$3,000' },
        { key: 'budget', label: 'Budget', text: '$2,700' },
      ],
      range: 'Likely range $2,900–$3,200 (80 %)',
    });
    expect(inquiries).toMatchObject({
      verdict: { mark: 'on', words: 'On pace: projected 58 of 60' },
      range: 'Likely range 55–64 (80 %)',
    });
  });

  it('projects nothing for a finished month', () => {
    const totals = { ...aSummary().totals, mtdSpent: 2_592, mtdInquiries: 70 };
    const [spend, inquiries] = summaryBlocks(aSummary({ ended: true, state: 'past', daysLeft: 0, totals }));
    expect(spend?.verdict.words).toBe('Ended at $2.6K, 4% under');
    expect(spend?.figures.map(({ label }) => label)).toEqual(['Spent', 'Budget']);
    expect([spend?.range, inquiries?.range]).toEqual([null, null]);
    expect(inquiries?.verdict).toEqual({ mark: 'over', words: 'Ended at 70, 17% over' });
    expect(daysLeftText(aSummary({ state: 'past' }))).toBeNull();
  });

  it('shows the last day of data, separately for spend and inquiries if an account is late', () => {
    expect(throughText(aSummary())).toBe('Data through Nov 10, 2026');
    expect(throughText(aSummary({ spendThrough: '2026-11-08' }))).toBe(
      'Spend through Nov 8, 2026, inquiries through Nov 10, 2026',
    );
    expect(throughText(aSummary({ spendThrough: null }))).toBe(
      'Spend: no complete day yet, inquiries through Nov 10, 2026',
    );
    expect(throughText(aSummary({ spendThrough: null, leadsThrough: null }))).toBe(
      'No complete day yet: figures are today so far, a few seconds behind',
    );
  });

  it('shows what remains', () => {
    expect(daysLeftText(aSummary())).toBe('20 days left, $85 a day to spend');
    expect(daysLeftText(aSummary({ daysLeft: 1, totals: {} }))).toBe('1 day left');
  });
});
