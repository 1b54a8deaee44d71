import { Button, NativeSelect, NumberInput, TagsInput } from '@mantine/core';
import {
  type Days,
  dimensionCode,
  dimensionWords,
  type FilterOperator,
  isDimensionKey,
  OPERATOR_WORDS,
  takesNoValue,
  type ReportQuestion,
  type QuestionFilter,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { valuesQuery } from '../api.ts';

const OF_NAMES = ['equals', 'notEquals', 'contains', 'notContains', 'set', 'notSet'] as const;
const OF_NUMBERS = ['gt', 'gte', 'lt', 'lte', 'set', 'notSet'] as const;

interface FilterEditorProps {
  ownerKey: number | null;
  question: ReportQuestion;
  label: string;
  filter: QuestionFilter;
  days: Days;
  onSave: (filter: QuestionFilter) => void;
}

/** Edits one filter. Suggests the field's values in these days. */
export const FilterEditor = ({ ownerKey, question, label, filter, days, onSave }: FilterEditorProps) => {
  const [draft, setDraft] = useState(filter);
  const ofNames = isDimensionKey(filter.member);
  // Labels are translated to codes for exact operators; partial matches use the text.
  const isWord = draft.operator === 'equals' || draft.operator === 'notEquals';
  const inWords = (value: string): string => (isWord ? dimensionWords(filter.member, value) : value);
  const asCode = (text: string): string => (isWord ? dimensionCode(filter.member, text) : text);
  const { data } = useQuery({ ...valuesQuery(ownerKey, question, filter.member, days), enabled: ofNames });
  const suggested = [
    ...new Set(
      (data ?? []).flatMap((row) => (row[filter.member] == null ? [] : [inWords(String(row[filter.member]))])),
    ),
  ].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const { operator, values } = draft;
  const isWhole = takesNoValue(operator) || values.length > 0;
  return (
    <FormStack
      gap={8}
      w={260}
      mt={6}
      aria-label={`Filter by ${label}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) onSave(takesNoValue(operator) ? { ...draft, values: [] } : draft);
      }}
    >
      <NativeSelect
        size="xs"
        label={label}
        data={(ofNames ? OF_NAMES : OF_NUMBERS).map((value) => ({ value, label: OPERATOR_WORDS[value] }))}
        value={operator}
        onChange={({ currentTarget }) => setDraft({ ...draft, operator: currentTarget.value as FilterOperator })}
      />
      {!takesNoValue(operator) &&
        (ofNames ? (
          <TagsInput
            size="xs"
            label="Values"
            placeholder="Type or choose"
            data={suggested}
            limit={50}
            maxTags={1000}
            value={values.map(inWords)}
            comboboxProps={{ withinPortal: false }}
            onChange={(next) => setDraft({ ...draft, values: next.map((text) => asCode(text.slice(0, 200))) })}
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
    </FormStack>
  );
};
