import type { CampaignRow, GoalRow } from '@paceline/contract';
import { expect, test } from 'vitest';
import { countMarks, overviewRows, pacingReason } from './prepare-overview.ts';

const goal = (goalKey: number, numbers: object): GoalRow =>
  ({ goalKey, goalName: `Goal ${goalKey}`, budget: 60_000, ...numbers }) as unknown as GoalRow;
const campaign = (campaignKey: number, goalKey: number): CampaignRow =>
  ({
    campaignKey,
    goalKey,
    name: `Campaign ${campaignKey}`,
    subStatus: 'LIVE',
    statusReasons: [{ code: 'LIVE', message: 'It runs.' }],
  }) as unknown as CampaignRow;

const goals = [
  goal(1, { projectionToBudget: 100, budgetPlusMinus: 10 }),
  goal(2, { projectionToBudget: 114, spendProjection: 68_396, budgetPlusMinus: 8_396, cappedCampaigns: 2 }),
  goal(3, { budget: null, projectionToBudget: null }),
];

test('campaigns are below their line item, ordered by distance from plan', () => {
  const rows = overviewRows(goals, [campaign(7, 1), campaign(8, 2), campaign(9, 2)]);
  expect(rows.map(({ name, children }) => [name, children.map((child) => child.name)])).toEqual([
    ['Goal 2', ['Campaign 8', 'Campaign 9']],
    ['Goal 1', ['Campaign 7']],
    ['Goal 3', []],
  ]);
});

test('marks start at 110 and 90', () => {
  expect(countMarks(overviewRows([...goals, goal(4, { projectionToBudget: 90 })], []), 10)).toEqual({
    over: 1,
    under: 1,
    on: 1,
    capped: 0,
    none: 1,
  });
});

test('a mark has a reason', () => {
  const [first, , last] = overviewRows(goals, []);
  expect(first && pacingReason(first, false, 10)).toBe(
    'Over: the projection $68,396.00 is 114.0% of the budget $60,000.00, +$8,396.00. 2 of its campaigns stop at the hard cap.',
  );
  expect(last && pacingReason(last, false, 10)).toBe('There is no budget for the month.');
  const [unspent] = overviewRows([goal(5, { projectionToBudget: null })], []);
  expect(unspent && pacingReason(unspent, false, 10)).toBe('No spend yet, so there is no projection.');
});
