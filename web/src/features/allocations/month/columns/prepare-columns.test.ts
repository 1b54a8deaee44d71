import { campaignTotals, OWNER_VARIANTS, variantOf } from '@paceline/contract';
import { expect, it } from 'vitest';
import { aCampaign, aGoal } from '../../../../testing/allocations.ts';
import { formatCell } from '../../../../ui/grid/edit/kinds.ts';
import { placeColumns } from '../../../../ui/grid/body/geometry.ts';
import { shownColumns } from '../../../../ui/grid/view/layout.ts';
import type { GridColumn } from '../../../../ui/grid/types.ts';
import { campaignTable } from '../campaigns/campaign-columns.ts';
import { goalTable } from '../../overview/goal-columns.tsx';
import { writeTotals } from './prepare-columns.ts';

const plain = variantOf(null);
const table = (over: Partial<Parameters<typeof campaignTable>[0]> = {}) =>
  campaignTable({
    group: 'ag',
    month: 'current',
    variant: plain,
    timeZone: 'America/Chicago',
    mayEdit: true,
    prefix: { names: new Map(), code: '' },
    open: () => undefined,
    attention: new Map(),
    ...over,
  });
const keysOf = (columns: readonly GridColumn<never>[]) => columns.map(({ key }) => key);
const editable = (columns: readonly GridColumn<never>[]) => keysOf(columns.filter((column) => column.editable));
const at = <Row>(columns: readonly GridColumn<Row>[], key: string): GridColumn<Row> => {
  const column = columns.find((one) => one.key === key);
  if (!column) throw new Error(`There is no column ${key}`);
  return column;
};
const shown = (key: string, over: Record<string, unknown>): string => {
  const column = at(table().columns, key);
  const row = aCampaign(over);
  return formatCell(column, column.value ? column.value(row) : row[key], row);
};

it('allows each group to edit its own columns of the month only', () => {
  expect(editable(table().columns)).toContain('userDefinedMonthlyAllocation');
  expect(editable(table().columns)).not.toContain('monthlyAllocation');
  expect(editable(table({ month: 'next' }).columns)).toEqual([
    'monthlyCapacity',
    'monthlyAllocation',
    'clientMonthlyAllocation',
    'monthlySoftAllocation',
    'clientBidPrice',
    'aggregatorBidPrice',
  ]);
  expect(editable(table({ group: 'cl' }).columns)).toEqual([]);
  expect(editable(table({ group: 'cl', month: 'next' }).columns)).toEqual([
    'monthlyCapacity',
    'monthlyAllocation',
    'monthlySoftAllocation',
  ]);
  expect(editable(table({ group: 'mp' }).columns)).toEqual(['incrementalCapacity', 'requestedAllocation']);
  expect(editable(table({ mayEdit: false }).columns)).toEqual([]);
});

it('hides prices from groups that may not see them, and uses each group’s labels', () => {
  expect(keysOf(table({ group: 'cl' }).columns)).not.toContain('aggregatorBidPrice');
  expect(keysOf(table({ group: 'mp' }).columns)).not.toContain('clientBidPrice');
  expect(at(table({ group: 'cl', month: 'next' }).columns, 'clientBidPrice').label).toBe('Next Month Media Cost');
  expect(at(table({ month: 'next' }).columns, 'clientBidPrice').label).toBe('Adjusted Client Cost');
  const sales = OWNER_VARIANTS['HOMERIGHT REMODELING'];
  expect(at(table({ variant: sales }).columns, 'mtdEnrollments').label).toBe('MTD Sales');
  expect(at(table({ variant: sales }).columns, 'mtdInterviews').label).toBe('MTD Estimates');
  expect(keysOf(table({ variant: sales }).columns).filter((key) => /appl/i.test(key))).toEqual([]);
  const client = { group: 'cl' } as const;
  expect(table({ ...client, variant: sales }).layout.visible).toContain('mtdInterviews');
  expect(table(client).layout.visible).not.toContain('mtdInterviews');
});

it('formats numbers as in the registry', () => {
  expect(shown('diffToBudget', { diffToBudget: 110.45 })).toBe('110.5%');
  expect(shown('historicalCostPerApplication', { historicalCostPerApplication: 0 })).toBe('');
  expect(shown('historicalCostPerApplication', { historicalCostPerApplication: null })).toBe('');
  expect(shown('userDefinedDailyAllocation', { userDefinedDailyAllocation: null })).toBe('–');
  expect(shown('budgetPlusMinus', { budgetPlusMinus: 8396 })).toBe('+$8,396.00');
  expect(shown('subStatus', { subStatus: 'CAP_MONTH' })).toBe('Monthly cap reached');
});

