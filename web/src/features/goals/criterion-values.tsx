import { MultiSelect, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Criterion, GoalCriterion } from '@paceline/contract';
import { useState } from 'react';
import classes from './part-criteria.module.css';

export interface Option {
  value: string;
  label: string;
}
type Values = GoalCriterion['values'];

interface CriterionValuesProps {
  label: string;
  definition: Criterion | null;
  criterion: GoalCriterion;
  programs: readonly Option[];
  isLocked: boolean;
  onChange: (values: Values) => void;
}

/** A typed number as a number; other text unchanged, for the rules to refuse. */
const typed = (text: string): string | number => (/^\d+$/.test(text.trim()) ? Number(text) : text);

const Numbers = ({ label, definition, criterion, isLocked, onChange }: CriterionValuesProps) => {
  const { operator, values } = criterion;
  const [least, most] = definition?.range ?? [];
  const names = operator === 'between' ? ['from', 'to'] : ['at most'];
  const change = (index: number, text: string) =>
    onChange(names.map((_, at) => (at === index ? typed(text) : (values[at] ?? ''))));
  return (
    <div className={classes.numbers}>
      {names.map((name, index) => (
        <TextInput
          key={name}
          aria-label={`${label}, ${name}`}
          placeholder={String((index === 0 && names.length > 1 ? least : most) ?? '')}
          inputMode="numeric"
          autoComplete="off"
          disabled={isLocked}
          value={String(values[index] ?? '')}
          onChange={(event) => change(index, event.currentTarget.value)}
        />
      ))}
    </div>
  );
};

const ZipCodes = ({ label, criterion, isLocked, onChange }: CriterionValuesProps) => {
  // Own state for the text: deriving it from the codes would remove a comma just typed.
  const [text, setText] = useState(criterion.values.join(', '));
  const change = (next: string) => {
    setText(next);
    onChange([...new Set(next.split(/[\s,;]+/).filter(Boolean))]);
  };
  return (
    <Textarea
      aria-label={`${label}: ZIP codes`}
      placeholder="78701, 78702, …"
      description={`${criterion.values.length} codes`}
      inputWrapperOrder={['input', 'description']}
      autosize
      minRows={1}
      maxRows={6}
      disabled={isLocked}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
};

/** Edits a criterion's values, by kind. */
export const CriterionValues = (props: CriterionValuesProps) => {
  const { label, definition, criterion, programs, isLocked, onChange } = props;
  if (definition === null) return null;
  if (definition.dataType === 'zip') return <ZipCodes {...props} />;
  if (definition.values === null && definition.dataType !== 'program') return <Numbers {...props} />;
  const options = definition.values?.map(({ code, label: words }) => ({ value: code, label: words })) ?? [...programs];
  const isOne = criterion.operator === 'is' || criterion.operator === 'atLeast';
  if (isOne)
    return (
      <NativeSelect
        aria-label={`${label}: value`}
        data={[{ value: '', label: 'Choose …' }, ...options]}
        value={String(criterion.values[0] ?? '')}
        disabled={isLocked}
        onChange={(event) => onChange(event.currentTarget.value === '' ? [] : [event.currentTarget.value])}
      />
    );
  const read = (value: string): string | number => (definition.dataType === 'program' ? Number(value) : value);
  return (
    <MultiSelect
      aria-label={`${label}: values`}
      placeholder={criterion.values.length === 0 ? 'Choose …' : ''}
      data={options}
      value={criterion.values.map(String)}
      searchable
      clearable={false}
      limit={200}
      disabled={isLocked}
      nothingFoundMessage="No matches."
      onChange={(values) => onChange(values.map(read))}
    />
  );
};
