import { expect, test } from 'vitest';
import { countedLabel, countingOf } from '../core/metrics/formula/counting.ts';
import { METRICS } from '../core/metrics/metrics.ts';
import { REPORT_WIDGETS } from './report-widgets.ts';

test('no widget shows two numbers under one label', () => {
  const counted = new Map<string, Set<string>>();
  for (const { measures } of Object.values(REPORT_WIDGETS))
    for (const key of Object.values(measures)) {
      if (METRICS[key].basis !== 'additive') continue;
      const label = countedLabel(key, 'default', 'ag');
      counted.set(label, (counted.get(label) ?? new Set()).add(countingOf(key)?.counted ?? 'neither'));
    }
  expect([...counted].filter(([, ways]) => ways.size > 1)).toEqual([]);
  expect(counted.has('Enrollments of these inquiries')).toBe(true);
  expect(counted.has('Enrollments in the period')).toBe(true);
});

/** Columns named by the specification that the registry uses for another metric. */
const OTHERWISE = [
  'reportingHeadline: enrollments is mtdEnrollments',
  'topPerformingStates: leadVolume is validLeads',
  'topPerformingStates: applicationCount is applications',
  'topPerformingStates: enrollCount is enrollments',
  'conversionsBar: applications is mtdApplications',
  'conversionsBar: enrollments is mtdEnrollments',
  'conversionsBar: starts is mtdStarts',
  'topChannels: apps is applications',
  'topChannels: appRate is applicationRate',
  'topCampaigns: apps is applications',
  'topCampaigns: appRate is applicationRate',
  'affiliatePerformance: clientCost is spend',
  'affiliatePerformance: averageCpl is cpl',
  'affiliatePerformance: costPerEnroll is cpe',
  'affiliateCampusOverview: totalValidInquiries is validLeads',
  'affiliateCampusOverview: totalClientCost is spend',
  'affiliateDegreeOverview: totalValidInquiries is validLeads',
  'affiliateDegreeOverview: totalClientCost is spend',
  'affiliateProgramOverview: totalValidInquiries is validLeads',
  'affiliateProgramOverview: totalClientCost is spend',
  'deliveryReport: delivered is deliveredToAllocation',
  'deliveryReport: deliveryPercent is monthDeliveryPercent',
  'pacingMonth: delivered is deliveredToAllocation',
  'pacingMonth: deliveryPercent is monthDeliveryPercent',
  'campusLeadsPpc: mtdInquiries is validLeads',
  'campusLeadsPpl: mtdInquiries is validLeads',
  'campusLeadsProgram: mtdInquiries is validLeads',
  'campusLeadsSource: mtdInquiries is validLeads',
  'mtdLeadsReport: contacts is mtdContacts',
  'mtdLeadsReport: interviews is mtdInterviews',
  'mtdLeadsReport: visits is mtdVisits',
  'mtdLeadsReport: enrollments is mtdEnrollments',
];

test('a column named like a metric shows that metric', () => {
  const others = Object.entries(REPORT_WIDGETS).flatMap(([widget, { measures }]) =>
    Object.entries(measures)
      .filter(([column, metric]) => Object.hasOwn(METRICS, column) && column !== metric)
      .map(([column, metric]) => `${widget}: ${column} is ${metric}`),
  );
  expect(others).toEqual(OTHERWISE);
});