it('does not sort unsortable columns, and parses input by the field’s rules', () => {
  const { columns } = table({ month: 'next' });
  expect(at(columns, 'campaignReoccuring').sortable).toBe(false);
  expect(at(columns, 'actionSources').sortable).toBe(false);
  const read = (key: string, text: string) => at(columns, key).parse?.(text, aCampaign());
  expect(read('monthlyAllocation', '1,200')).toEqual({ value: 1200 });
  expect(read('monthlyAllocation', '')).toEqual({ value: null });
  expect(read('monthlyAllocation', '-3')).toEqual({ error: 'BOM Allocation must be a whole number 0 or more.' });
  expect(read('monthlyAllocation', 'abc')).toEqual({ error: '“abc” is not a number' });
  expect(read('clientBidPrice', '$97.50')).toEqual({ value: 97.5 });
  expect(read('clientBidPrice', '97.505')).toEqual({
    error: 'Adjusted Client Cost must be between 0 and 9999.99, with two decimals.',
  });
});

it('starts with the columns of the owner’s layout, in the order of the table', () => {
  const { columns, standard, layout } = table({
    month: 'next',
    variant: OWNER_VARIANTS['LAKESHORE COLLEGE OF HEALTH'],
  });
  const visible = keysOf(columns).filter((key) => !standard.hidden.includes(key));
  expect(new Set(visible)).toEqual(new Set([...layout.visible, 'actionHistory']));
  const parents = columns.filter(({ key }) => visible.includes(key)).map(({ group }) => group);
  // Each parent header occurs once.
  expect(parents.filter((parent, index) => parent !== parents[index - 1])).toHaveLength(new Set(parents).size);
});

it('fits a buyer’s running month on one screen, editable columns first', () => {
  const { columns, standard } = table();
  const inSight = shownColumns(columns, standard);
  expect(keysOf(inSight)).toEqual([
    'name',
    'campaignCode',
    'subStatus',
    'userDefinedMonthlyAllocation',
    'weeklySoftAllocation',
    'mtdInquiries',
    'mtdAllocation',
    'deliveryPercent',
    'diffToBudget',
    'spendProjection',
    'projectionToBudget',
  ]);
  // The width a 1440-pixel window leaves beside the menu.
  expect(placeColumns(inSight, {}, 1164).width).toBeLessThanOrEqual(1164);
  expect(at(columns, 'weeklySoftAllocation').editable).toBe(true);
});

it('totals remaining amounts, computes ratios from sums, and leaves other totals blank', () => {
  const { layout } = table();
  const half = { ...aCampaign().basis, pairedSpend: 500, pairedLeads: 5 };
  const rows = [aCampaign(), aCampaign({ campaignKey: 2, mtdSpent: 500, mtdInquiries: 5, basis: half })];
  const totals = writeTotals(layout.columns, campaignTotals(layout.columns, rows));
  expect(totals).toMatchObject({ mtdSpent: '$1,500.00', costPerInquiry: '$60.00', monthlyAllocation: '200' });
  expect(totals['clientBidPrice']).toBe('');
  expect(totals['vendor']).toBeUndefined();
});

it('allows target editing with the right only, and shows pacing', () => {
  const goals = (over: Partial<Parameters<typeof goalTable>[0]> = {}) =>
    goalTable({ group: 'ag', month: 'current', variant: plain, early: false, mayEdit: true, ...over }).columns;
  expect(editable(goals())).toEqual(['monthlyDollarCap', 'revisedSpendGoal', 'inquiryGoal', 'revisedInquiriesGoal']);
  expect(editable(goals({ mayEdit: false }))).toEqual([]);
  expect(keysOf(goals({ group: 'cl' }))).not.toContain('actionGoal');
  const pacing = (over: Record<string, unknown>, early = false) =>
    at(goals({ early }), 'pacingStatus').format?.(null, aGoal(over));
  expect(pacing({ projectionToBudget: 90 })).toBe('Under');
  expect(pacing({ projectionToBudget: 110 })).toBe('Over');
  expect(pacing({ projectionToBudget: 100 })).toBe('On pace');
  expect(pacing({ projectionToBudget: 110 }, true)).toBe('Early');
  expect(pacing({ projectionToBudget: null })).toBe('No spend yet');
  expect(pacing({ projectionToBudget: null, budget: null })).toBe('No budget');
  expect(pacing({ projectionToBudget: 100, capped: true })).toBe('Capped');
});
