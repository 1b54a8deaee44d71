import { describe, expect, test } from 'vitest';
import { type Permission } from '../core/access/permissions.ts';
import { type Alert } from './calls.ts';
import { ALERT_KINDS, ALERT_TOPICS, alertChoicesFor, alertKindsFor, chosenLevels } from './kinds.ts';
import { alertDetail, alertPath, alertTitle, isSerious } from './words.ts';

const alert = (over: Partial<Alert>): Alert => ({
  alertKey: 1,
  ownerKey: 4,
  ownerName: 'Northfield',
  kind: 'cap',
  span: 'day',
  level: 90,
  campaignKey: 12,
  campaignCode: 'NU-PPL-0012',
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
  used: 90,
  limit: 100,
  since: '2026-11-16T15:12:00.000Z',
  endsAt: '2026-11-17T06:00:00.000Z',
  times: 1,
  resolvedAt: null,
  resolution: null,
  ...over,
});
const stuck = {
  kind: 'stuck',
  span: null,
  campaignKey: null,
  campaignCode: null,
  endpointKey: 9,
  endpointName: 'Hartwell CRM',
  reason: 'TIMEOUT',
  used: 1214,
  limit: null,
  level: 1,
  endsAt: null,
} as const;
const write = (instant: string): string => instant.slice(11, 16);

