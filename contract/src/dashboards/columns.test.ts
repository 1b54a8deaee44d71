import { describe, expect, it } from 'vitest';
import { METRICS } from '../core/metrics/metrics.ts';
import { numberColumns, widgetColumns } from './columns.ts';
import { PACING_COLUMNS } from './pacing-widgets.ts';
import { WIDGET_IDS, WIDGETS } from './widgets.ts';

const keys = (...args: Parameters<typeof widgetColumns>) => widgetColumns(...args).map(({ key }) => key);
const labels = (...args: Parameters<typeof widgetColumns>) => widgetColumns(...args).map(({ label }) => label);

describe('the columns of a widget', () => {
  it('have unique names in each widget, for both groups', () => {
    for (const id of WIDGET_IDS)
      for (const group of ['ag', 'cl'] as const) {
        const all = keys(id, 'default', group);
        expect([id, new Set(all).size]).toEqual([id, all.length]);
        expect([id, labels(id, 'default', group).filter((label) => label === '' || label.includes('{'))]).toEqual([
          id,
          [],
        ]);
        expect(all).not.toEqual([]);
      }
  });

  it('begin with the dimensions, then the date, then the numbers', () => {
    expect(keys('topChannels', 'default', 'ag').slice(0, 3)).toEqual(['channelName', 'validLeads', 'spend']);
    expect(widgetColumns('spendVsPerformance', 'default', 'ag').slice(0, 2)).toEqual([
      { key: 'date', label: 'Month', format: null, grain: 'month' },
      { key: 'spend', label: 'Spend', format: { kind: 'dollar' }, metric: 'spend' },
    ]);
    expect(labels('mtdInquiries', 'default', 'ag')[0]).toBe('Day');
  });

  it('show a state by name', () => {
    expect(widgetColumns('topPerformingStates', 'default', 'ag')[0]).toEqual({
      key: 'stateName',
      label: 'State',
      format: null,
      none: 'No state',
    });
  });

  it('show last year beside this year, month by month', () => {
    expect(widgetColumns('searchYoyConversion', 'default', 'ag').map(({ key, label }) => `${key}: ${label}`)).toEqual([
      'date: Month',
      'conversions: Conversions',
      'conversionsLastYear: Conversions, last year',
    ]);
  });

  it('show the former value and the change in percent of each number', () => {
    const columns = widgetColumns('searchPerformance', 'default', 'ag');
    expect(columns.slice(0, 3).map(({ key }) => key)).toEqual([
      'impressions',
      'impressionsPrevious',
      'impressionsChange',
    ]);
    const spend = columns.find(({ key }) => key === 'spend');
    expect(columns.find(({ key }) => key === 'spendPrevious')?.format).toEqual(spend?.format);
    expect(columns.find(({ key }) => key === 'spendChange')?.format).toEqual({ kind: 'percent', decimals: 1 });
  });

  it('of pacing use the widget’s own names and only what the group may see', () => {
    expect(labels('pacingLeadProvider', 'default', 'ag').slice(0, 2)).toEqual(['Lead provider', 'Budget']);
    expect(labels('pacingGoal', 'default', 'ag')[0]).toBe('Line item');
    expect(keys('overpacingCampaigns', 'default', 'ag').slice(0, 3)).toEqual(['campaignName', 'campaignCode', 'goal']);
    for (const group of ['ag', 'cl'] as const)
      expect(keys('pacingBrand', 'default', group).slice(1)).toEqual(
        PACING_COLUMNS.filter((key) => METRICS[key].groups.includes(group)),
      );
  });

  it('of a lead table open with the inquiries, whose delta is a number of them', () => {
    const columns = widgetColumns('pacingChannelLeads', 'default', 'ag');
    expect(columns.filter(({ hidden }) => hidden !== true).map(({ key }) => key)).toEqual([
      'channel',
      'mtdInquiries',
      'inquiryGoal',
      'leadRunRate',
      'leadProjection',
      'goalInPercentage',
      'delta',
      'eCPL',
    ]);
    expect(columns.find(({ key }) => key === 'delta')?.format?.kind).toBe('count');
    const all = (id: 'pacingChannel' | 'pacingChannelLeads') => keys(id, 'default', 'ag').toSorted();
    expect(all('pacingChannelLeads')).toEqual(all('pacingChannel'));
    expect(keys('pacingChannel', 'default', 'ag')[1]).toBe('budget');
  });

  it('are a table’s own: only tables with a budget are called pacing', () => {
    const pacing = WIDGET_IDS.filter((id) => WIDGETS[id].title.startsWith('Pacing'));
    expect(pacing.length).toBeGreaterThan(1);
    expect(pacing.filter((id) => !keys(id, 'default', 'ag').includes('budget'))).toEqual([]);
  });

  it('omit the counting basis, because the widget states it itself', () => {
    expect(labels('pacingBrand', 'default', 'ag').some((label) => label.startsWith('MTD '))).toBe(false);
    expect(labels('conversionsBar', 'default', 'ag')).toEqual([
      'Month',
      'Inquiries',
      'Applications in the period',
      'Enrollments in the period',
      'Starts in the period',
    ]);
    // Counted by the day of the inquiry it is another number, and has another label.
    expect(labels('spendVsPerformance', 'default', 'ag')).toContain('Enrollments of these inquiries');
  });

  it('use the owner’s labels of the funnel', () => {
    expect(labels('conversionsBar', 'sales', 'ag')).toEqual([
      'Month',
      'Inquiries',
      'Sales in the period',
      'Closes in the period',
    ]);
    expect(labels('spendVsPerformance', 'sales', 'ag')).toContain('Sold Amount of these inquiries');
    expect(labels('spendVsPerformance', 'default', 'ag')).not.toContain('Sold Amount of these inquiries');
  });

  it('of the funnel are its stages', () => {
    expect(keys('reportingFunnel', 'default', 'cl')).toEqual(['label', 'count', 'rate', 'cost', 'projected']);
  });
});

