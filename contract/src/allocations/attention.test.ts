import { expect, it } from 'vitest';
import { attentionMark, whyOffPace } from './attention.ts';
import { type CampaignRow } from './schema.ts';

const row = (over: Record<string, unknown>): CampaignRow =>
  ({
    subStatus: 'LIVE',
    statusReasons: [{ code: 'LIVE', message: 'Live' }],
    month: '2026-11-01',
    through: '2026-11-14',
    capped: false,
    budget: 2000,
    budgetPlusMinus: -600,
    projectionToBudget: 70,
    mtdInquiries: 9,
    mtdAllocation: 14,
    deliveryPercent: 64.3,
    ...over,
  }) as unknown as CampaignRow;

it('compares what came with what was due', () => {
  expect(whyOffPace(row({}), 10)).toBe('Behind: 9 delivered, 14 due (64%)');
  const ahead = { projectionToBudget: 130, mtdInquiries: 20, deliveryPercent: 142.9 };
  expect(whyOffPace(row(ahead), 10)).toBe('Ahead: 20 delivered, 14 due (143%)');
});

it('names the cause that stops a lagging campaign first, and no campaign past its end', () => {
  const statusReasons = [
    { code: 'PAUSED', message: 'Paused since Oct 25, 2026 (Budget review), until somebody resumes it.' },
  ];
  expect(whyOffPace(row({ subStatus: 'PAUSED', statusReasons }), 10)).toBe('Paused since Oct 25, 2026 (Budget review)');
  const capped = [{ code: 'CAP_DAY', message: 'Daily cap reached: 1/1. Resets Nov 16, 2026, 12:00 AM CST.' }];
  expect(whyOffPace(row({ subStatus: 'CAP_DAY', statusReasons: capped }), 10)).toBe('Daily cap reached: 1/1');
  // Outside hours occurs every night and is no reason for the month.
  const hours = [{ code: 'OFF_HOURS', message: 'Outside hours.' }];
  expect(whyOffPace(row({ subStatus: 'OFF_HOURS', statusReasons: hours }), 10)).toMatch(/^Behind/);
});

it('judges by spend where no inquiries are due', () => {
  const click = { mtdAllocation: null, deliveryPercent: null, projectionToBudget: 142.2 };
  expect(whyOffPace(row(click), 10)).toBe('Spend heads for 142% of the budget');
});

it('ignores campaigns that are on pace, capped, over, small or too young to judge', () => {
  expect(attentionMark(row({}), 10)).toBe('under');
  expect(attentionMark(row({ projectionToBudget: 111 }), 10)).toBe('over');
  for (const over of [
    { projectionToBudget: 95 },
    { capped: true },
    { subStatus: 'ENDED' },
    { budget: 200 },
    { through: '2026-11-02' },
    { through: '2026-10-31' },
    { projectionToBudget: null },
  ])
    expect({ over, why: whyOffPace(row(over), 10) }).toEqual({ over, why: null });
});
