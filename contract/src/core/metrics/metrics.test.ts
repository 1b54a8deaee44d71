import { describe, expect, test } from 'vitest';
import { formatMetricValue } from '../values/formats.ts';
import { LABEL_SETS, type LabelSetName, labelSetOf } from '../access/label-sets.ts';
import { ADDITIVE_FACTS, ADDITIVE_KEYS, COVERED_KEYS, factOf, PERIOD_PARTS } from './formula/facts.ts';
import { METRIC_CHANNELS } from './types.ts';
import {
  factsOf,
  isHiddenByDefault,
  isMeasureOf,
  isMetricKey,
  maySeeMetric,
  measuresFor,
  METRIC_KEYS,
  type MetricKey,
  METRICS,
  metricLabel,
  metricValue,
  partsOf,
  wireKeyOf,
} from './metrics.ts';
import { ALL_PERMISSIONS } from '../access/permissions.ts';
import { USER_GROUPS, type UserGroup } from '../access/user-groups.ts';

const all = new Set(ALL_PERMISSIONS);
const viewer = (group: UserGroup) => ({ group, permissions: all });

/** Spec 2 §3, field by field. */
const CAMPAIGN_ROW =
  'costPerInquiry monthlyAllocation monthlySoftAllocation weeklySoftAllocation dailyAllocation weeklyAllocation clientMonthlyAllocation monthlyCapacity incrementalCapacity clientBidPrice aggregatorBidPrice mtdAllocation dailyBOMAllocation weeklyBOMAllocation userDefinedMonthlyAllocation userDefinedMonthlySoftAllocation userDefinedWeeklySoftAllocation userDefinedDailyAllocation mtdInquiries mtdClicks mtdContacts mtdInterviews mtdVisits mtdAppointments mtdApplications mtdEnrollments mtdStarts mtdSpent mtdContactRate mtdInterviewRate mtdAppointmentRate mtdVisitRate mtdApplicationRate mtdEnrollmentRate runRateInquiries runRateClicks spentRunRate mtdPPCImpressions mtdPPCConversions mtdPPCCtr mtdPPCConversionRate mtdPPCCostPerConversion historicalCostPerInquiry historicalCostPerApplication historicalCostPerStart historicalCostPerEnrollment historicalContactRate historicalAppointmentRate historicalVisitRate historicalAppRate historicalEnrollRate historicalStartRate';
const GOAL_ROW = 'monthlyDollarCap revisedSpendGoal inquiryGoal revisedInquiriesGoal cplGoal';
const PACING_ROW =
  'budget mtdSpent spentRunRate diffToBudget eCPL matureCpe matureCpa dailySpendRemaining mtdInquiries delta spendProjection budgetPlusMinus budgetRemaining percentBudgetRemaining leadRunRate inquiryGoal goalInPercentage';
const WIDGETS =
  'validLeads spend apps appRate enrollments enrollRate cpe sessions eventCount eventCountPerUser totalImpression totalSpend totalValidInquiries totalClientCost currentSessions currentEngagedSessions currentViews currentNewUsers leadVolume applicationCount applicationRate enrollCount startRate cpa cps';
const BUILDER =
  'impressions clicks ctr cpc cpm spend mediaCost conversions conversionRate costPerConversion callConversions totalConversions viewThrough grossLeads validLeads invalidLeads duplicates scrubbed overCap returned returnRate validRate billableLeads cpl contacts appointments interviews visits applications enrollments starts allocation deliveryPercent budget percentToBudget sends delivered opens openRate clickToOpen unsubscribes estimates sales closes soldAmount pitchCount pitchLoanAmount openCount openLoanAmount cpo fundedCount';

test('every field of the tables, widgets and builder exists', () => {
  const wanted = [CAMPAIGN_ROW, GOAL_ROW, PACING_ROW, WIDGETS, BUILDER].flatMap((list) => list.split(' '));
  expect(wanted.filter((key) => !isMetricKey(key))).toEqual([]);
  expect(BUILDER.split(' ').filter((key) => isMetricKey(key) && !METRICS[key].measure)).toEqual([]);
  expect(isMetricKey('constructor')).toBe(false);
});

