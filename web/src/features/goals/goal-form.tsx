import { Button } from '@mantine/core';
import type { Goal } from '@paceline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { pathTo } from '../../lib/address/paths.ts';
import { RecordForm } from '../../shared/form/record-form.tsx';
import { useRecordForm } from '../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../shared/form/use-tab-drafts.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import { namesIn, readGoal, useSaveGoal } from './api.ts';
import { BasicsPart } from './part-basics.tsx';
import { CriteriaPart } from './part-criteria.tsx';
import { MonthsPart } from './part-months.tsx';
import { PlacesPart } from './part-places.tsx';
import {
  formProblems,
  type GoalValues,
  pathOfServerField,
  startValues,
  toForm,
  valuesOf,
  versionOf,
} from './prepare-goal-form.ts';
import { goalRule, savedBy } from './prepare-goal-rule.ts';

interface GoalFormProps {
  ownerKey: number;
  currentMonth: string;
  goal: Goal | null;
  clientKey: number | null;
  /** Why nothing can be changed; null if editable. */
  lock: string | null;
}

export const GoalForm = ({ ownerKey, currentMonth, goal, clientKey, lock }: GoalFormProps) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const saveGoal = useSaveGoal(ownerKey);
  const state = useRecordForm<GoalValues, Goal>({
    stored: goal,
    newValues: () => startValues(currentMonth, clientKey),
    valuesOf,
    versionOf,
    problems: formProblems,
    rule: (fresh) => goalRule(namesIn(queries, ownerKey, fresh.clientKey)),
    savedBy,
    pathOf: pathOfServerField,
    drafts: useTabDrafts(`goal.${goal?.goalKey ?? `new.${ownerKey}`}`),
    load: ({ goalKey }) => readGoal(goalKey),
    save: (values, stored) => saveGoal(toForm(values, stored)),
    onSaved: async (saved, isNew) => {
      const to = pathTo('goalEditor', { goalKey: saved.goalKey });
      if (isNew) await navigate({ to, replace: true, ignoreBlocker: true });
      toast.success(`${saved.goalName} is saved.`);
    },
  });
  const { form, isSaving } = state;
  const isLocked = lock !== null;
  return (
    <RecordForm
      state={state}
      what="this line item"
      lock={lock}
      buttons={
        <>
          <Button variant="default" onClick={() => void navigate({ to: pathTo('allocationsOverview') })}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            {goal ? 'Save' : 'Create line item'}
          </Button>
        </>
      }
    >
      <BasicsPart form={form} ownerKey={ownerKey} currentMonth={currentMonth} goal={goal} />
      <PlacesPart form={form} isLocked={isLocked} />
      <CriteriaPart form={form} isLocked={isLocked} />
      <MonthsPart form={form} ownerKey={ownerKey} currentMonth={currentMonth} isLocked={isLocked} />
    </RecordForm>
  );
};
