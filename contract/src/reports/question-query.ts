import { type Days } from '../core/values/days.ts';
import { REPORT_LIMITS, type ReportQuery } from '../core/metrics/report-query.ts';
import { type ReportQuestion } from './question.ts';

/** The report query of a question for certain days. Formulas are passed unchanged. */
export const questionQuery = (question: ReportQuestion, { from, to }: Days): ReportQuery => {
  const { dimensions, measures, filters, granularity, order, top, formulas } = question;
  return {
    dimensions,
    measures,
    filters,
    timeDimensions: { dimension: 'date', granularity, dateRange: [from, to] },
    getTotal: true,
    order,
    limit: top ?? REPORT_LIMITS.rows,
    formulas,
  };
};
