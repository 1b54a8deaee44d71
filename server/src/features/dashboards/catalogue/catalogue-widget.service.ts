import { type ReportWidgetId, reportWidgetOf, type WidgetAnswer, type WidgetBody } from '@paceline/contract';
import { runReportWidget, type WidgetContext } from '../widgets/report-widget.service.ts';
import { addCohortAges } from './cohort-ages.ts';
import { addDeliveryDays } from './delivery-days.ts';
import { addMaturedCosts } from './source-quality.ts';

/** A plan covers a month: for chosen days, the month in which they end. */
const ofMonth = ({ startDate: _from, endDate, month, compare: _compare, ...body }: WidgetBody): WidgetBody => {
  const monthOf = month ?? endDate?.slice(0, 7);
  return { ...body, ...(monthOf !== undefined && { month: monthOf }) };
};
/** Cohorts are compared with each other already. */
const ofCohorts = ({ compare: _compare, ...body }: WidgetBody): WidgetBody => body;

/** The body for the widget's own question and for the rows behind it. */
export const bodyOfWidget = (id: ReportWidgetId, body: WidgetBody): WidgetBody => {
  if (id === 'deliveryReport') return ofMonth(body);
  return id === 'cohortReport' ? ofCohorts(body) : body;
};

/** A widget that is a report, with the extra columns of some reports of the catalogue. */
export const runCatalogueWidget = async (
  context: WidgetContext,
  id: ReportWidgetId,
  part: WidgetBody,
): Promise<WidgetAnswer> => {
  const body = bodyOfWidget(id, part);
  const widget = reportWidgetOf(id, body, context.viewer.group);
  switch (id) {
    case 'cohortReport':
      return addCohortAges(context, await runReportWidget(context, widget, body), body);
    case 'deliveryReport':
      return addDeliveryDays(context, await runReportWidget(context, widget, body));
    case 'sourceReport':
      return addMaturedCosts(await runReportWidget(context, widget, body));
    case 'attributeTable':
    case 'attributePivot': {
      const answer = await runReportWidget(context, widget, body);
      return body.attributes === undefined ? answer : { ...answer, attributes: [...body.attributes] };
    }
    default:
      return runReportWidget(context, widget, body);
  }
};
