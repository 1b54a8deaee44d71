import { Button, NativeSelect } from '@mantine/core';
import { type ClientCriteriaRecord, hoursWords } from '@paceline/contract';
import { HoursGrid } from '../../ui/hours/hours-grid.tsx';
import { daysOf, hoursOf, type HoursByDay, isAlways, PRESETS } from '../../ui/hours/prepare-hours.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import classes from './criteria.module.css';
import type { CriteriaFormApi, CriteriaValues } from './prepare-criteria.ts';
import { useSection } from './use-section.ts';

const OUTSIDE = { REJECT: 'Are rejected', HOLD: 'Are held until it opens' } as const;

/** When the client's office takes leads; the hours of a campaign can only narrow it. */
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
      <div className={classes.presets} role="group" aria-label="Presets">
        {PRESETS.map(({ label, days: preset }) => (
          <Button key={label} size="xs" variant="default" onClick={() => paint(preset)}>
            {label}
          </Button>
        ))}
      </div>
      <HoursGrid days={days} onPaint={paint} />
      <p className={classes.none} role="status">
        {hoursWords(value)}
      </p>
      {error('') && (
        <p className={classes.error} role="alert">
          {error('')}
        </p>
      )}
      <div className={classes.fields}>
        <NativeSelect
          label="Leads outside these hours"
          disabled={value === null}
          data={Object.entries(OUTSIDE).map(([code, label]) => ({ value: code, label }))}
          value={hours.outsideHours}
          onChange={(event) =>
            replace({ ...hours, outsideHours: event.currentTarget.value === 'HOLD' ? 'HOLD' : 'REJECT' })
          }
        />
      </div>
    </SectionCard>
  );
};
