import { Button, NativeSelect, TextInput } from '@mantine/core';
import { WEEKDAY_NAMES, type Weekday, WEEKDAYS } from '@paceline/contract';
import { useState } from 'react';
import { formatCount, zoneName } from '../../../../lib/text/format.ts';
import { ZONES } from '../../../../lib/text/zones.ts';
import { SectionCard } from '../../../../ui/pieces/section-card.tsx';
import classes from './step-hours.module.css';
import { HoursGrid } from '../../../../ui/hours/hours-grid.tsx';
import {
  type DayInterval,
  dayText,
  type HoursByDay,
  hoursText,
  openHours,
  parseDay,
  PRESETS,
} from '../../../../ui/hours/prepare-hours.ts';
import type { CampaignFormApi } from '../use-campaign-form.ts';

interface DayTimesProps {
  day: Weekday;
  intervals: readonly DayInterval[];
  error: string | undefined;
  onChange: (intervals: DayInterval[]) => void;
}

/** A day's hours as text, to the quarter of an hour, which is finer than the grid. */
const DayTimes = ({ day, intervals, error, onChange }: DayTimesProps) => {
  const current = dayText(intervals);
  const [text, setText] = useState<string | null>(null);
  const isUnread = text !== null && parseDay(text) === null;
  return (
    <TextInput
      size="xs"
      label={WEEKDAY_NAMES[day]}
      placeholder="closed"
      autoComplete="off"
      spellCheck={false}
      value={text ?? current}
      error={isUnread ? 'Write times as 08:00-12:00, 13:30-20:00.' : error}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        const read = parseDay(next);
        if (read !== null) onChange(read);
      }}
      // On blur, valid text is normalised and invalid text is replaced by the current hours.
      onBlur={() => setText(null)}
    />
  );
};

/** The hours of the week when leads are accepted. */
export const StepHours = ({ form, defaultTimeZone }: { form: CampaignFormApi; defaultTimeZone: string }) => {
  const { hours, leadSourceType } = form.values;
  const [today] = useState(() => new Date());
  const zone = hours.timeZone || defaultTimeZone;
  const zones = ZONES.includes(zone) ? ZONES : [zone, ...ZONES];
  const set = (patch: Partial<typeof hours>) => form.change({ hours: { ...hours, ...patch } });
  const paint = (days: HoursByDay) => set({ days });
  const error = form.errorOf('hours');
  return (
    <SectionCard
      title="Hours"
      note="Drag over the week to open or close hours. By keyboard: arrows, Shift and arrows, Space."
    >
      <div className={classes.top}>
        <div className={classes.presets} role="group" aria-label="Presets">
          {PRESETS.map(({ label, days }) => (
            <Button key={label} size="xs" variant="default" onClick={() => paint(days)}>
              {label}
            </Button>
          ))}
        </div>
        <span className={classes.count}>{formatCount(openHours(hours.days))} of 168 hours</span>
      </div>
      <HoursGrid days={hours.days} onPaint={paint} />
      <p className={classes.summary} role="status">
        {hoursText(hours.days)}
      </p>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      {leadSourceType === 'Call Center' && (
        <p className={classes.hint}>
          Telemarketing is allowed from 8 AM to 9 PM in the prospect’s time zone. “Every day 8 AM–9 PM” follows that.
        </p>
      )}
      <div className={classes.fields}>
        <NativeSelect
          label="Time zone"
          data={zones.map((name) => ({ value: name, label: `${zoneName(name, today)} (${name})` }))}
          value={zone}
          error={form.errorOf('hours.timeZone')}
          onChange={(event) => set({ timeZone: event.currentTarget.value })}
        />
        <NativeSelect
          label="Leads outside these hours"
          data={[
            { value: 'REJECT', label: 'Are rejected' },
            { value: 'HOLD', label: 'Are held until it opens' },
          ]}
          value={hours.outsideHours}
          onChange={(event) => set({ outsideHours: event.currentTarget.value === 'HOLD' ? 'HOLD' : 'REJECT' })}
        />
      </div>
      <details className={classes.exact} open={WEEKDAYS.some((day) => form.errorOf(`hours.${day}`)) || undefined}>
        <summary>Exact times and caps</summary>
        <p className={classes.hint}>In steps of 15 minutes, with an optional cap: 08:15-12:00, 13:00-20:00 max 40</p>
        <div className={classes.days}>
          {WEEKDAYS.map((day) => (
            <DayTimes
              key={day}
              day={day}
              intervals={hours.days[day]}
              error={form.errorOf(`hours.${day}`)}
              onChange={(intervals) => {
                form.touch(`hours.${day}`);
                paint({ ...hours.days, [day]: intervals });
              }}
            />
          ))}
        </div>
      </details>
    </SectionCard>
  );
};
