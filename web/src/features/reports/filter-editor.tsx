import { Button, NativeSelect, NumberInput, TagsInput } from '@mantine/core';
import {
  type Days,
  dimensionWords,
  type FilterOperator,
  isDimensionKey,
  type ReportQuestion,
  type QuestionFilter,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { valuesQuery } from './api.ts';
import classes from './analysis.module.css';

export const OPERATOR_WORDS: Readonly<Record<FilterOperator, string>> = {
  equals: 'is',
  notEquals: 'is not',
  contains: 'contains',
  notContains: 'does not contain',
  gt: 'above',
  gte: 'at least',
  lt: 'below',
  lte: 'at most',
  set: 'has a value',
  notSet: 'has no value',
};
const OF_NAMES = ['equals', 'notEquals', 'contains', 'notContains', 'set', 'notSet'] as const;
const OF_NUMBERS = ['gt', 'gte', 'lt', 'lte', 'set', 'notSet'] as const;

const takesNothing = (operator: FilterOperator): boolean => operator === 'set' || operator === 'notSet';

/** "State is TX, OH". */
export const filterText = (label: string, { member, operator, values }: QuestionFilter): string =>
  takesNothing(operator)
    ? `${label} ${OPERATOR_WORDS[operator]}`
    : `${label} ${OPERATOR_WORDS[operator]} ${values.map((value) => dimensionWords(member, value)).join(', ')}`;

interface FilterEditorProps {
  ownerKey: number | null;
  question: ReportQuestion;
  label: string;
  filter: QuestionFilter;
  days: Days;
  onSave: (filter: QuestionFilter) => void;
}

/** One filter: what it asks of a field. Values that the field has in these days are suggested. */
export const FilterEditor = ({ ownerKey, question, label, filter, days, onSave }: FilterEditorProps) => {
  const [draft, setDraft] = useState(filter);
  const ofNames = isDimensionKey(filter.member);
  const { data } = useQuery({ ...valuesQuery(ownerKey, question, filter.member, days), enabled: ofNames });
  const suggested = [
    ...new Set((data ?? []).flatMap((row) => (row[filter.member] == null ? [] : [String(row[filter.member])]))),
  ].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const { operator, values } = draft;
  const isWhole = takesNothing(operator) || values.length > 0;
  return (
    <form
      className={classes.filterForm}
      aria-label={`Filter by ${label}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) onSave(takesNothing(operator) ? { ...draft, values: [] } : draft);
      }}
    >
      <NativeSelect
        size="xs"
        label={label}
        data={(ofNames ? OF_NAMES : OF_NUMBERS).map((value) => ({ value, label: OPERATOR_WORDS[value] }))}
        value={operator}
        onChange={({ currentTarget }) => setDraft({ ...draft, operator: currentTarget.value as FilterOperator })}
      />
      {!takesNothing(operator) &&
        (ofNames ? (
          <TagsInput
            size="xs"
            label="Values"
            placeholder="Type or choose"
            data={suggested}
            limit={50}
            maxTags={1000}
            value={values}
            comboboxProps={{ withinPortal: false }}
            onChange={(next) => setDraft({ ...draft, values: next.map((text) => text.slice(0, 200)) })}
          />
        ) : (
          <NumberInput
            size="xs"
            label="Value"
            value={values[0] ?? ''}
            onChange={(value) => setDraft({ ...draft, values: value === '' ? [] : [String(value)] })}
          />
        ))}
      <Button type="submit" size="xs" disabled={!isWhole}>
        Apply filter
      </Button>
    </form>
  );
};