describe('parts', () => {
  test('are facts, monthly numbers, numbers of planned campaigns, or spend', () => {
    const keys = new Set<string>([...ADDITIVE_KEYS, ...PERIOD_PARTS, ...COVERED_KEYS, 'spend']);
    expect(METRIC_KEYS.flatMap(partsOf).filter((part) => !keys.has(part))).toEqual([]);
  });

  test('every fact is used by some metric', () => {
    const used = new Set(USER_GROUPS.flatMap((group) => factsOf(METRIC_KEYS, group)));
    expect(ADDITIVE_KEYS.filter((fact) => !used.has(fact))).toEqual([]);
  });

  test('a metric is visible only to groups that may see all its facts', () => {
    const leaks = METRIC_KEYS.flatMap((key) =>
      METRICS[key].groups.flatMap((group) =>
        factsOf([key], group).flatMap((fact) =>
          ADDITIVE_FACTS[fact].groups.some((allowed) => allowed === group) ? [] : [`${key} for ${group}`],
        ),
      ),
    );
    expect(leaks).toEqual([]);
  });

  test('a partner’s spend is at media price, everybody else’s at client price', () => {
    expect(USER_GROUPS.map((group) => factOf('spend', group))).toEqual(['clientCost', 'mediaCost', 'clientCost']);
    expect(factsOf(['mtdSpent', 'cpl'], 'mp')).toEqual(['mediaCost', 'validLeads']);
  });
});

describe('visibility', () => {
  test('media cost and margin are for the agency, margin with the right only', () => {
    for (const key of ['mediaCost', 'margin', 'marginPercent'] as const)
      expect(USER_GROUPS.filter((group) => maySeeMetric(key, viewer(group)))).toEqual(['ag']);
    expect(maySeeMetric('margin', { group: 'ag', permissions: new Set() })).toBe(false);
  });

  test('prices: a partner sees its own, a client its own', () => {
    const seers = (key: MetricKey) => USER_GROUPS.filter((group) => maySeeMetric(key, viewer(group)));
    expect(seers('aggregatorBidPrice')).toEqual(['ag', 'mp']);
    expect(seers('clientBidPrice')).toEqual(['ag', 'cl']);
    expect(seers('totalClientCost')).toEqual(['ag', 'cl']);
    expect(seers('budget')).toEqual(['ag', 'cl']);
  });
});

describe('the builder', () => {
  test('offers what the channel and the vertical support', () => {
    expect(isMeasureOf('impressions', 'ppl', 'education')).toBe(false);
    expect(isMeasureOf('impressions', 'all', 'education')).toBe(true);
    expect(isMeasureOf('sends', 'email', 'education')).toBe(true);
    expect(isMeasureOf('cpo', 'ppc', 'lending')).toBe(true);
    expect(isMeasureOf('cpo', 'ppc', 'education')).toBe(false);
    expect(isMeasureOf('mtdSpent', 'all', 'all')).toBe(false);
    expect(measuresFor(viewer('mp'), 'all', 'all')).not.toContain('mediaCost');
  });

  test('hides by default what the specification lists', () => {
    const hidden = (channel: 'ppc' | 'programmaticDisplay' | 'email') =>
      METRIC_KEYS.filter((key) => isHiddenByDefault(key, channel)).toSorted();
    expect(hidden('ppc')).toEqual([
      'callConversions',
      'cpo',
      'openCount',
      'openLoanAmount',
      'pitchLoanAmount',
      'totalConversions',
      'viewThrough',
    ]);
    expect(hidden('programmaticDisplay')).toEqual(['callConversions', 'viewThrough']);
    expect(hidden('email')).toEqual([]);
    for (const key of METRIC_KEYS)
      for (const channel of METRICS[key].hiddenIn) expect([...METRIC_CHANNELS, 'all']).toContain(channel);
  });
});

describe('labels', () => {
  test('follow the label set of the sales vertical', () => {
    const sales = (key: MetricKey) => metricLabel(key, 'sales', 'ag');
    expect(sales('mtdEnrollments')).toBe('MTD Sales');
    expect(sales('mtdStarts')).toBe('MTD Closes');
    expect(sales('mtdVisits')).toBe('MTD Starts');
    expect(sales('historicalCostPerEnrollment')).toBe('Hist. Cost Per Sale');
    expect(sales('historicalCostPerStart')).toBe('Hist. Cost Per Closes');
    expect(sales('mtdEnrollmentRate')).toBe('MTD Sales Rate');
    expect(metricLabel('mtdEnrollmentRate', 'default', 'ag')).toBe('MTD Enrollment Rate');
  });

  test('have no placeholder left and are never empty', () => {
    for (const set of Object.keys(LABEL_SETS) as LabelSetName[])
      for (const key of METRIC_KEYS)
        for (const group of USER_GROUPS) expect(metricLabel(key, set, group)).toMatch(/^[^{}]+$/);
  });

  test('differ for clients where the specification says so', () => {
    expect(metricLabel('clientBidPrice', 'default', 'ag')).toBe('Adjusted Client Cost');
    expect(metricLabel('clientBidPrice', 'default', 'cl')).toBe('Next Month Media Cost');
    expect(labelSetOf('unheard of')).toBe('default');
    expect(wireKeyOf('inquiryDelta')).toBe('delta');
  });
});

