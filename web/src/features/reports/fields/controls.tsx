import { NativeSelect, NumberInput } from '@mantine/core';
import {
  type Comparison,
  COMPARISONS,
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
import { COMPARISON_WORDS, writtenDays } from '../../../lib/text/days-text.ts';
import { CustomDates } from './custom-dates.tsx';
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
