import {
  factOf,
  LIST_FROM_DAY,
  NOT_BY_LEAD,
  PACING_WIDGETS,
  type PacingSummary,
  type WidgetBody,
  type WidgetRow,
} from '@paceline/contract';
import { type Tx, type WorkOptions } from '../../../db/scope/tx.ts';
import { NO_ATTENTION } from '../../../metrics/attention/attention-groups.ts';
import { burnUp } from '../../../metrics/days/burn-up.ts';
import { sumSpendByDay } from '../../../metrics/days/burn-up.queries.ts';
import { rollUpPeriod } from '../../../metrics/periods/period-numbers.ts';
import { monthBase } from '../../../metrics/periods/periods.ts';
import { type Viewer, type ViewerKind } from '../../../shared/answers/answers.ts';
import { type DashboardDeps, unattributedBeside, widgetContext } from '../dashboards.service.ts';
import { runPacingByLead } from '../widgets/lead-filters.service.ts';
import { budgetNotes, lateNotes, loadMonth } from '../widgets/pacing-widget.service.ts';
import { type WidgetContext } from '../widgets/report-widget.service.ts';
import { monthOf } from '../widgets/widget-range.ts';
import { bandOf, monthFacts, overviewOf } from './month-overview.ts';

/** Pacing compares with plans, and a campus has none: results stay, the rest is blank with the reason. */
const summaryByLead = async (context: WidgetContext, body: WidgetBody): Promise<PacingSummary> => {
  const { today } = context;
  const { totals, notes, asOf } = await runPacingByLead(context, PACING_WIDGETS.pacingGoal, body);
  const base = monthBase(body.month === undefined ? today.toPlainYearMonth() : monthOf(body.month), today);
  return {
    ...monthFacts(base),
    band: await bandOf(context),
    ended: base.state === 'past',
    spendThrough: base.done > 0 && asOf < base.through.toString() ? asOf : monthFacts(base).leadsThrough,
    totals,
    days: [],
    ...NO_ATTENTION,
    notes,
    blank: NOT_BY_LEAD.plan,
  };
};

const numberAt = (row: WidgetRow, key: string): number | null => {
  const value = row[key];
  return typeof value === 'number' ? value : null;
};

const summaryOf = async (context: WidgetContext, body: WidgetBody): Promise<PacingSummary> => {
  const { tx, ownerKey, viewer, campaignKeys } = context;
  const month = await loadMonth(context, body);
  const overview = await overviewOf(context, month);
  const { base, today, weights, campaigns, goals } = month;
  const { totals } = overview;
  const spendOf = await sumSpendByDay(
    tx,
    { ownerKey, only: campaignKeys === null ? null : { campaignKeys } },
    factOf('spend', viewer.group) ?? 'clientCost',
    // Before the first day is complete only today's data so far exist.
    base.done > 0 ? { from: base.days.from, to: base.through } : base.days,
  );
  return {
    ...overview,
    days: burnUp({
      base,
      today,
      weights,
      campaigns,
      goals,
      total: {
        spend: rollUpPeriod(goals).spend,
        projection: numberAt(totals, 'spendProjection'),
        low: numberAt(totals, 'spendProjectionLow'),
        high: numberAt(totals, 'spendProjectionHigh'),
      },
      spendOf,
    }),
    notes: [
      ...(await lateNotes(context, month)),
      ...budgetNotes(month),
      ...(base.state === 'current' && base.done < LIST_FROM_DAY
        ? ['Campaigns are judged from the third complete day of the month on.']
        : []),
    ],
    blank: null,
  };
};

const run = async (tx: Tx, kind: ViewerKind, body: WidgetBody, now: Date): Promise<PacingSummary> => {
  const context = await widgetContext(tx, kind, body, now);
  // A pacing page covers a month: other dates do not apply.
  const { startDate: _from, endDate: _to, ...question } = body;
  const summary = await (context.leadFilters.length > 0
    ? summaryByLead(context, question)
    : summaryOf(context, question));
  const range = { from: summary.month, to: summary.leadsThrough ?? context.today.toString() };
  const unattributed = await unattributedBeside(context, question, range, { measures: ['mtdSpent'] });
  return unattributed === undefined ? summary : { ...summary, unattributed };
};

/** Whether the month is on plan, and what needs action: for the pacing page. */
export const getPacingSummary = (
  { answers }: DashboardDeps,
  viewer: Viewer,
  body: WidgetBody,
  options: WorkOptions,
): Promise<PacingSummary> =>
  answers.get(viewer, ['pacingSummary', body], (tx, kind, now) => run(tx, kind, body, now), options);
