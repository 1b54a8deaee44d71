import { type DayParting, minutesOf, WEEKDAY_NAMES, type Weekday, WEEKDAYS } from '@paceline/contract';

export type DayInterval = DayParting['days'][number]['intervals'][number];
export type HoursByDay = Readonly<Record<Weekday, readonly DayInterval[]>>;

const DAY_MINUTES = 24 * 60;
const FULL_DAY: readonly DayInterval[] = [{ start: '00:00', end: '24:00', cap: null }];

const eachDay = (intervals: (day: Weekday) => readonly DayInterval[]): HoursByDay =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, intervals(day)])) as Record<Weekday, readonly DayInterval[]>;

export const ALWAYS: HoursByDay = eachDay(() => FULL_DAY);
const officeDays: ReadonlySet<Weekday> = new Set(['MON', 'TUE', 'WED', 'THU', 'FRI']);

/** Common weeks. */
export const PRESETS: readonly { label: string; days: HoursByDay }[] = [
  { label: 'Always', days: ALWAYS },
  {
    label: 'Weekdays 9 AM–5 PM',
    days: eachDay((day) => (officeDays.has(day) ? [{ start: '09:00', end: '17:00', cap: null }] : [])),
  },
  // Legal calling hours of a call center.
  { label: 'Every day 8 AM–9 PM', days: eachDay(() => [{ start: '08:00', end: '21:00', cap: null }]) },
  { label: 'Clear', days: eachDay(() => []) },
];

export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const isFull = (intervals: readonly DayInterval[]): boolean =>
  intervals.length === 1 &&
  intervals[0]!.start === '00:00' &&
  intervals[0]!.end === '24:00' &&
  intervals[0]!.cap === null;
export const isAlways = (days: HoursByDay): boolean => WEEKDAYS.every((day) => isFull(days[day]));
export const isNever = (days: HoursByDay): boolean => WEEKDAYS.every((day) => days[day].length === 0);

/** In the API an empty list means always open, and an unlisted day is closed. */
export const hoursOf = (days: DayParting['days']): HoursByDay =>
  days.length === 0 ? ALWAYS : eachDay((day) => days.find((one) => one.day === day)?.intervals ?? []);

export const daysOf = (hours: HoursByDay): DayParting['days'] =>
  isAlways(hours) ? [] : WEEKDAYS.map((day) => ({ day, intervals: [...hours[day]] }));

interface Span {
  start: number;
  end: number;
  cap: number | null;
}
const spanOf = ({ start, end, cap }: DayInterval): Span => ({ start: minutesOf(start), end: minutesOf(end), cap });
const intervalOf = ({ start, end, cap }: Span): DayInterval => ({ start: timeOf(start), end: timeOf(end), cap });

/** The parts of a span outside another: up to two, with its cap. */
const without = (span: Span, { start, end }: { start: number; end: number }): Span[] =>
  [
    { ...span, end: Math.min(span.end, start) },
    { ...span, start: Math.max(span.start, end) },
  ].filter((piece) => piece.end > piece.start);

/** Merges adjacent spans with the same cap. */
const joined = (spans: readonly Span[]): Span[] => {
  const whole: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = whole.at(-1);
    if (last !== undefined && last.end === span.start && last.cap === span.cap) last.end = span.end;
    else whole.push({ ...span });
  }
  return whole;
};

/** A day after opening or closing some minutes. Hours already open keep their cap. */
export const paintDay = (
  intervals: readonly DayInterval[],
  { start, end, isOpen }: { start: number; end: number; isOpen: boolean },
): DayInterval[] => {
  const spans = intervals.map(spanOf);
  if (!isOpen) return joined(spans.flatMap((span) => without(span, { start, end }))).map(intervalOf);
  const gaps = spans.reduce<Span[]>(
    (free, span) => free.flatMap((piece) => without(piece, span)),
    [{ start, end, cap: null }],
  );
  // A gap next to capped hours takes their cap: adjacent intervals are painted as one anyway.
  const beside = gaps.map((gap) => ({
    ...gap,
    cap: spans.find((span) => span.end === gap.start || span.start === gap.end)?.cap ?? null,
  }));
  return joined([...spans, ...beside]).map(intervalOf);
};

export interface Block {
  fromDay: number;
  toDay: number;
  fromHour: number;
  /** Inclusive. */
  toHour: number;
}

