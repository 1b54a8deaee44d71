import { Button, Flex, Switch } from '@mantine/core';
import { TARGET_FIELDS, type TargetField, variantOf } from '@paceline/contract';
import { IconCalendarRepeat } from '@tabler/icons-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { formatCount } from '../../lib/text/format.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import classes from './goal-form.module.css';
import { MonthTable } from './month-table.tsx';
import { closedMonths, fillFromLastYear, type MonthTexts, openMonths } from './prepare-months.ts';
import type { GoalFormApi } from './prepare-goal-form.ts';

interface MonthsPartProps {
  form: GoalFormApi;
  ownerKey: number;
  currentMonth: string;
  isLocked: boolean;
}

const WITHOUT_CPL = TARGET_FIELDS.filter((field) => field !== 'cplGoal');

/** The owner's target fields: some owners also set a target cost per inquiry. */
const useTargetFields = (ownerKey: number): readonly TargetField[] => {
  const owner = useSession((state) => state.owners?.find((one) => one.ownerKey === ownerKey));
  return variantOf(owner).cplGoal ? TARGET_FIELDS : WITHOUT_CPL;
};

export const MonthsPart = ({ form, ownerKey, currentMonth, isLocked }: MonthsPartProps) => {
  const { control, setValue, getValues, formState } = form;
  // Not the targets: each row watches its own, otherwise every key press would render all rows.
  const [startMonth, endMonth] = useWatch({ control, name: ['startMonth', 'endMonth'] });
  const fields = useTargetFields(ownerKey);
  const [showsClosed, setShowsClosed] = useState(false);
  const open = openMonths({ startMonth, endMonth, currentMonth });
  const closed = closedMonths(getValues('months'), currentMonth);
  const replace = (next: MonthTexts) =>
    setValue('months', next, { shouldDirty: true, shouldValidate: formState.isSubmitted });

  const fill = () => {
    const { months: filled, cells } = fillFromLastYear(getValues('months'), open);
    if (cells > 0) replace(filled);
    toast.info(
      cells > 0
        ? `${formatCount(cells)} ${cells === 1 ? 'target is' : 'targets are'} filled in from a year before.`
        : 'Nothing to fill in: no empty month has targets from a year before.',
    );
  };
  return (
    <SectionCard
      title="Targets"
      note="Revised values replace the goals of their month when you save. Past months are closed."
      action={
        <Flex align="center" wrap="wrap" gap="8px 16px">
          {closed.length > 0 && (
            <Switch
              size="xs"
              label="Show past months"
              checked={showsClosed}
              onChange={(event) => setShowsClosed(event.currentTarget.checked)}
            />
          )}
          {!isLocked && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconCalendarRepeat size={15} aria-hidden="true" />}
              disabled={open.length === 0}
              onClick={fill}
            >
              Fill from last year
            </Button>
          )}
        </Flex>
      }
    >
      {open.length === 0 && <p className={classes.hint}>The line item has ended: no month is open.</p>}
      <MonthTable
        form={form}
        fields={fields}
        open={open}
        closed={showsClosed ? closed : []}
        isLocked={isLocked}
        onReplace={replace}
      />
    </SectionCard>
  );
};
