import { Button, Group, NativeSelect } from '@mantine/core';
import { NAMED_RANGES, questionDays, type ReportMember, type UserGroup } from '@paceline/contract';
import { useState } from 'react';
import { localZone, todayIn } from '../../../lib/text/format.ts';
import { CustomDates } from '../fields/custom-dates.tsx';
import { Filters } from '../fields/filters.tsx';
import { defaultQuestion } from '../prepare-question.ts';
import { isNamedRange, isOverridden, type Override } from './prepare-override.ts';

interface OverrideBarProps {
  ownerKey: number;
  group: UserGroup;
  dimensions: readonly ReportMember[];
  labelOf: (member: string) => string;
  override: Override;
  onChange: (override: Override) => void;
}

const CUSTOM = 'custom';
const RANGES = [
  { value: '', label: 'Each card’s own dates' },
  ...Object.entries(NAMED_RANGES).map(([value, label]) => ({ value, label })),
  { value: CUSTOM, label: 'Custom dates' },
];

/** Dates and filters of all cards. */
export const OverrideBar = ({ ownerKey, group, dimensions, labelOf, override, onChange }: OverrideBarProps) => {
  const { period, filters } = override;
  const [now] = useState(() => new Date());
  const base = defaultQuestion(group);
  const question = { ...base, dimensions: [], filters: [...filters], period: period ?? base.period };
  const { days } = questionDays({ ...question, compare: null }, todayIn(localZone(), now));
  const choose = (value: string): void => {
    if (value === CUSTOM) onChange({ ...override, period: days });
    else onChange({ ...override, period: isNamedRange(value) ? { range: value } : null });
  };
  return (
    <Group gap={8} role="group" aria-label="Dates and filters of all cards">
      <NativeSelect
        size="xs"
        aria-label="Dates of all cards"
        data={RANGES}
        value={period === null ? '' : 'range' in period ? period.range : CUSTOM}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {period !== null && 'from' in period && (
        <CustomDates value={period} onChange={(next) => onChange({ ...override, period: next })} />
      )}
      <Filters
        {...{ ownerKey, question, dimensions, days, labelOf }}
        measures={[]}
        onChange={(next) => onChange({ ...override, filters: next.filters })}
      />
      {isOverridden(override) && (
        <Button variant="subtle" size="compact-xs" onClick={() => onChange({ period: null, filters: [] })}>
          Back to the cards’ own
        </Button>
      )}
    </Group>
  );
};
