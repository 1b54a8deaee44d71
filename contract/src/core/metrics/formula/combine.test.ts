import { expect, test } from 'vitest';
import { whyNotCombined } from './combine.ts';
import { type MetricKey } from '../metrics.ts';
import { type DimensionKey } from '../report-dimensions.ts';
import { type Granularity } from '../report-query.ts';

const why = (dimensions: DimensionKey[], measures: MetricKey[], granularity: Granularity | null = null) =>
  whyNotCombined({ dimensions, measures, granularity }, 'ag');

test('fields of the same source can be combined', () => {
  expect(why(['campaign', 'state'], ['spend', 'validLeads', 'cpl'])).toBeNull();
  expect(why(['adGroup', 'keyword', 'campaign'], ['impressions', 'spend', 'clicks'])).toBeNull();
  expect(why(['client', 'goal'], ['budget', 'spend'], 'month')).toBeNull();
});

test.each<[DimensionKey[], MetricKey[], Granularity | null, string]>([
  [['state'], ['impressions'], null, 'Ad platforms report impressions'],
  [['state'], ['clicks'], null, 'Clicks are counted by campaign'],
  [['state', 'adGroup'], ['spend'], null, 'State is known of inquiries, Ad Group of ad platforms: nothing has both.'],
  [['adGroup'], ['validLeads'], null, 'Inquiries, outcomes and emails are not known by ad group or keyword.'],
  [['keyword'], ['callConversions'], null, 'Platforms report no calls and no view-through conversions by keyword.'],
  [['state'], ['budget'], null, 'Budgets, allocations, goals'],
  [['campaign'], ['budget'], 'week', 'set for months, not for days or weeks'],
])('%o with %o by %s: gives the reason', (dimensions, measures, granularity, reason) => {
  expect(why(dimensions, measures, granularity)).toContain(reason);
});
