import { ActionIcon, Tooltip } from '@mantine/core';
import { isCountTarget, TARGET_LABELS, type TargetField } from '@paceline/contract';
import { IconArrowBarToDown } from '@tabler/icons-react';
import { useId } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { formatDollars } from '../../lib/text/format.ts';
import classes from './month-table.module.css';
import { NO_TEXTS, tidyAmount } from './prepare-amounts.ts';
import { cplOf, monthName, shortMonthName } from './prepare-months.ts';
import type { GoalFormApi } from './prepare-goal-form.ts';

interface MonthRowProps {
  form: GoalFormApi;
  month: string;
  fields: readonly TargetField[];
  isLocked: boolean;
  /** Copies the month into all later ones; null in the last one. */
  onCopy: (() => void) | null;
}

const Cell = ({
  form,
  month,
  field,
  isLocked,
}: Pick<MonthRowProps, 'form' | 'month' | 'isLocked'> & { field: TargetField }) => {
  const name = `months.${month}.${field}` as const;
  const id = useId();
  const { errors } = useFormState({ control: form.control, name });
  const message = errors.months?.[month]?.[field]?.message;
  const tidy = () => {
    const text = form.getValues(name) ?? '';
    const tidied = tidyAmount(text);
    if (tidied !== text) form.setValue(name, tidied, { shouldDirty: true });
  };
  return (
    <td>
      <input
        {...form.register(name, { onBlur: tidy })}
        className={classes.box}
        aria-label={`${TARGET_LABELS[field]}, ${monthName(month)}`}
        aria-invalid={message !== undefined}
        aria-describedby={message === undefined ? undefined : id}
        data-month={month}
        data-field={field}
        inputMode={isCountTarget(field) ? 'numeric' : 'decimal'}
        autoComplete="off"
        disabled={isLocked}
        onFocus={(event) => event.currentTarget.select()}
      />
      {message !== undefined && (
        <span id={id} className={classes.error}>
          {message}
        </span>
      )}
    </td>
  );
};

export const MonthRow = ({ form, month, fields, isLocked, onCopy }: MonthRowProps) => {
  const texts = useWatch({ control: form.control, name: `months.${month}` }) as typeof NO_TEXTS | undefined;
  const copyLabel = `Copy ${monthName(month)} to the months below`;
  return (
    <tr>
      <th scope="row">{shortMonthName(month)}</th>
      {fields.map((field) => (
        <Cell key={field} form={form} month={month} field={field} isLocked={isLocked} />
      ))}
      <td className={classes.implied}>{formatDollars(cplOf(texts))}</td>
      <td className={classes.copy}>
        {onCopy && (
          <Tooltip label="Copy to the months below" withArrow>
            <ActionIcon variant="subtle" color="gray" aria-label={copyLabel} disabled={isLocked} onClick={onCopy}>
              <IconArrowBarToDown size={16} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        )}
      </td>
    </tr>
  );
};
