import { describe, expect, test } from 'vitest';
import { ADDITIVE_FACTS } from './facts.ts';
import { isKnownToLeads, NOT_BY_LEAD, whyBlankByLead } from './lead-grain.ts';
import { factsOf, METRIC_KEYS, METRICS } from '../metrics.ts';

describe('for leads of one campus, program or state', () => {
  test('counts of leads and their outcomes are available', () => {
    for (const key of ['validLeads', 'enrollments', 'mtdEnrollments', 'enrollRate', 'enrollPercentMatured'] as const)
      expect(whyBlankByLead(key, 'ag')).toBeNull();
  });

  test('plans, platforms, clicks, emails and website are not, each with a reason', () => {
    const reasons = {
      budget: 'plan',
      deliveryPercent: 'plan',
      goalAttainedPercent: 'plan',
      monthlyCapacity: 'plan',
      impressions: 'platform',
      cpc: 'platform',
      clicks: 'clicks',
      openRate: 'email',
      currentSessions: 'website',
    } as const;
    for (const [key, reason] of Object.entries(reasons))
      expect([key, whyBlankByLead(key as keyof typeof reasons, 'ag')]).toEqual([key, NOT_BY_LEAD[reason]]);
  });

  test('metrics that count other rows than leads are not available', () => {
    const metrics = METRIC_KEYS.filter((key) => whyBlankByLead(key, 'ag') === null);
    const families = new Set(factsOf(metrics, 'ag').map((fact) => ADDITIVE_FACTS[fact].family));
    expect([...families].toSorted()).toEqual(['leads', 'milestones']);
    expect(metrics.filter((key) => METRICS[key].basis === 'period')).toEqual([]);
  });

  test('rows may use dimensions of leads and of campaigns', () => {
    expect(['state', 'channel', 'keyword', 'path'].map((key) => isKnownToLeads(key as 'state'))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
