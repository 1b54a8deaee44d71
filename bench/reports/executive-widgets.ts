import { type WidgetAnswer, type WidgetId } from '@paceline/contract';
import {
  type Viewer,
  byCampaigns,
  byLeads,
  CAMPAIGN_OF_DAY,
  GOOD,
  LEAD_SUMS,
  monthOf,
  type Range,
  within,
} from './report-questions.ts';

export interface RawWidget {
  widget: WidgetId;
  /** The widget's numbers by hand, from the raw tables. */
  statement(viewer: Viewer): string;
  /** A number that both have to agree on: of the widget's answer, and the column of the statement that sums to it. */
  agree: { ours: (answer: WidgetAnswer) => number; column: string };
}

const MONTH_SO_FAR: Range = ['2026-11-01', '2026-11-14'];
const THREE_MONTHS: Range = ['2026-08-01', '2026-10-31'];
const SIX_MONTHS: Range = ['2026-06-01', '2026-11-14'];
const THIRTEEN_MONTHS: Range = ['2025-11-01', '2026-11-14'];

const total =
  (name: string) =>
  ({ totals }: WidgetAnswer): number =>
    Number(totals[name]);
const summed =
  (name: string) =>
  ({ data }: WidgetAnswer): number =>
    data.reduce((sum, row) => sum + Number(row[name]), 0);

/** Everything that happened to inquiries in these months, each by its own day. */
const conversions = (viewer: Viewer): string => {
  const of = (name: string, day: string): string =>
    `select ${monthOf(`l.${day}`)} as month, '${name}' as what, count(*) as number from lead l
     where ${within('l', day, viewer, SIX_MONTHS)} and ${GOOD} group by 1`;
  return `select month, coalesce(sum(number) filter (where what = 'inquiries'), 0) as "inquiries",
      sum(number) filter (where what = 'applications') as "applications",
      sum(number) filter (where what = 'enrollments') as "enrollments", sum(number) filter (where what = 'starts') as "starts"
    from (${[
      of('inquiries', 'captured_date'),
      of('applications', 'application_on'),
      of('enrollments', 'enrollment_on'),
      of('starts', 'start_on'),
    ].join(' union all ')}) x group by month`;
};

const spendByMonth = (viewer: Viewer): string => `
  select month, sum("grossLeads") as "grossLeads", sum("validLeads") as "validLeads", sum("spend") as "spend", sum("enrollments") as "enrollments"
  from (
    select ${monthOf('l.captured_date')} as month, ${LEAD_SUMS} from lead l
    where ${within('l', 'captured_date', viewer, THIRTEEN_MONTHS)} group by 1
    union all
    select ${monthOf('d.day')}, 0, 0, 0, sum(d.client_cost) from platform_day d ${CAMPAIGN_OF_DAY}
    where ${within('d', 'day', viewer, THIRTEEN_MONTHS)} group by 1
  ) x group by month`;

/** The widgets of the executive overview, each with what it would have to ask if there were no rollups. */
export const EXECUTIVE_WIDGETS: readonly RawWidget[] = [
  {
    widget: 'reportingPacing',
    statement: (viewer) =>
      `${byCampaigns(viewer, MONTH_SO_FAR, 'goal_key', 'g.name', 'goal')}
       join goal g on g.owner_key = x.owner_key and g.goal_key = x.goal_key group by g.goal_key, g.name`,
    agree: { ours: total('spend'), column: 'spend' },
  },
  {
    widget: 'conversionsBar',
    statement: conversions,
    agree: { ours: summed('inquiries'), column: 'inquiries' },
  },
  {
    widget: 'spendVsPerformance',
    statement: spendByMonth,
    agree: { ours: summed('spend'), column: 'spend' },
  },
  {
    widget: 'topPerformingStates',
    statement: (viewer) => byLeads(viewer, THREE_MONTHS, { state: 'l.state' }),
    agree: { ours: total('leadVolume'), column: 'validLeads' },
  },
  {
    widget: 'topChannels',
    statement: (viewer) =>
      `${byCampaigns(viewer, THREE_MONTHS, 'custom_channel_key', 'cc.name', 'customChannel')}
       left join custom_channel cc on cc.owner_key = x.owner_key and cc.custom_channel_key = x.custom_channel_key group by cc.custom_channel_key, cc.name`,
    agree: { ours: total('spend'), column: 'spend' },
  },
  {
    widget: 'topCampaigns',
    statement: (viewer) =>
      `${byCampaigns(viewer, THREE_MONTHS, 'campaign_key', 'c.name', 'campaign')}
       join campaign c on c.owner_key = x.owner_key and c.campaign_key = x.campaign_key group by c.campaign_key, c.name`,
    agree: { ours: total('spend'), column: 'spend' },
  },
];
