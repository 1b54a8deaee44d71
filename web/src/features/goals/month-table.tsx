import { Box, VisuallyHidden } from '@mantine/core';
import { TARGET_LABELS, type TargetField } from '@paceline/contract';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { formatCount, formatDollars } from '../../lib/text/format.ts';
import { MonthRow } from './month-row.tsx';
import classes from './month-table.module.css';
import {
  cplOf,
  copyDown,
  isSeveralCells,
  type MonthTexts,
  pasteCells,
  shortMonthName,
  totalOf,
} from './prepare-months.ts';
import type { GoalFormApi } from './prepare-goal-form.ts';

interface MonthTableProps {
  form: GoalFormApi;
  fields: readonly TargetField[];
  /** Editable months and read-only months. */
  open: readonly string[];
  closed: readonly string[];
  isLocked: boolean;
  onReplace: (months: MonthTexts) => void;
}

const HEADS: Readonly<Record<TargetField, string>> = {
  ...TARGET_LABELS,
  revisedSpendGoal: 'Revised',
  revisedInquiriesGoal: 'Revised',
};

/** The cell of an event; its input carries the month and the field. */
const cellOf = (target: EventTarget): { month: string; field: TargetField } | null => {
  const { month, field } = (target as HTMLElement).dataset;
  return month && field ? { month, field: field as TargetField } : null;
};

const STEPS: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Enter: 1 };

const ClosedRow = ({
  month,
  texts,
  fields,
}: {
  month: string;
  texts: MonthTexts[string] | undefined;
  fields: readonly TargetField[];
}) => (
  <tr className={classes.closed}>
    <th scope="row">{shortMonthName(month)}</th>
    {fields.map((field) => (
      <td key={field}>{texts?.[field] || '–'}</td>
    ))}
    <td>{formatDollars(cplOf(texts))}</td>
    <td aria-hidden="true" />
  </tr>
);

const Totals = ({ form, fields, open }: Pick<MonthTableProps, 'form' | 'fields' | 'open'>) => {
  const total = totalOf(useWatch({ control: form.control, name: 'months' }), open);
  return (
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        {fields.map((field) => (
          <td key={field}>
            {field === 'monthlyDollarCap' && formatDollars(total.spend)}
            {field === 'inquiryGoal' && formatCount(total.inquiries)}
          </td>
        ))}
        <td>{formatDollars(total.cpl)}</td>
        <td aria-hidden="true" />
      </tr>
    </tfoot>
  );
};

export const MonthTable = ({ form, fields, open, closed, isLocked, onReplace }: MonthTableProps) => {
  // As in a spreadsheet: arrows and Enter move up and down, Ctrl-D copies down. Enter must not submit the form here.
  const press = (event: KeyboardEvent<HTMLTableElement>) => {
    const cell = cellOf(event.target);
    if (cell === null) return;
    if (event.ctrlKey && event.key.toLowerCase() === 'd') {
      onReplace(copyDown(form.getValues('months'), open, cell.month, [cell.field]));
      event.preventDefault();
      return;
    }
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = open[open.indexOf(cell.month) + step];
    if (next !== undefined) form.setFocus(`months.${next}.${cell.field}`, { shouldSelect: true });
  };
  const paste = (event: ClipboardEvent<HTMLTableElement>) => {
    const cell = cellOf(event.target);
    const text = event.clipboardData.getData('text/plain');
    if (cell === null || !isSeveralCells(text)) return;
    event.preventDefault();
    onReplace(pasteCells(form.getValues('months'), open, fields, cell, text));
  };

  return (
    <Box pos="relative" style={{ overflowX: 'auto' }}>
      {/* Keyboard and clipboard of the inputs inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table className={classes.table} onKeyDown={press} onPaste={paste}>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {fields.map((field) => (
              <th key={field} scope="col">
                {HEADS[field]}
              </th>
            ))}
            <th scope="col">Implied CPL</th>
            <th scope="col">
              <VisuallyHidden>Copy</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {closed.map((month) => (
            <ClosedRow key={month} month={month} texts={form.getValues('months')[month]} fields={fields} />
          ))}
          {open.map((month, index) => (
            <MonthRow
              key={month}
              form={form}
              month={month}
              fields={fields}
              isLocked={isLocked}
              onCopy={
                index === open.length - 1
                  ? null
                  : () => onReplace(copyDown(form.getValues('months'), open, month, fields))
              }
            />
          ))}
        </tbody>
        {open.length > 1 && <Totals form={form} fields={fields} open={open} />}
      </table>
    </Box>
  );
};
