import { alertPath, type BellRow, type Permission, reportQuestionSchema } from '@paceline/contract';
import { expect, it } from 'vitest';
import { momentWriter } from '../../lib/text/moment-writer.ts';
import { bellGroups } from './prepare-alerts.ts';

const row = (over: Partial<BellRow>): BellRow => ({
  alertKey: 1,
  ownerKey: 4,
  ownerName: 'Northfield',
  kind: 'cap',
  span: 'day',
  level: 90,
  campaignKey: 12,
  campaignCode: 'NU-1',
  campaignName: 'Nursing',
  goalKey: null,
  goalName: null,
  endpointKey: null,
  endpointName: null,
  accountKey: null,
  accountName: null,
  clientName: null,
  reason: null,
  ruleName: null,
  measure: null,
  dimension: null,
  days: null,
  compare: null,
  direction: null,
  channel: null,
  vertical: null,
  filters: null,
  day: '2026-11-16',
  words: null,
  used: 9,
  limit: 10,
  since: '2026-11-16T15:12:00.000Z',
  endsAt: null,
  times: 1,
  resolvedAt: null,
  resolution: null,
  isRead: false,
  line: String(over.alertKey ?? 1),
  ...over,
});

it('shows the time for today, and otherwise the day, in the zone', () => {
  const write = momentWriter('America/Chicago', new Date('2026-11-17T05:30:00Z'));
  expect(write('2026-11-16T15:12:00Z').replaceAll('\u202f', ' ')).toBe('9:12 AM');
  expect(write('2026-11-16T05:59:00Z').replaceAll('\u202f', ' ')).toBe('Nov 15, 11:59 PM');
});

it('groups by action, deliveries first, without empty groups', () => {
  const rows = [
    row({ alertKey: 1 }),
    row({ alertKey: 2, level: 100, used: 10 }),
    row({ alertKey: 3, kind: 'stuck', level: 1, endpointName: 'CRM', used: 3 }),
    row({ alertKey: 4, level: 100, used: 10, isRead: true }),
  ];
  const reader = {
    group: 'ag',
    permissions: new Set<Permission>(),
    write: () => '9:12 AM',
    now: new Date('2026-11-16T15:12:00Z'),
    hasOwners: false,
  } as const;
  const groups = bellGroups(rows, reader);
  expect(groups.map(({ title, entries }) => [title, entries.map(({ alertKeys }) => alertKeys.join())])).toEqual([
    ['Delivery', ['3']],
    ['Caps reached', ['2', '4']],
    ['Caps nearly used', ['1']],
  ]);
  expect(groups[0]?.entries[0]).toMatchObject({
    title: 'CRM: 3 leads stuck since 9:12 AM',
    owner: null,
    isSerious: false,
  });
  expect(bellGroups(rows, { ...reader, hasOwners: true })[1]?.entries[1]).toMatchObject({
    owner: 'Northfield',
    isRead: true,
    isSerious: true,
  });
});

it('has one line for the caps of a campaign and day, read once all of them are', () => {
  const line = '4:12:2026-11-16';
  const rows = [
    row({ alertKey: 5, line, level: 100, used: 10 }),
    row({ alertKey: 6, line, span: 'month', used: 95, limit: 100, isRead: true }),
    row({ alertKey: 7, line: '4:13:2026-11-16', campaignKey: 13, campaignCode: 'NU-2' }),
  ];
  const groups = bellGroups(rows, {
    group: 'ag',
    permissions: new Set(),
    write: () => '9:12 AM',
    now: new Date(),
    hasOwners: false,
  });
  expect(groups.map(({ title, entries }) => [title, entries.length])).toEqual([
    ['Caps reached', 1],
    ['Caps nearly used', 1],
  ]);
  expect(groups[0]?.entries[0]).toMatchObject({
    alertKeys: [5, 6],
    title: 'NU-1: daily cap reached (10 of 10), monthly cap 95 % used (95 of 100)',
    isRead: false,
    isSerious: true,
  });
});

it('opens the figure that met a rule, for those who may open reports', () => {
  const rule = row({
    kind: 'rule',
    channel: 'ppl',
    vertical: 'all',
    measure: 'cpl',
    dimension: 'campaign',
    reason: 'Nursing & Care',
    filters: [{ member: 'state', operator: 'equals', values: ['OH'] }],
    days: 7,
  });
  const url = new URL(alertPath(rule, { group: 'ag', permissions: new Set(['reports:Build']) }), 'http://page');
  expect([url.pathname, url.searchParams.get('owner')]).toEqual(['/s/cl/insights/reports/media_analysis', '4']);
  expect(reportQuestionSchema.parse(JSON.parse(url.searchParams.get('question') ?? ''))).toMatchObject({
    channel: 'ppl',
    measures: ['cpl'],
    dimensions: ['campaign'],
    filters: [
      { member: 'state', operator: 'equals', values: ['OH'] },
      { member: 'campaign', operator: 'equals', values: ['Nursing & Care'] },
    ],
    period: { from: '2026-11-09', to: '2026-11-15' },
  });
  expect(alertPath(rule, { group: 'ag', permissions: new Set() })).toBe('/s/alerts');
});
