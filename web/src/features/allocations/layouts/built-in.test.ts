import { variantOf } from '@paceline/contract';
import { expect, it } from 'vitest';
import { campaignTable } from '../month/campaigns/campaign-columns.ts';
import { ATTENTION, builtInLayouts, STANDARD } from './built-in.ts';

const layouts = (month: 'current' | 'next', group: 'ag' | 'cl' | 'mp') =>
  builtInLayouts(
    campaignTable({
      group,
      month,
      variant: variantOf(null),
      timeZone: 'America/Chicago',
      mayEdit: true,
      prefix: { names: new Map(), code: '' },
      open: () => undefined,
      attention: new Map(),
    }),
  );

it('"Needs attention" shows the code and the money at stake, by which it is sorted', () => {
  const layout = layouts('current', 'ag').get(ATTENTION);
  const shown = layout?.order.filter((key) => !layout.hidden.includes(key));
  expect(shown?.slice(0, 5)).toEqual(['name', 'campaignCode', 'subStatus', 'attention', 'offBudget']);
  expect([layout?.sort, layout?.filters]).toEqual([
    [{ column: 'offBudget', direction: 'desc' }],
    { attention: 'not empty' },
  ]);
});

it('is not offered for the next month, nor to media partners, who do not see budgets', () => {
  expect([...layouts('next', 'ag').keys()]).toEqual([STANDARD]);
  expect([...layouts('current', 'mp').keys()]).toEqual([STANDARD]);
});
