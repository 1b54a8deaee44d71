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
import { GRAIN_WORDS } from './grain-words.ts';

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

/** Dates, granularity, comparison and row limit. */
export const Controls = ({ question, days, compared, onChange }: ControlsProps) => {
  const { period, granularity, compare, top, channel } = question;
  const set = (change: Partial<ReportQuestion>): void => onChange(settled({ ...question, ...change }));
  const choosePeriod = (value: string): void => {
    if (value === CUSTOM) set({ period: days ?? { from: '2026-01-01', to: '2026-01-31' } });
    else set({ period: { range: value as NamedRange } });
  };
  return (
    <>
      <NativeSelect
        size="xs"
        w={132}
        aria-label="Period"
        title={days === null ? undefined : writtenDays(days)}
        data={PERIODS}
        value={'range' in period ? period.range : CUSTOM}
        onChange={({ currentTarget }) => choosePeriod(currentTarget.value)}
      />
      {!('range' in period) && <CustomDates value={period} onChange={(chosen) => set({ period: chosen })} />}
      <NativeSelect
        size="xs"
        w={112}
        aria-label="Time grain"
        data={[
          { value: '', label: 'No time rows' },
          ...GRANULARITIES.map((value) => ({ value, label: GRAIN_WORDS[value] })),
        ]}
        value={granularity ?? ''}
        onChange={({ currentTarget }) => set({ granularity: (currentTarget.value || null) as Granularity | null })}
      />
      <NativeSelect
        size="xs"
        w={168}
        aria-label="Compare to"
        title={compared === null || compare === null ? undefined : writtenDays(compared)}
        data={[
          { value: '', label: 'No comparison' },
          ...COMPARISONS.map((value) => ({ value, label: `vs ${COMPARISON_WORDS[value].toLowerCase()}` })),
        ]}
        value={compare ?? ''}
        onChange={({ currentTarget }) => set({ compare: (currentTarget.value || null) as Comparison | null })}
      />
      <NativeSelect
        size="xs"
        w={132}
        aria-label="Channel"
        data={(['all', ...METRIC_CHANNELS] as const).map((value) => ({ value, label: CHANNEL_WORDS[value] }))}
        value={channel}
        onChange={({ currentTarget }) => set({ channel: currentTarget.value as ReportChannel })}
      />
      <NumberInput
        size="xs"
        aria-label="Top rows"
        placeholder="All rows"
        w={76}
        min={1}
        max={REPORT_LIMITS.rows}
        allowDecimal={false}
        clampBehavior="strict"
        hideControls
        value={top ?? ''}
        onChange={(value) => set({ top: typeof value === 'number' ? value : null })}
      />
    </>
  );
};
