import { Group, TextInput } from '@mantine/core';
import type { DashboardSearch } from '../dashboard-search.ts';
import type { Chosen } from '../prepare-range.ts';

interface CustomDatesProps {
  search: DashboardSearch;
  chosen: Chosen;
  onChange: (change: Partial<DashboardSearch>) => void;
}

/** Dates of one's own; what is wrong with one is said under it. */
export const CustomDates = ({ search, chosen, onChange }: CustomDatesProps) => {
  const wrong = chosen.kind === 'wrong' ? chosen : null;
  return (
    <Group gap={6} align="flex-start">
      {(['from', 'to'] as const).map((field) => (
        <TextInput
          key={field}
          type="date"
          size="xs"
          aria-label={field === 'from' ? 'From' : 'To'}
          value={search[field] ?? ''}
          error={wrong?.field === field ? wrong.message : null}
          onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value || undefined })}
        />
      ))}
    </Group>
  );
};