describe('the columns of a table with comparison', () => {
  const compared = { compared: { from: '2026-10-01', to: '2026-10-14' } };
  const shown = (id: Parameters<typeof widgetColumns>[0], over = {}) =>
    widgetColumns(id, 'default', 'ag', over)
      .filter(({ hidden }) => hidden === undefined)
      .map(({ key }) => key);

  it('show the change of counts and costs; former values and changes of rates can be added', () => {
    expect(shown('topChannels', compared).slice(0, 5)).toEqual([
      'channelName',
      'validLeads',
      'validLeadsChange',
      'spend',
      'spendChange',
    ]);
    const all = widgetColumns('topChannels', 'default', 'ag', compared);
    expect(all.find(({ key }) => key === 'validLeadsPrevious')).toMatchObject({
      label: 'Valid Leads before',
      measure: 'validLeads',
      compared: true,
      hidden: true,
    });
    expect(all.find(({ key }) => key === 'appRateChange')?.hidden).toBe(true);
    // The percentage matured is not a result, so it has no change.
    expect(all.some(({ key }) => key === 'percentMaturedChange')).toBe(false);
  });

  it('initially hide what the registry hides, but offer it', () => {
    expect(shown('searchCampaignOverview')).toEqual([
      'campaign',
      'totalImpression',
      'totalSpend',
      'conversions',
      'ctr',
      'cpc',
    ]);
    const hidden = widgetColumns('searchCampaignOverview', 'default', 'ag').filter((column) => column.hidden);
    expect(hidden.map(({ key }) => key)).toEqual([
      'clicks',
      'conversionRate',
      'costPerConversion',
      'callConversions',
      'viewThrough',
      'totalConversions',
    ]);
  });
});

it('offer numeric columns to charts', () => {
  expect(numberColumns(widgetColumns('topCampaigns', 'default', 'ag'))[0]?.key).toBe('validLeads');
});
