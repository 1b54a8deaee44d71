import { ActionIcon, Box, Button, NativeSelect } from '@mantine/core';
import {
  CRITERION_OPERATORS,
  type Criterion,
  criterionOf,
  GOAL_CRITERIA,
  type GoalCriterion,
} from '@paceline/contract';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { programsQuery } from './api.ts';
import { CriterionValues, type Option } from './criterion-values.tsx';
import classes from './part-criteria.module.css';
import type { GoalFormApi } from './prepare-goal-form.ts';

interface RowProps {
  criterion: GoalCriterion;
  /** Criteria for this row: its own, and those no other row uses. */
  choices: readonly Criterion[];
  programs: readonly Option[];
  error: string | undefined;
  isLocked: boolean;
  onChange: (criterion: GoalCriterion) => void;
  onRemove: () => void;
}

const firstOf = ({ criterionKey, operators }: Criterion): GoalCriterion => ({
  criterionKey,
  operator: operators[0] ?? 'is',
  values: [],
});

const Row = ({ criterion, choices, programs, error, isLocked, onChange, onRemove }: RowProps) => {
  const storedCriterion = criterionOf(criterion.criterionKey);
  const label = storedCriterion?.label ?? criterion.criterionKey;
  return (
    <li>
      <div className={classes.row} role="group" aria-label={label}>
        <NativeSelect
          aria-label="Criterion"
          value={criterion.criterionKey}
          disabled={isLocked}
          data={choices.map((choice) => ({ value: choice.criterionKey, label: choice.label }))}
          onChange={(event) => {
            const next = criterionOf(event.currentTarget.value);
            if (next) onChange(firstOf(next));
          }}
        />
        <NativeSelect
          aria-label={`${label}: how`}
          value={criterion.operator}
          disabled={isLocked}
          data={(storedCriterion?.operators ?? []).map((operator) => ({
            value: operator,
            label: CRITERION_OPERATORS[operator],
          }))}
          onChange={(event) =>
            onChange({ ...criterion, operator: event.currentTarget.value as GoalCriterion['operator'], values: [] })
          }
        />
        <CriterionValues
          label={label}
          definition={storedCriterion}
          criterion={criterion}
          programs={programs}
          isLocked={isLocked}
          onChange={(values) => onChange({ ...criterion, values })}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`Remove ${label}`}
          disabled={isLocked}
          onClick={onRemove}
        >
          <IconTrash size={17} aria-hidden="true" />
        </ActionIcon>
      </div>
      {error && (
        <Box component="p" c="var(--mantine-color-error)" fz="xs" m="4px 0 0" role="alert">
          {error}
        </Box>
      )}
    </li>
  );
};

const usePrograms = (form: GoalFormApi) => {
  const [clientKey, programKeys, campusKeys] = useWatch({
    control: form.control,
    name: ['clientKey', 'programKeys', 'campusKeys'],
  });
  const { data = [] } = useQuery({ ...programsQuery(Number(clientKey)), enabled: clientKey !== '' });
  return data.filter(
    ({ programKey, campusKey }) =>
      (programKeys.length === 0 || programKeys.includes(programKey)) &&
      (campusKeys.length === 0 || campusKeys.includes(campusKey)),
  );
};

/** The line item's criteria for inquiries. */
export const CriteriaPart = ({ form, isLocked }: { form: GoalFormApi; isLocked: boolean }) => {
  const criteria = useWatch({ control: form.control, name: 'criteria' });
  const programs = usePrograms(form);
  const { errors, isSubmitted } = form.formState;
  const change = (next: GoalCriterion[]) =>
    form.setValue('criteria', next, { shouldDirty: true, shouldValidate: isSubmitted });
  const chosenKeys = new Set(criteria.map(({ criterionKey }) => criterionKey));
  const subjects = new Set(programs.map(({ subjectArea }) => subjectArea));
  const free = GOAL_CRITERIA.filter(
    ({ criterionKey, onlyForSubject }) =>
      !chosenKeys.has(criterionKey) && (onlyForSubject === null || subjects.has(onlyForSubject)),
  );
  const options = programs.map(({ programKey, programName, campusName }) => ({
    value: String(programKey),
    label: `${programName}, ${campusName}`,
  }));
  const [next] = free;
  return (
    <SectionCard
      title="Criteria"
      note="Which inquiries are accepted. Campaigns inherit these criteria and can only restrict them further."
    >
      {criteria.length === 0 && <p className={classes.none}>No criteria: every inquiry is accepted.</p>}
      <ul className={classes.rows}>
        {criteria.map((criterion, index) => {
          const own = criterionOf(criterion.criterionKey);
          return (
            <Row
              key={criterion.criterionKey}
              criterion={criterion}
              choices={GOAL_CRITERIA.filter((choice) => choice === own || free.includes(choice))}
              programs={options}
              error={errors.criteria?.[index]?.message}
              isLocked={isLocked}
              onChange={(changed) => change(criteria.map((one) => (one === criterion ? changed : one)))}
              onRemove={() => change(criteria.filter((one) => one !== criterion))}
            />
          );
        })}
      </ul>
      {next && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} aria-hidden="true" />}
          disabled={isLocked}
          onClick={() => change([...criteria, firstOf(next)])}
        >
          Add a criterion
        </Button>
      )}
    </SectionCard>
  );
};
