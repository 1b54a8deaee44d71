import { formatMetricValue, pivotOf, type WidgetAnswer, type WidgetBody, type WidgetColumn } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { widgetQuery } from '../api.ts';
import classes from './widget-table.module.css';

interface PivotTableProps {
  label: string;
  answer: WidgetAnswer;
  body: WidgetBody;
  /** Row attribute first, then column attribute. */
  attributes: readonly [WidgetColumn | undefined, WidgetColumn | undefined];
  column: WidgetColumn | undefined;
  full: boolean;
}

/** A table of one number by two attributes: rows and columns. */
export const PivotTable = ({ label, answer, body, attributes, column, full }: PivotTableProps) => {
  const [first = 'STATE', second = 'DEVICE_TYPE'] = body.attributes ?? [];
  const { compare: _compare, ...plain } = body;
  const byRow = useQuery(widgetQuery('pivot rows', 'attributeTable', { ...plain, attributes: [first] }));
  const byColumn = useQuery(widgetQuery('pivot columns', 'attributeTable', { ...plain, attributes: [second] }));
  const key = column?.key ?? '';
  const pivot = useMemo(
    () => pivotOf(answer, byRow.data, byColumn.data, key),
    [answer, byRow.data, byColumn.data, key],
  );
  const text = (value: number | null): string => (column?.format ? formatMetricValue(column.format, value) : '–');
  return (
    <>
      {pivot.columnsInAll > pivot.columns.length && (
        <p>
          First {pivot.columns.length} of {pivot.columnsInAll} columns, by leads. The file has all.
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.frame} data-full={full || undefined} role="group" aria-label={label} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">
                {attributes[0]?.label} by {attributes[1]?.label}
              </th>
              {pivot.columns.map((name) => (
                <th key={name} scope="col" data-number>
                  {name}
                </th>
              ))}
              <th scope="col" data-number>
                All
              </th>
            </tr>
          </thead>
          <tbody>
            {pivot.rows.map(({ name, cells, all }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((value, place) => (
                  <td key={pivot.columns[place]} data-number>
                    {text(value)}
                  </td>
                ))}
                <td data-number>{text(all)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>All</td>
              {pivot.all.map((value, place) => (
                <td key={pivot.columns[place]} data-number>
                  {text(value)}
                </td>
              ))}
              <td data-number>{text(pivot.total)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  );
};
