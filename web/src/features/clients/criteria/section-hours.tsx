import { Button, Group, NativeSelect } from '@mantine/core';
import { type ClientCriteriaRecord, hoursWords } from '@paceline/contract';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { ErrorText } from '../../../ui/states/error-text.tsx';
import { HoursGrid } from '../../../ui/hours/hours-grid.tsx';
import { daysOf, hoursOf, type HoursByDay, isAlways, PRESETS } from '../../../ui/hours/prepare-hours.ts';
import { Note } from '../../../ui/pieces/note.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import type { CriteriaFormApi, CriteriaValues } from './prepare-criteria.ts';
import { useSection } from './use-section.ts';

const OUTSIDE = { REJECT: 'Are rejected', HOLD: 'Are held until it opens' } as const;

/** The client's office hours for leads; a campaign's hours can only narrow them. */
export const HoursSection = ({ form, record }: { form: CriteriaFormApi; record: ClientCriteriaRecord }) => {
  const { value, replace, error } = useSection(form, 'hours');
  const hours: NonNullable<CriteriaValues['hours']> = value ?? {
    timeZone: record.timeZone,
    outsideHours: 'REJECT',
    days: [],
  };
  const days = hoursOf(hours.days);
  const paint = (next: HoursByDay) => replace(isAlways(next) ? null : { ...hours, days: daysOf(next) });
  return (
    <SectionCard
      title="Hours"
      note="When the client’s office takes leads. Drag over the week; by keyboard: arrows, Shift and arrows, Space."
    >
      <Group gap={8} mb={12} role="group" aria-label="Presets">
        {PRESETS.map(({ label, days: preset }) => (
          <Button key={label} size="xs" variant="default" onClick={() => paint(preset)}>
            {label}
          </Button>
        ))}
      </Group>
      <HoursGrid days={days} onPaint={paint} />
      <Note my={8} role="status">
        {hoursWords(value)}
      </Note>
      {error('') && (
        <ErrorText size="xs" role="alert">
          {error('')}
        </ErrorText>
      )}
      <Columns of={2} gap="14px 16px" align="start">
        <NativeSelect
          label="Leads outside these hours"
          disabled={value === null}
          data={Object.entries(OUTSIDE).map(([code, label]) => ({ value: code, label }))}
          value={hours.outsideHours}
          onChange={(event) =>
            replace({ ...hours, outsideHours: event.currentTarget.value === 'HOLD' ? 'HOLD' : 'REJECT' })
          }
        />
      </Columns>
    </SectionCard>
  );
};
