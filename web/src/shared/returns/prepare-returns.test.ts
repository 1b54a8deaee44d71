import type { ReturnDecisionPreview } from '@paceline/contract';
import { describe, expect, it } from 'vitest';
import { decisionPlan, limitText, monthText, readLeadIds } from './prepare-returns.ts';

const limit = { percent: 10, delivered: 120, allowed: 12, accepted: 7, open: 3 };
const row = (returnKey: number, over: Partial<ReturnDecisionPreview['rows'][number]> = {}) => ({
  returnKey,
  leadId: `L-${returnKey}`,
  month: '2026-11-01',
  isMonthClosed: false,
  limit,
  isBeyondLimit: false,
  refusal: null,
  ...over,
});
const preview = (rows: ReturnDecisionPreview['rows'], over: Partial<ReturnDecisionPreview> = {}) => ({
  lowered: { leads: 0, client: 0, media: 0 },
  credited: { leads: 0, client: 0, media: 0 },
  creditMonth: '2026-11-01',
  rows,
  ...over,
});

describe('words', () => {
  it('show the used part of the limit', () => {
    expect(limitText(limit)).toBe('7 of 12 returns used, 3 open');
    expect(limitText({ ...limit, open: 0 })).toBe('7 of 12 returns used');
    expect(monthText('2026-11-01')).toBe('November 2026');
  });

  it('parse pasted ids without duplicates', () => {
    expect(readLeadIds(' L-1, L-2;L-1\n\nL-3\t17 ')).toEqual(['L-1', 'L-2', 'L-3', '17']);
    expect(readLeadIds(' \n ')).toEqual([]);
  });
});

describe('the effect of a decision', () => {
  it('lowers open months and credits closed ones', () => {
    const { returnKeys, effects } = decisionPlan(
      preview([row(1), row(2, { month: '2026-09-01', isMonthClosed: true })], {
        lowered: { leads: 1, client: 71.25, media: 43.75 },
        credited: { leads: 1, client: 50, media: 40 },
      }),
      'ACCEPT',
      false,
    );
    expect(returnKeys).toEqual([1, 2]);
    expect(effects).toEqual([
      'Accepting reduces the bill for November 2026 by $71.25 for the client and $43.75 for the media partner.',
      '1 lead is of a closed month, whose bill does not change: credited in November 2026, $50.00 for the client and $40.00 for the media partner.',
    ]);
  });

  it('skips decided returns, and those beyond the limit without the right to override', () => {
    const rows = [row(1), row(2, { isBeyondLimit: true }), row(3, { refusal: 'The return of L-3 was declined.' })];
    expect(decisionPlan(preview(rows), 'ACCEPT', false)).toMatchObject({
      returnKeys: [1],
      leftOut: [{ leadId: 'L-2' }, { leadId: 'L-3', why: 'The return of L-3 was declined.' }],
    });
    expect(decisionPlan(preview([row(1)]), 'ACCEPT', false).effects).toEqual([
      'Now: 7 of 12 returns used, 3 open, 10 % of 120 delivered leads of the media partner in that month.',
    ]);
    expect(decisionPlan(preview(rows), 'ACCEPT', true).returnKeys).toEqual([1, 2]);
    expect(decisionPlan(preview(rows), 'DECLINE', false).returnKeys).toEqual([1, 2]);
  });
});
