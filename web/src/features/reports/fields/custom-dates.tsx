import { Group, TextInput } from '@mantine/core';
import { countMonthsOf, type Days, REPORT_LIMITS } from '@paceline/contract';
import { useState } from 'react';

const wrongDays = ({ from, to }: Days): string | null => {
  if (from === '' || to === '') return 'Enter both dates.';
  if (to < from) return 'The end must not be before the start.';
  return countMonthsOf({ from, to }) > REPORT_LIMITS.months ? `Choose at most ${REPORT_LIMITS.months} months.` : null;
};

/** Two custom dates; used only when valid. */
export const CustomDates = ({ value, onChange }: { value: Days; onChange: (days: Days) => void }) => {
  const [draft, setDraft] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (lastValue.from !== value.from || lastValue.to !== value.to) {
    setLastValue(value);
    setDraft(value);
  }
  const wrong = wrongDays(draft);
  const type = (field: keyof Days, text: string): void => {
    const next = { ...draft, [field]: text };
    setDraft(next);
    if (wrongDays(next) === null) onChange(next);
  };
  return (
    <Group gap={6} wrap="nowrap">
      {(['from', 'to'] as const).map((field) => (
        <TextInput
          key={field}
          type="date"
          size="xs"
          aria-label={field === 'from' ? 'From' : 'To'}
          value={draft[field]}
          error={field === 'to' ? wrong : null}
          onChange={({ currentTarget }) => type(field, currentTarget.value)}
        />
      ))}
    </Group>
  );
};