describe('values', () => {
  test('ratios are computed from sums', () => {
    expect(metricValue('eCPL', { pairedSpend: 24_310, pairedLeads: 487 })).toBeCloseTo(49.9179, 4);
    expect(metricValue('ctr', { platformClicks: 6, impressions: 100 })).toBe(6);
    expect(metricValue('cpm', { platformSpend: 6.5, impressions: 1_000 })).toBe(6.5);
    expect(metricValue('marginPercent', { clientCost: 50, mediaCost: 41 })).toBe(18);
  });

  test('x ÷ 0 and a missing part are null; null is not 0', () => {
    expect(metricValue('eCPL', { pairedSpend: 100, pairedLeads: 0 })).toBeNull();
    expect(metricValue('eCPL', { pairedSpend: 100 })).toBeNull();
    expect(metricValue('diffToBudget', { spentRunRate: 100, budget: null })).toBeNull();
    expect(metricValue('mtdInquiries', {})).toBeNull();
  });

  test('a campaign without inquiries shows its price, a group shows nothing', () => {
    const idle = { pairedSpend: 0, pairedLeads: 0 };
    expect(metricValue('costPerInquiry', idle, { price: 48 })).toBe(48);
    expect(metricValue('costPerInquiry', idle)).toBeNull();
    expect(metricValue('costPerInquiry', { pairedSpend: null, pairedLeads: 0 }, { price: 48 })).toBeNull();
    expect(metricValue('costPerInquiry', { pairedSpend: 90, pairedLeads: 2 }, { price: 48 })).toBe(45);
  });

  test('historical rates need ten inquiries', () => {
    const cohort = { applications: 3, spend: 400 };
    expect(metricValue('historicalAppRate', { ...cohort, validLeads: 9 })).toBeNull();
    expect(metricValue('historicalAppRate', { ...cohort, validLeads: 10 })).toBe(30);
    expect(metricValue('historicalCostPerApplication', { ...cohort, validLeads: 10 })).toBeCloseTo(133.33, 2);
    const blank = METRIC_KEYS.filter((key) => METRICS[key].blankWhenZero);
    expect(blank).toEqual(['historicalCostPerApplication', 'historicalCostPerEnrollment', 'historicalCostPerStart']);
  });

  test('clicks on tracking links do not count in platform rates', () => {
    const mixed = { trackedClicks: 900, platformClicks: 100, impressions: 10_000, platformSpend: 500, spend: 9_000 };
    expect(metricValue('clicks', mixed)).toBe(1_000);
    expect(metricValue('ctr', mixed)).toBe(1);
    expect(metricValue('cpc', mixed)).toBe(5);
  });
});

/** Doubling every part leaves a unit cost unchanged. */
const isUnitCost = (key: MetricKey): boolean => {
  const sums = (times: number) => Object.fromEntries(partsOf(key).map((part, index) => [part, (index + 3) * times]));
  return metricValue(key, sums(10)) === metricValue(key, sums(20));
};

test('unit costs show cents on tiles too, sums of dollars do not', () => {
  const derivedDollars = METRIC_KEYS.filter(
    (key) => METRICS[key].kind === 'dollar' && METRICS[key].basis === 'derived',
  );
  const unitCosts = derivedDollars.filter(isUnitCost);
  expect(unitCosts).toEqual(
    expect.arrayContaining(['cpc', 'cpm', 'cpl', 'cpa', 'cpe', 'cps', 'costPerConversion', 'matureCpa']),
  );
  for (const key of derivedDollars) {
    const text = formatMetricValue(METRICS[key], 4.12, { place: 'tile' });
    expect(`${key} ${text}`).toBe(`${key} ${unitCosts.includes(key) ? '$4.12' : '$4'}`);
  }
  for (const key of ['cplGoal', 'clientBidPrice', 'aggregatorBidPrice'] as const)
    expect(formatMetricValue(METRICS[key], 4.12, { place: 'tile' })).toBe('$4.12');
  expect(formatMetricValue(METRICS.spend, 4.12, { place: 'tile' })).toBe('$4');
});