/** Opens or closes a rectangle of the week. */
export const paintBlock = (days: HoursByDay, block: Block, isOpen: boolean): HoursByDay => {
  const [top, bottom] = [Math.min(block.fromDay, block.toDay), Math.max(block.fromDay, block.toDay)];
  const [left, right] = [Math.min(block.fromHour, block.toHour), Math.max(block.fromHour, block.toHour)];
  return eachDay((day) => {
    const index = WEEKDAYS.indexOf(day);
    if (index < top || index > bottom) return days[day];
    return paintDay(days[day], { start: left * 60, end: (right + 1) * 60, isOpen });
  });
};

/** The open share of an hour: 0, 1 or a fraction. */
export const openShare = (intervals: readonly DayInterval[], hour: number): number => {
  const open = intervals.map(spanOf).reduce((sum, { start, end }) => {
    const shared = Math.min(end, (hour + 1) * 60) - Math.max(start, hour * 60);
    return sum + Math.max(0, shared);
  }, 0);
  return Math.min(1, open / 60);
};

export const openHours = (days: HoursByDay): number =>
  WEEKDAYS.reduce(
    (sum, day) => sum + days[day].map(spanOf).reduce((minutes, { start, end }) => minutes + (end - start) / 60, 0),
    0,
  );

/** `08:00-12:00, 13:30-20:00 max 40`: the text format of a day's hours. */
export const dayText = (intervals: readonly DayInterval[]): string =>
  intervals.map(({ start, end, cap }) => `${start}-${end}${cap === null ? '' : ` max ${cap}`}`).join(', ');

const INTERVAL = /^(\d{1,2})(?::(\d{2}))?\s*[-–]\s*(\d{1,2})(?::(\d{2}))?(?:\s+max\s+(\d{1,6}))?$/;

/** Parses a day's hours; null if unreadable. The contract's rules check whether they make sense. */
export const parseDay = (text: string): DayInterval[] | null => {
  const pieces = text
    .split(/[,;]/)
    .map((piece) => piece.trim())
    .filter(Boolean);
  const intervals = pieces.map((piece): DayInterval | null => {
    const match = INTERVAL.exec(piece);
    if (match === null) return null;
    const [, fromHour, fromMinute = '00', toHour, toMinute = '00', cap] = match;
    const start = Number(fromHour) * 60 + Number(fromMinute);
    const end = Number(toHour) * 60 + Number(toMinute);
    if (start >= DAY_MINUTES || end > DAY_MINUTES || Number(fromMinute) > 59 || Number(toMinute) > 59) return null;
    return { start: timeOf(start), end: timeOf(end), cap: cap === undefined ? null : Number(cap) };
  });
  return intervals.includes(null) ? null : (intervals as DayInterval[]);
};

const dayNames = (days: readonly Weekday[]): string => {
  const indexes = days.map((day) => WEEKDAYS.indexOf(day));
  const isRun = indexes.every((index, at) => at === 0 || index === indexes[at - 1]! + 1);
  const names = days.map((day) => WEEKDAY_NAMES[day]);
  if (days.length === 7) return 'Every day';
  return isRun && days.length > 2 ? `${names[0]} to ${names.at(-1)}` : names.join(', ');
};

const intervalWords = ({ start, end, cap }: DayInterval): string =>
  `${start === '00:00' && end === '24:00' ? 'all day' : `${start}–${end}`}${cap === null ? '' : ` (at most ${cap})`}`;

/** A day's hours in words. */
export const intervalsText = (intervals: HoursByDay[Weekday]): string =>
  intervals.length === 0 ? 'closed' : intervals.map(intervalWords).join(' and ');

/** A week's hours in words: `Monday to Friday 09:00–17:00; Saturday, Sunday closed`. */
export const hoursText = (days: HoursByDay): string => {
  if (isAlways(days)) return 'Always open';
  if (isNever(days)) return 'Never open';
  const groups: { days: Weekday[]; words: string }[] = [];
  for (const day of WEEKDAYS) {
    const words = intervalsText(days[day]);
    const same = groups.find((group) => group.words === words);
    if (same) same.days.push(day);
    else groups.push({ days: [day], words });
  }
  return groups.map((group) => `${dayNames(group.days)} ${group.words}`).join('; ');
};
