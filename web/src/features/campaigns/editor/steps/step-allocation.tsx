import { TextInput } from '@mantine/core';
import {
  type AllocationMonth,
  ALLOCATION_MONTHS,
  type CampaignAllocation,
  type CampaignAllocationMonth,
  parseDollars,
} from '@paceline/contract';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { formatCount, formatDollars, NONE } from '../../../../lib/text/format.ts';
import { useMay } from '../../../../lib/session/permissions.ts';
import { SectionCard } from '../../../../ui/pieces/section-card.tsx';
import {
  type AllocationPlan,
  allocationKey,
  allocationLabel,
  monthTitle,
  prepareAllocation,
  UNITS_FIELDS,
} from '../prepare/prepare-allocation.ts';
import classes from './step-allocation.module.css';
import type { CampaignFormApi } from '../use-campaign-form.ts';

const TITLES: Readonly<Record<AllocationMonth, string>> = { current: 'This month', next: 'Next month' };

interface MonthProps {
  form: CampaignFormApi;
  month: AllocationMonth;
  read: CampaignAllocationMonth;
  isLocked: boolean;
}

const UnitsBoxes = ({ form, month, read, isLocked }: MonthProps) => {
  const { allocation } = form.values;
  return (
    <div className={classes.fields}>
      {UNITS_FIELDS[month].map(({ field, label, help, agreed }) => {
        const key = allocationKey(month, field);
        const before = agreed === undefined ? null : (read.plan?.[agreed] ?? null);
        const blank = before === null ? (field === 'monthlyCapacity' ? 'no limit' : 'no cap') : formatCount(before);
        return (
          <TextInput
            key={key}
            label={label}
            aria-label={allocationLabel(key)}
            description={`${help}. Blank: ${blank}`}
            classNames={{ input: classes.box }}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder={before === null ? '' : String(before)}
            inputMode="numeric"
            autoComplete="off"
            disabled={isLocked}
            value={allocation[key] ?? ''}
            error={form.errorOf(`allocation.${key}`)}
            onChange={(event) => form.change({ allocation: { ...allocation, [key]: event.currentTarget.value } })}
            onBlur={() => form.touch(`allocation.${key}`)}
          />
        );
      })}
    </div>
  );
};

/** Why the room is unknown; null if it is known. */
const unknownRoom = ({ room, monthly, price }: AllocationPlan): string | null => {
  if (room.budget === null) return 'The line item has no budget for this month.';
  if (monthly === null) return 'Enter a cap to see the room left.';
  return price === null && monthly !== undefined ? 'Set the client price to see the room left.' : null;
};

const leftWords = ({ left, leftUnits }: AllocationPlan['room']): string => {
  if (left === null) return NONE;
  if (left < 0) return `Over by ${formatDollars(-left)}`;
  return leftUnits === null ? formatDollars(left) : `${formatDollars(left)} (${formatCount(leftUnits)} leads)`;
};

const RoomOf = ({ plan }: { plan: AllocationPlan }) => {
  const { room, lineItem, monthly, price } = plan;
  const unknown = unknownRoom(plan);
  const times = monthly != null && price !== null ? ` (${formatCount(monthly)} × ${formatDollars(price)})` : '';
  return (
    <>
      <dl className={classes.room} aria-live="polite">
        <div>
          <dt>Budget of {lineItem.name}</dt>
          <dd>{formatDollars(room.budget)}</dd>
        </div>
        <div>
          <dt>
            {formatCount(lineItem.otherCampaigns)} other {lineItem.otherCampaigns === 1 ? 'campaign' : 'campaigns'}
          </dt>
          <dd>{formatDollars(room.others)}</dd>
        </div>
        <div>
          <dt>This campaign{times}</dt>
          <dd>{formatDollars(room.own)}</dd>
        </div>
        <div className={classes.left} data-over={(room.left ?? 0) < 0 || undefined}>
          <dt>Room left</dt>
          <dd>{leftWords(room)}</dd>
        </div>
      </dl>
      {unknown && <p className={classes.note}>{unknown}</p>}
      {lineItem.othersWithoutBudget > 0 && (
        <p className={classes.note}>
          {formatCount(lineItem.othersWithoutBudget)} of the other campaigns{' '}
          {lineItem.othersWithoutBudget === 1 ? 'has' : 'have'} no allocation or budget yet.
        </p>
      )}
    </>
  );
};

const Month = (props: MonthProps) => {
  const { form, month, read } = props;
  const { prices } = form.values;
  const isNewPrice = prices.clientDesktopBidPrice !== form.before.prices.clientDesktopBidPrice;
  const typedPrice = isNewPrice ? (parseDollars(prices.clientDesktopBidPrice) ?? null) : null;
  const plan = prepareAllocation(form.values.allocation, month, read, typedPrice);
  return (
    <SectionCard title={`${TITLES[month]}: ${monthTitle(read.month)}`}>
      <UnitsBoxes {...props} />
      {plan.remarks.length > 0 && (
        <ul className={classes.remarks} aria-label={`Remarks, ${TITLES[month].toLowerCase()}`}>
          {plan.remarks.map(({ code, level, message }) => (
            <li key={code} data-level={level}>
              {level === 'info' ? (
                <IconInfoCircle size={16} aria-hidden="true" />
              ) : (
                <IconAlertTriangle size={16} aria-hidden="true" />
              )}
              {message}
            </li>
          ))}
        </ul>
      )}
      <RoomOf plan={plan} />
    </SectionCard>
  );
};

interface StepAllocationProps {
  form: CampaignFormApi;
  allocation: CampaignAllocation | null;
}

/** Leads requested from the partner this month and next, with the room left in the line item. */
export const StepAllocation = ({ form, allocation }: StepAllocationProps) => {
  const mayUpdate = useMay('allocations:Update');
  if (allocation === null)
    return <SectionCard title="Allocation">You do not have permission to see allocations.</SectionCard>;
  const months = ALLOCATION_MONTHS.flatMap((month) => {
    const read = allocation[month];
    return read === null ? [] : [{ month, read }];
  });
  if (months.length === 0)
    return <SectionCard title="Allocation">The campaign’s dates include neither this month nor the next.</SectionCard>;
  return (
    <>
      {!mayUpdate && <p className={classes.note}>You can view allocations but not change them.</p>}
      <div className={classes.months}>
        {months.map(({ month, read }) => (
          <Month key={month} form={form} month={month} read={read} isLocked={!mayUpdate} />
        ))}
      </div>
    </>
  );
};
