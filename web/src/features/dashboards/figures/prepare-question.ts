import {
  type FilterOptions,
  questionOfFigure,
  REPORT_WIDGETS,
  type ReportQuestion,
  type ReportWidgetId,
  reportWidgetOf,
  type RowsBehindAnswer,
  type UserGroup,
} from '@paceline/contract';
import { type Figure, metricOf } from './prepare-figure.ts';

/** The figure as a question for Media Analysis; null if the builder cannot express it. */
export const questionOf = (
  figure: Pick<Figure, 'place' | 'body' | 'row' | 'columns' | 'column'>,
  days: Pick<RowsBehindAnswer, 'range' | 'against' | 'attributedToLeads'>,
  options: FilterOptions | undefined,
  group: UserGroup,
): ReportQuestion | null => {
  const { place, body, row, columns, column } = figure;
  if (!(place.widget in REPORT_WIDGETS)) return null;
  const shown = new Set(columns.flatMap(({ metric, hidden }) => (hidden || metric === undefined ? [] : [metric])));
  const widget = reportWidgetOf(place.widget as ReportWidgetId, body, group);
  const figureQuestion = {
    widget,
    body,
    row,
    shown,
    clicked: metricOf(figure),
    compared: column?.compared === true,
    group,
  };
  return questionOfFigure(figureQuestion, days, options ?? {});
};
