import { Columns } from '../../ui/pieces/columns.tsx';
import { fixedReason, type Goal, goalRecord } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { filterOptionsQuery } from '../../shared/filter-bar/use-filters.ts';
import { fieldOf, HELP_BELOW } from '../../shared/form/record-field.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { addMonths, monthName } from './prepare-months.ts';
import type { GoalFormApi } from './prepare-goal-form.ts';

interface BasicsPartProps {
  form: GoalFormApi;
  ownerKey: number;
  currentMonth: string;
  goal: Goal | null;
}

const Field = fieldOf(goalRecord, HELP_BELOW);
const MONTHS_BACK = 24;
const MONTHS_AHEAD = 36;

/** The selectable months, plus those already chosen. */
const monthOptions = (currentMonth: string, ...chosen: string[]) => {
  const near = Array.from({ length: MONTHS_BACK + MONTHS_AHEAD + 1 }, (_, index) =>
    addMonths(currentMonth, index - MONTHS_BACK),
  );
  const months = [...new Set([...near, ...chosen.filter(Boolean)])].toSorted();
  return months.map((month) => ({ value: month, label: monthName(month) }));
};

const ClientFields = ({ form, ownerKey, goal }: Omit<BasicsPartProps, 'currentMonth'>) => {
  const { data: options, error } = useQuery(filterOptionsQuery(ownerKey));
  const clientKey = useWatch({ control: form.control, name: 'clientKey' });
  const clients = (options?.clients ?? []).filter(({ active, key }) => active || String(key) === clientKey);
  const models = (options?.models ?? []).filter((model) => String(model.clientKey) === clientKey);
  const none = error?.message ?? (options ? 'Choose a client' : 'Loading …');
  const optionOf = ({ key, name }: { key: string | number; name: string }) => ({ value: String(key), label: name });
  // The client model, campuses and programs belong to one client.
  const forgetClient = () => {
    const dirty = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    form.setValue('clientModelKey', '', dirty);
    form.setValue('campusKeys', [], dirty);
    form.setValue('programKeys', [], dirty);
    const criteria = form.getValues('criteria').filter(({ criterionKey }) => criterionKey !== 'programOfInterest');
    form.setValue('criteria', criteria, dirty);
  };
  return (
    <>
      <Field
        name="clientKey"
        options={[{ value: '', label: none }, ...clients.map(optionOf)]}
        fixed={fixedReason(goalRecord, 'clientKey', goal)}
        onChanged={forgetClient}
      />
      <Field name="clientModelKey" options={models.map(optionOf)} />
      <Field name="channel" options={(options?.channels ?? []).map(optionOf)} />
    </>
  );
};

export const BasicsPart = ({ form, ownerKey, currentMonth, goal }: BasicsPartProps) => {
  const [startMonth, endMonth] = useWatch({ control: form.control, name: ['startMonth', 'endMonth'] });
  const months = monthOptions(currentMonth, startMonth, endMonth);
  return (
    <SectionCard title="Basics">
      <Columns of={3} gap="14px 16px" align="start">
        <Field name="goalName" />
        <ClientFields form={form} ownerKey={ownerKey} goal={goal} />
        <Field name="startMonth" options={months} />
        <Field name="endMonth" options={months.filter(({ value }) => value >= startMonth)} />
        <Field name="kpi" />
        <Field name="cpeGoal" />
        <Field name="pacingCurve" />
        <Field name="fallbackUrl" placeholder="https://www.school.example/" />
      </Columns>
      <Columns of={2} gap="12px 16px" mt={16}>
        <Field name="hardCap" isSwitch />
        {goal && <Field name="active" isSwitch />}
      </Columns>
    </SectionCard>
  );
};
