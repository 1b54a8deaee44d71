import type { CampaignRow } from '@paceline/contract';
import { expect, it } from 'vitest';
import { type Figures, monthTable, notRunning, paceFacts, paceVerdict, throughText } from './prepare-figures.ts';

const row = {
  mtdInquiries: 42,
  monthlyAllocation: 100,
  mtdSpent: 2100,
  budget: 5000,
  projectionToBudget: 118.2,
  costPerInquiry: 50,
  clientBidPrice: 55,
  mtdAllocation: null,
  capped: false,
  partial: false,
  through: '2026-11-17',
  leadsThrough: '2026-11-18',
  basis: { daysDone: 17 },
} as unknown as CampaignRow;
const agency = { group: 'ag', labels: 'default' } as const;

const figures: Figures = {
  today: '2026-11-19',
  timeZone: 'America/Chicago',
  band: 10,
  sheet: [],
  months: [
    {
      month: '2026-11-01',
      allocation: null,
      spend: 2100,
      margin: 300,
      validLeads: 42,
      returned: 0,
      applications: null,
    },
    { month: '2026-10-01', allocation: null, spend: 1000, margin: 200, validLeads: 20, returned: 1, applications: 3 },
  ],
  total: { allocation: null, spend: 3100, margin: 500, validLeads: 62, returned: 1, applications: 3 },
  notes: [],
};

it('names the month’s figures as the sheet does, and leaves out blank ones', () => {
  expect(paceFacts(row, agency)).toEqual([
    ['MTD Inquiries', '42'],
    ['BOM Allocation', '100'],
    ['MTD Spend', '$2,100.00'],
    ['Campaign Budget', '$5,000.00'],
    ['Projected % of campaign budget', '118.2%'],
    ['Cost Per Inquiry', '$50.00'],
  ]);
});

it('judges the pace as the lists do, except for media partners, who see no budgets', () => {
  expect(paceVerdict(row, 10, 'ag')).toBe('Over, 118.2%');
  expect(paceVerdict(row, 20, 'cl')).toBe('On pace, 118.2%');
  expect(paceVerdict({ ...row, basis: { ...row.basis, daysDone: 2 } }, 10, 'ag')).toBe('Too early to judge');
  expect(paceVerdict(row, 10, 'mp')).toBeNull();
});

it('says through which days the month counts', () => {
  expect(throughText(row)).toBe('Spend through Nov 17, leads through Nov 18');
  expect(throughText({ ...row, leadsThrough: '2026-11-17' })).toBe('Through Nov 17');
  expect(throughText({ ...row, partial: true })).toMatch(/^Today so far/);
});

it('says why a campaign does not run in the month', () => {
  const today = '2026-11-19';
  expect(notRunning({ startDate: '2026-12-01', endDate: null }, today)).toBe('Starts Dec 1.');
  expect(notRunning({ startDate: '2026-01-01', endDate: '2026-10-31' }, today)).toBe('Ended Oct 31.');
  expect(notRunning({ startDate: '2026-01-01', endDate: null }, today)).toBe('No allocation this month.');
});

it('lists the months with the columns that any of them has, and their total', () => {
  const { heads, rows, total } = monthTable(figures, agency);
  expect(heads).toEqual(['Spend', 'Margin', 'Valid Leads', 'Returned', 'Applications']);
  expect(rows).toEqual([
    { key: '2026-11-01', name: 'November 2026 so far', cells: ['$2,100.00', '$300.00', '42', '0', '–'] },
    { key: '2026-10-01', name: 'October 2026', cells: ['$1,000.00', '$200.00', '20', '1', '3'] },
  ]);
  expect(total).toEqual(['$3,100.00', '$500.00', '62', '1', '3']);
  expect(monthTable({ ...figures, months: figures.months.slice(0, 1) }, agency).total).toBeNull();
  expect(monthTable(figures, { group: 'ag', labels: 'sales' }).heads).not.toContain('Applications');
});
