import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { KPI_CODES, KPIS, PACING_CURVES } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { filterOptionsQuery } from '../../shared/filter-bar/use-filters.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import classes from './goal-form.module.css';
import { tidyAmount } from './prepare-amounts.ts';
import { addMonths, monthName } from './prepare-months.ts';
import type { GoalFormApi } from './prepare-goal-form.ts';

interface BasicsPartProps {
  form: GoalFormApi;
  ownerKey: number;
  currentMonth: string;
  isNew: boolean;
}

const KPI_OPTIONS = KPI_CODES.map((code) => ({ value: code, label: KPIS[code] }));
const CURVE_OPTIONS = Object.entries(PACING_CURVES).map(([value, label]) => ({ value, label }));
/** What helps stands under the box, so that boxes of one line stand on one line. */
const HELP_BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
const MONTHS_BACK = 24;
const MONTHS_AHEAD = 36;

/** The months that one can choose from, and those that are chosen already, however far away they are. */
const monthOptions = (currentMonth: string, ...chosen: string[]) => {
  const near = Array.from({ length: MONTHS_BACK + MONTHS_AHEAD + 1 }, (_, index) =>
    addMonths(currentMonth, index - MONTHS_BACK),
  );
  const months = [...new Set([...near, ...chosen.filter(Boolean)])].toSorted();
  return months.map((month) => ({ value: month, label: monthName(month) }));
};

const ClientFields = ({ form, ownerKey, isNew }: Omit<BasicsPartProps, 'currentMonth'>) => {
  const { data: options, error } = useQuery(filterOptionsQuery(ownerKey));
  const [clientKey, clientModelKey, channel] = useWatch({
    control: form.control,
    name: ['clientKey', 'clientModelKey', 'channel'],
  });
  const { errors } = form.formState;
  const clients = (options?.clients ?? []).filter(({ active, key }) => active || key === clientKey);
  const models = (options?.models ?? []).filter((model) => model.clientKey === clientKey);
  const dirty = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
  // What belongs to the one client is nothing to the other.
  const changeClient = (key: number | null) => {
    form.setValue('clientKey', key, dirty);
    form.setValue('clientModelKey', null, dirty);
    form.setValue('campusKeys', [], dirty);
    form.setValue('programKeys', [], dirty);
    form.setValue(
      'criteria',
      form.getValues('criteria').filter(({ criterionKey }) => criterionKey !== 'programOfInterest'),
      dirty,
    );
  };
  const numberOf = (value: string): number | null => (value === '' ? null : Number(value));
  const textOf = (key: number | null): string => (key === null ? '' : String(key));
  return (
    <>
      <NativeSelect
        label="Client"
        description={isNew ? undefined : 'Cannot be changed after the line item is created.'}
        inputWrapperOrder={HELP_BELOW}
        data={[
          { value: '', label: options ? 'Choose a client' : 'Loading …' },
          ...clients.map(({ key, name }) => ({ value: String(key), label: name })),
        ]}
        value={textOf(clientKey)}
        disabled={!isNew}
        error={errors.clientKey?.message ?? error?.message}
        onChange={(event) => changeClient(numberOf(event.currentTarget.value))}
      />
      <NativeSelect
        label="Model"
        data={[
          { value: '', label: 'All models' },
          ...models.map(({ key, name }) => ({ value: String(key), label: name })),
        ]}
        value={textOf(clientModelKey)}
        error={errors.clientModelKey?.message}
        onChange={(event) => form.setValue('clientModelKey', numberOf(event.currentTarget.value), dirty)}
      />
      <NativeSelect
        label="Channel"
        data={[
          { value: '', label: 'All channels' },
          ...(options?.channels ?? []).map(({ key, name }) => ({ value: key, label: name })),
        ]}
        value={channel}
        error={errors.channel?.message}
        onChange={(event) => form.setValue('channel', event.currentTarget.value, dirty)}
      />
    </>
  );
};

export const BasicsPart = ({ form, ownerKey, currentMonth, isNew }: BasicsPartProps) => {
  const { register, control, formState, setValue } = form;
  const { errors } = formState;
  const [startMonth, endMonth, cpeGoal, hardCap, active] = useWatch({
    control,
    name: ['startMonth', 'endMonth', 'cpeGoal', 'hardCap', 'active'],
  });
  const months = monthOptions(currentMonth, startMonth, endMonth);
  return (
    <SectionCard title="Basics">
      <div className={classes.fields}>
        <TextInput
          {...register('goalName')}
          label="Name"
          description="Shown in tables and reports. Unique for the client."
          inputWrapperOrder={HELP_BELOW}
          error={errors.goalName?.message}
          autoComplete="off"
        />
        <ClientFields form={form} ownerKey={ownerKey} isNew={isNew} />
        <NativeSelect
          {...register('startMonth')}
          label="Start month"
          data={months}
          error={errors.startMonth?.message}
        />
        <NativeSelect
          {...register('endMonth')}
          label="End month"
          data={[{ value: '', label: 'No end' }, ...months.filter(({ value }) => value >= startMonth)]}
          error={errors.endMonth?.message}
        />
        <NativeSelect {...register('kpi')} label="KPI" data={KPI_OPTIONS} error={errors.kpi?.message} />
        <TextInput
          {...register('cpeGoal', { onBlur: () => setValue('cpeGoal', tidyAmount('cpeGoal', cpeGoal)) })}
          label="CPE goal"
          description="Target cost per enrollment, in dollars"
          inputWrapperOrder={HELP_BELOW}
          inputMode="decimal"
          autoComplete="off"
          error={errors.cpeGoal?.message}
        />
        <NativeSelect
          {...register('pacingCurve')}
          label="Pacing"
          description="How the month’s spend is spread over its days"
          inputWrapperOrder={HELP_BELOW}
          data={CURVE_OPTIONS}
        />
        <TextInput
          {...register('fallbackUrl')}
          label="Fallback URL"
          description="Where clicks go that a campaign does not take: paused, ended, over its cap"
          inputWrapperOrder={HELP_BELOW}
          placeholder="https://www.school.example/"
          autoComplete="off"
          spellCheck={false}
          error={errors.fallbackUrl?.message}
        />
      </div>
      <div className={classes.switches}>
        <Switch
          checked={hardCap}
          onChange={(event) => setValue('hardCap', event.currentTarget.checked, { shouldDirty: true })}
          label="Stop at the spend goal"
          description="Campaigns stop taking inquiries when the month’s spend goal is reached"
        />
        {!isNew && (
          <Switch
            checked={active}
            onChange={(event) =>
              setValue('active', event.currentTarget.checked, { shouldDirty: true, shouldValidate: true })
            }
            label="Active"
            description="An inactive line item stays in reports and takes no new campaigns"
            error={errors.active?.message}
          />
        )}
      </div>
    </SectionCard>
  );
};
