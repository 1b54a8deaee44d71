import { expect, it } from 'vitest';
import { whyAttention } from './attention.ts';
import { type CampaignRow } from './schema.ts';

const row = (over: Record<string, unknown>): CampaignRow =>
  ({
    subStatus: 'LIVE',
    statusReasons: [{ code: 'LIVE', message: 'Live' }],
    projectionToBudget: 70,
    mtdInquiries: 9,
    mtdAllocation: 14,
    deliveryPercent: 64.3,
    ...over,
  }) as unknown as CampaignRow;
const under = { kind: 'under', dollars: 600 } as const;
const over = { kind: 'over', dollars: 600 } as const;

it('says what came against what was due', () => {
  expect(whyAttention(row({}), under)).toBe('Behind: 9 delivered, 14 due (64%)');
  expect(whyAttention(row({ mtdInquiries: 20, deliveryPercent: 142.9 }), over)).toBe(
    'Ahead: 20 delivered, 14 due (143%)',
  );
});

it('names the cause that stops a lagging campaign first, and no campaign past its end', () => {
  const statusReasons = [
    { code: 'PAUSED', message: 'Paused since Oct 25, 2026 (Budget review), until somebody resumes it.' },
  ];
  expect(whyAttention(row({ statusReasons }), under)).toBe('Paused since Oct 25, 2026 (Budget review)');
  expect(whyAttention(row({ statusReasons }), { kind: 'noSpend', dollars: 2_000 })).toMatch(/^Paused/);
  const capped = [{ code: 'CAP_DAY', message: 'Daily cap reached: 1/1. Resets Nov 16, 2026, 12:00 AM CST.' }];
  expect(whyAttention(row({ statusReasons: capped }), under)).toBe('Daily cap reached: 1/1');
  // Outside hours occurs every night and is no reason for the month.
  const hours = [{ code: 'OFF_HOURS', message: 'Outside hours.' }];
  expect(whyAttention(row({ statusReasons: hours }), under)).toMatch(/^Behind/);
});

it('judges by spend where no inquiries are due', () => {
  const click = { mtdAllocation: null, deliveryPercent: null, projectionToBudget: 142.2 };
  expect(whyAttention(row(click), over)).toBe('Spend heads for 142% of the budget');
});

it('says of a cap and of a missing budget how much money it is about', () => {
  expect(whyAttention(row({}), { kind: 'capped', dollars: 430.4 })).toBe('Capped: $430 of demand not bought');
  expect(whyAttention(row({}), { kind: 'noBudget', dollars: 1_200 })).toBe('No budget: $1,200 projected');
});
