import { isOverAndDone, type PacingSummary } from '@paceline/contract';
import { groupAttention } from '../../../metrics/attention/attention-groups.ts';
import { type CampaignNames, type Exception, pacingExceptions } from '../../../metrics/attention/exceptions.ts';
import { type MonthBase, oldestOf } from '../../../metrics/periods/periods.ts';
import { getOwnerVariant } from '../../../shared/owner-variant.queries.ts';
import { listCampaignLabels, listGoalLabels } from '../dashboards.queries.ts';
import { type PacingMonth, subStatusOf, totalOf } from '../widgets/pacing-widget.service.ts';
import { type WidgetContext } from '../widgets/report-widget.service.ts';

export const bandOf = async ({ tx, ownerKey }: WidgetContext): Promise<number> =>
  (await getOwnerVariant(tx, ownerKey)).variant.pacingBand;

export const monthFacts = (base: MonthBase) => ({
  month: base.days.from.toString(),
  state: base.state,
  early: base.early,
  daysLeft: base.fromToday,
  leadsThrough: base.done > 0 ? base.through.toString() : null,
});

const exceptionsOf = async (
  { tx, ownerKey }: WidgetContext,
  month: PacingMonth,
  band: number,
): Promise<Exception[]> => {
  const labels = new Map(
    (await listCampaignLabels(tx, ownerKey, 'goal')).map((label) => [
      label.campaignKey,
      {
        campaign: label.name,
        code: label.code,
        goal: label.label ?? '',
        isDone: isOverAndDone(subStatusOf(label, month)),
      } satisfies CampaignNames,
    ]),
  );
  const goals = new Map((await listGoalLabels(tx, ownerKey, 'goal')).map(({ goalKey, label }) => [goalKey, label]));
  return pacingExceptions(
    month,
    (key) => labels.get(key) ?? null,
    (key) => goals.get(key) ?? '',
    band,
  );
};

type MonthOverview = Omit<PacingSummary, 'days' | 'notes' | 'blank' | 'unattributed'>;

/** What a month comes to, and what needs attention in it: for its own page, and for the page over all owners. */
export const overviewOf = async (context: WidgetContext, month: PacingMonth): Promise<MonthOverview> => {
  const { tx, ownerKey, viewer } = context;
  const { base, today, campaigns, goals } = month;
  const band = await bandOf(context);
  const ran = campaigns.filter(({ days }) => days.inAll > 0);
  const spendThrough = oldestOf(ran.map((campaign) => campaign.base.through)) ?? base.through;
  return {
    ...monthFacts(base),
    band,
    ended: base.state === 'past' && ran.every((campaign) => campaign.base.left === 0),
    spendThrough: spendThrough.since(base.days.from).days < 0 ? null : spendThrough.toString(),
    totals: totalOf(goals, base, undefined, false),
    ...(await groupAttention(tx, { ownerKey, group: viewer.group, today }, await exceptionsOf(context, month, band))),
  };
};