describe('words', () => {
  test.each([
    [{}, 'Daily cap of NU-PPL-0012 is 90 % used: 90 of 100', 'Nursing. Resets 06:00'],
    // Rounded down, so that a level is never reported early.
    [
      { used: 1999, limit: 2000, span: 'month' },
      'Monthly cap of NU-PPL-0012 is 99 % used: 1,999 of 2,000',
      'Nursing. Resets 06:00',
    ],
    [{ used: 101 }, 'Daily cap of NU-PPL-0012 is reached: 101 of 100', 'Nursing. Resets 06:00'],
    [
      { kind: 'target', span: 'week', used: 100 },
      'Weekly target of NU-PPL-0012 is reached: 100 of 100',
      'Nursing. Resets 06:00',
    ],
    [
      { kind: 'budget', campaignName: null, goalName: 'Spring', used: 9000.5, limit: 10_000 },
      'Budget of Spring is 90 % used: $9,000.50 of $10,000.00',
      'Resets 06:00',
    ],
    [stuck, 'Hartwell CRM: 1,214 leads stuck since 15:12', 'No answer in time'],
    [
      { ...stuck, used: 1, level: 2 },
      'Hartwell CRM: 1 lead stuck since 15:12',
      'No answer in time. Some for more than 24 hours',
    ],
    [
      { ...stuck, endpointName: null, clientName: 'Northfield' },
      'Northfield (no endpoint): 1,214 leads stuck since 15:12',
      'No answer in time',
    ],
    [
      { ...stuck, kind: 'breaker', used: 10, endsAt: '2026-11-16T16:00:00Z' },
      'Hartwell CRM: paused after 10 failures in a row',
      'One lead is tried 16:00.',
    ],
    [
      { ...stuck, kind: 'breaker', used: 10, endsAt: '2026-11-16T15:02:00Z' },
      'Hartwell CRM: paused after 10 failures in a row',
      'One lead is tried now.',
    ],
    [
      {
        kind: 'rule',
        ruleName: 'Dear leads',
        reason: 'Nursing',
        used: 61.2,
        limit: 50,
        measure: 'cpl',
        dimension: 'campaign',
        days: 7,
        direction: 'above',
      },
      'Dear leads: CPL of Nursing is $61.20, above $50.00',
      'CPL above $50.00 over 7 days, by Campaign',
    ],
    [
      {
        kind: 'rule',
        ruleName: 'Few graduates',
        reason: 'HSD',
        used: 3,
        limit: 5,
        measure: 'validLeads',
        dimension: 'educationLevel',
        days: 7,
        direction: 'below',
      },
      'Few graduates: Valid Leads of High school diploma is 3, below 5',
      'Valid Leads below 5 over 7 days, by Highest Education',
    ],
    [
      {
        kind: 'rule',
        ruleName: 'Few of them',
        used: 3,
        limit: 5,
        measure: 'enrollments',
        days: 7,
        direction: 'below',
        words: { variant: null, settings: { wordEnrollment: 'Admission' } },
      },
      'Few of them: Admissions is 3, below 5',
      'Admissions below 5 over 7 days',
    ],
    [
      { resolvedAt: '2026-11-16T18:00:00Z', resolution: 'LIMIT_CHANGED' },
      'Daily cap of NU-PPL-0012 is 90 % used: 90 of 100',
      'Ended 18:00: the limit was changed',
    ],
  ] as const)('%#', (over, title, detail) => {
    expect(alertTitle(alert(over), write)).toBe(title);
    expect(alertDetail(alert(over), write, new Date('2026-11-16T15:13:00Z'))).toBe(detail);
  });

  test('each alert links to its row in the reader’s area', () => {
    const agency = { group: 'ag', permissions: new Set<Permission>(['reports:Build']) } as const;
    const client = { group: 'cl', permissions: new Set<Permission>() } as const;
    expect(alertPath(alert({}), agency)).toBe('/s/cl/allocations/campaigns/summary/12?owner=4');
    expect(alertPath(alert({}), { group: 'mp', permissions: new Set<Permission>() })).toBe(
      '/s/mp/allocations/campaigns/summary/12',
    );
    expect(alertPath(alert(stuck), client)).toBe('/s/cl/leadmanagement/stuck-leads?owner=4&endpoint=9&reason=TIMEOUT');
    expect(alertPath(alert({ kind: 'budget', goalKey: 3 }), agency)).toBe('/s/cl/allocations/newgoal/3?owner=4');
    expect(alertPath(alert({ kind: 'budget', goalKey: 3 }), client)).toBe('/s/cl/dashboard/pacingoverview?owner=4');
  });

  test('reached limits are serious, approaching ones are not', () => {
    const serious = [{ level: 100 }, { ...stuck, level: 2 }, { ...stuck, kind: 'breaker' }] as const;
    expect(serious.map((over) => isSerious(alert(over)))).toEqual([true, true, true]);
    expect([{}, stuck, { kind: 'target', level: 100 } as const].map((over) => isSerious(alert(over)))).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('recipients', () => {
  const all = new Set<string>(Object.values(ALERT_KINDS).map(({ permission }) => permission));

  test('a media partner gets caps and targets whatever its rights; others get only what their rights allow', () => {
    expect(alertKindsFor({ group: 'mp', permissions: all })).toEqual(['cap', 'target']);
    expect(alertKindsFor({ group: 'cl', permissions: new Set(['leadanalyzer:View']) })).toEqual(['stuck', 'breaker']);
    expect(alertKindsFor({ group: 'ag', permissions: new Set() })).toEqual([]);
  });

  test('offers the topics that the user may see, with defaults until the user chooses', () => {
    const viewer = { group: 'mp', permissions: all } as const;
    expect(
      alertChoicesFor(viewer, [
        { topic: 'cap80', inApp: true, byMail: true },
        { topic: 'breaker', inApp: true, byMail: true },
      ]),
    ).toEqual([
      { topic: 'cap80', inApp: true, byMail: true },
      { topic: 'cap90', inApp: true, byMail: false },
      { topic: 'cap100', inApp: true, byMail: true },
      { topic: 'target', inApp: true, byMail: false },
    ]);
    expect(chosenLevels(viewer, [], 'inApp')).toEqual([
      { kind: 'cap', level: 90 },
      { kind: 'cap', level: 100 },
      { kind: 'target', level: 100 },
    ]);
    expect(chosenLevels(viewer, [{ topic: 'cap100', inApp: true, byMail: false }], 'byMail')).toEqual([]);
  });

  test('mails only serious alerts by default', () => {
    const byMail = Object.entries(ALERT_TOPICS).filter(([, topic]) => topic.byMail);
    expect(byMail.map(([name]) => name)).toEqual(['cap100', 'stuckAttention', 'breaker', 'dataGap', 'rule']);
  });
});
