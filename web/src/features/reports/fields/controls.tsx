import { Group, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import {
  type Comparison,
  COMPARISONS,
  countMonthsOf,
  type Days,
  GRANULARITIES,
  type Granularity,
  METRIC_CHANNELS,
  NAMED_RANGES,
  type NamedRange,
  REPORT_LIMITS,
  type ReportChannel,
  type ReportQuestion,
  settled,
} from '@paceline/contract';
import { useState } from 'react';
import { COMPARISON_WORDS, writtenDays } from '../../../lib/text/days-text.ts';

interface ControlsProps {
  question: ReportQuestion;
  /** As resolved by the server; null until then. */
  days: Days | null;
  compared: Days | null;
  onChange: (question: ReportQuestion) => void;
}

const CUSTOM = 'custom';
const PERIODS = [
  ...Object.entries(NAMED_RANGES).map(([value, label]) => ({ value, label })),
  { value: CUSTOM, label: 'Custom dates' },
];
const GRAIN_WORDS: Readonly<Record<Granularity, string>> = {
  day: 'By day',
  week: 'By week',
  month: 'By month',
  quarter: 'By quarter',
  year: 'By year',
};
const CHANNEL_WORDS: Readonly<Record<ReportChannel, string>> = {
  all: 'All channels',
  ppl: 'PPL',
  ppc: 'PPC',
  social: 'Social',
  programmaticDisplay: 'Programmatic display',
  email: 'Email',
};

const wrongDays = ({ from, to }: Days): string | null => {
  if (from === '' || to === '') return 'Enter both dates.';
  if (to < from) return 'The end must not be before the start.';
  return countMonthsOf({ from, to }) > REPORT_LIMITS.months ? `Choose at most ${REPORT_LIMITS.months} months.` : null;
};

/** Two custom dates; used only when valid. */
const CustomDates = ({ value, onChange }: { value: Days; onChange: (days: Days) => void }) => {
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
    <Group gap={6} align="flex-start" wrap="nowrap" pt={20}>
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

/** Dates, granularity, comparison and row limit. */
export const Controls = ({ question, days, compared, onChange }: ControlsProps) => {
  const { period, granularity, compare, top, channel } = question;
  const set = (change: Partial<ReportQuestion>): void => onChange(settled({ ...question, ...change }));
  const choosePeriod = (value: string): void => {
    if (value === CUSTOM) set({ period: days ?? { from: '2026-01-01', to: '2026-01-31' } });
    else set({ period: { range: value as NamedRange } });
  };
  return (
    <Group gap={10} align="flex-start">
      <NativeSelect
        size="xs"
        label="Period"
        description={days === null ? undefined : writtenDays(days)}
        inputWrapperOrder={['label', 'input', 'description']}
        data={PERIODS}
        value={'range' in period ? period.range : CUSTOM}
        onChange={({ currentTarget }) => choosePeriod(currentTarget.value)}
      />
      {!('range' in period) && <CustomDates value={period} onChange={(chosen) => set({ period: chosen })} />}
      <NativeSelect
        size="xs"
        label="Time grain"
        data={[{ value: '', label: 'None' }, ...GRANULARITIES.map((value) => ({ value, label: GRAIN_WORDS[value] }))]}
        value={granularity ?? ''}
        onChange={({ currentTarget }) => set({ granularity: (currentTarget.value || null) as Granularity | null })}
      />
      <NativeSelect
        size="xs"
        label="Compare to"
        description={compared === null || compare === null ? undefined : writtenDays(compared)}
        inputWrapperOrder={['label', 'input', 'description']}
        data={[
          { value: '', label: 'Nothing' },
          ...COMPARISONS.map((value) => ({ value, label: COMPARISON_WORDS[value] })),
        ]}
        value={compare ?? ''}
        onChange={({ currentTarget }) => set({ compare: (currentTarget.value || null) as Comparison | null })}
      />
      <NativeSelect
        size="xs"
        label="Channel"
        data={(['all', ...METRIC_CHANNELS] as const).map((value) => ({ value, label: CHANNEL_WORDS[value] }))}
        value={channel}
        onChange={({ currentTarget }) => set({ channel: currentTarget.value as ReportChannel })}
      />
      <NumberInput
        size="xs"
        label="Top rows"
        placeholder="All"
        w={90}
        min={1}
        max={REPORT_LIMITS.rows}
        allowDecimal={false}
        clampBehavior="strict"
        hideControls
        value={top ?? ''}
        onChange={(value) => set({ top: typeof value === 'number' ? value : null })}
      />
    </Group>
  );
};
