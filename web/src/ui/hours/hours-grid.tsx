import { VisuallyHidden } from '@mantine/core';
import { WEEKDAY_NAMES, WEEKDAYS } from '@paceline/contract';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import classes from './hours-grid.module.css';
import { type Block, type HoursByDay, openShare, paintBlock, timeOf } from './prepare-hours.ts';

interface HoursGridProps {
  days: HoursByDay;
  /** Absent: read-only. */
  onPaint?: (days: HoursByDay) => void;
}

interface Cell {
  day: number;
  hour: number;
}
/** The marked block; while painting, also the value being painted. */
interface Marked {
  from: Cell;
  to: Cell;
  paint: boolean | null;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const LAST_DAY = WEEKDAYS.length - 1;
const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));

const STEPS: Readonly<Record<string, (cell: Cell) => Cell>> = {
  ArrowLeft: ({ day, hour }) => ({ day, hour: clamp(hour - 1, 23) }),
  ArrowRight: ({ day, hour }) => ({ day, hour: clamp(hour + 1, 23) }),
  ArrowUp: ({ day, hour }) => ({ day: clamp(day - 1, LAST_DAY), hour }),
  ArrowDown: ({ day, hour }) => ({ day: clamp(day + 1, LAST_DAY), hour }),
  Home: ({ day }) => ({ day, hour: 0 }),
  End: ({ day }) => ({ day, hour: 23 }),
  PageUp: ({ hour }) => ({ day: 0, hour }),
  PageDown: ({ hour }) => ({ day: LAST_DAY, hour }),
};

const blockOf = ({ from, to }: Marked): Block => ({
  fromDay: from.day,
  toDay: to.day,
  fromHour: from.hour,
  toHour: to.hour,
});
const isWithin = ({ from, to }: Marked, { day, hour }: Cell): boolean =>
  day >= Math.min(from.day, to.day) &&
  day <= Math.max(from.day, to.day) &&
  hour >= Math.min(from.hour, to.hour) &&
  hour <= Math.max(from.hour, to.hour);

const cellAt = (target: Element | null): Cell | null => {
  const cell = target?.closest('[data-hour]');
  return cell == null
    ? null
    : { day: Number(cell.getAttribute('data-day')), hour: Number(cell.getAttribute('data-hour')) };
};

const cellWords = (days: HoursByDay, { day, hour }: Cell): string => {
  const share = openShare(days[WEEKDAYS[day]!], hour);
  const state = share === 0 ? 'closed' : share === 1 ? 'open' : 'partly open';
  return `${WEEKDAY_NAMES[WEEKDAYS[day]!]} ${timeOf(hour * 60)}–${timeOf(hour * 60 + 60)}, ${state}`;
};

/** A week of hours. Dragging the mouse paints the opposite of the first cell. By keyboard: arrows move, Shift marks, Space paints. */
export const HoursGrid = ({ days, onPaint }: HoursGridProps) => {
  const [marked, setMarked] = useState<Marked>({
    from: { day: 0, hour: 9 },
    to: { day: 0, hour: 9 },
    paint: null,
  });
  const [isInside, setInside] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const { to: focus } = marked;
  const isOpenAt = ({ day, hour }: Cell): boolean => openShare(days[WEEKDAYS[day]!], hour) > 0;
  // Preview of the block being painted.
  const shown = marked.paint === null ? days : paintBlock(days, blockOf(marked), marked.paint);

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  const press = (event: PointerEvent) => {
    const cell = cellAt(event.target as Element);
    if (cell === null || !onPaint || event.button !== 0) return;
    event.preventDefault();
    wantsFocus.current = true;
    setMarked({ from: cell, to: cell, paint: !isOpenAt(cell) });
    // Captures the pointer, so that a drag also ends when released outside the grid.
    grid.current?.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent) => {
    if (marked.paint === null) return;
    const cell = cellAt(document.elementFromPoint(event.clientX, event.clientY));
    if (cell && (cell.day !== focus.day || cell.hour !== focus.hour)) setMarked({ ...marked, to: cell });
  };
  const release = () => {
    if (marked.paint === null) return;
    onPaint?.(paintBlock(days, blockOf(marked), marked.paint));
    wantsFocus.current = true;
    setMarked({ from: focus, to: { ...focus }, paint: null });
  };
  const type = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      wantsFocus.current = true;
      const next = step(focus);
      setMarked({ from: event.shiftKey ? marked.from : next, to: next, paint: null });
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      onPaint?.(paintBlock(days, blockOf(marked), !isOpenAt(marked.from)));
    } else if (event.key === 'Escape' && marked.paint !== null) {
      setMarked({ from: focus, to: focus, paint: null });
    }
  };

  return (
    <div
      ref={grid}
      role="grid"
      aria-label="Hours of the week"
      aria-multiselectable="true"
      aria-readonly={onPaint === undefined}
      tabIndex={-1}
      className={classes.grid}
      data-paintable={onPaint !== undefined || undefined}
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={() => setMarked({ from: focus, to: focus, paint: null })}
      onKeyDown={type}
      onFocus={() => setInside(true)}
      onBlur={() => setInside(false)}
    >
      <div role="row" className={classes.row}>
        <span role="columnheader">
          <VisuallyHidden>Day</VisuallyHidden>
        </span>
        {HOURS.map((hour) => (
          <span key={hour} role="columnheader" className={classes.hour} aria-label={timeOf(hour * 60)}>
            {hour % 3 === 0 ? hour : <VisuallyHidden>{hour}</VisuallyHidden>}
          </span>
        ))}
      </div>
      {WEEKDAYS.map((weekday, day) => (
        <div key={weekday} role="row" className={classes.row}>
          <span role="rowheader" className={classes.day} aria-label={WEEKDAY_NAMES[weekday]}>
            {WEEKDAY_NAMES[weekday].slice(0, 3)}
          </span>
          {HOURS.map((hour) => {
            const share = openShare(shown[weekday], hour);
            const cell = { day, hour };
            return (
              <span
                key={hour}
                role="gridcell"
                tabIndex={focus.day === day && focus.hour === hour ? 0 : -1}
                aria-label={cellWords(shown, cell)}
                aria-selected={isInside && isWithin(marked, cell)}
                data-day={day}
                data-hour={hour}
                data-open={share === 1 ? 'open' : share > 0 ? 'partly' : undefined}
                className={classes.cell}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
};
