import { dayPartingProblems, WEEKDAYS } from '@paceline/contract';
import { describe, expect, it, test } from 'vitest';
import {
  ALWAYS,
  daysOf,
  dayText,
  hoursOf,
  hoursText,
  isAlways,
  isNever,
  openHours,
  openShare,
  paintBlock,
  paintDay,
  parseDay,
  PRESETS,
} from './prepare-hours.ts';

const span = (start: string, end: string, cap: number | null = null) => ({ start, end, cap });
const preset = (label: string) => PRESETS.find((one) => one.label === label)!.days;

describe('the value', () => {
  it('has no days if always open, and otherwise every day', () => {
    expect(daysOf(ALWAYS)).toEqual([]);
    expect(isAlways(hoursOf([]))).toBe(true);
    const office = preset('Weekdays 9 AM–5 PM');
    expect(daysOf(office)).toHaveLength(7);
    expect(hoursOf(daysOf(office))).toEqual(office);
  });
  it('keeps quarter hours and caps', () => {
    const days = [{ day: 'TUE' as const, intervals: [span('08:15', '12:00', 40)] }];
    expect(hoursOf(days).TUE).toEqual([span('08:15', '12:00', 40)]);
    expect(hoursOf(days).MON).toEqual([]);
  });
  it('is always valid by the contract, after any painting', () => {
    let days = preset('Clear');
    for (let turn = 0; turn < 200; turn += 1) {
      const [fromDay, toDay] = [(turn * 5) % 7, (turn * 3) % 7];
      const [fromHour, toHour] = [(turn * 7) % 24, (turn * 11) % 24];
      days = paintBlock(days, { fromDay, toDay, fromHour, toHour }, turn % 3 !== 0);
      const refused = dayPartingProblems({ days: daysOf(days) }).filter(
        ({ message }) => !message.startsWith('No more'),
      );
      expect(refused).toEqual([]);
    }
  });
});

describe('painting', () => {
  it('joins adjacent blocks', () => {
    expect(paintDay([span('09:00', '12:00')], { start: 720, end: 780, isOpen: true })).toEqual([
      span('09:00', '13:00'),
    ]);
  });
  it('closes a gap and keeps the cap on both sides', () => {
    expect(paintDay([span('08:15', '20:00', 40)], { start: 720, end: 780, isOpen: false })).toEqual([
      span('08:15', '12:00', 40),
      span('13:00', '20:00', 40),
    ]);
  });
  it('leaves open hours unchanged', () => {
    expect(paintDay([span('08:15', '10:00', 5)], { start: 480, end: 660, isOpen: true })).toEqual([
      span('08:00', '11:00', 5),
    ]);
    expect(paintDay([span('10:00', '11:00')], { start: 0, end: 1440, isOpen: true })).toEqual([span('00:00', '24:00')]);
  });
  it('accepts a block from any corner', () => {
    const block = { fromDay: 4, toDay: 2, fromHour: 17, toHour: 9 };
    const days = paintBlock(preset('Clear'), block, true);
    expect(openHours(days)).toBe(27);
    expect(WEEKDAYS.filter((day) => days[day].length > 0)).toEqual(['WED', 'THU', 'FRI']);
    expect(isNever(paintBlock(days, { fromDay: 0, toDay: 6, fromHour: 0, toHour: 23 }, false))).toBe(true);
  });
  test.each([
    [8, 0.75],
    [9, 1],
    [20, 0],
    [7, 0],
  ])('hour %d is open for %d of it', (hour, share) => {
    expect(openShare([span('08:15', '20:00')], hour)).toBe(share);
  });
});

describe('times of a day as text', () => {
  test.each([
    ['08:00-12:00, 13:30–20:00 max 40', [span('08:00', '12:00'), span('13:30', '20:00', 40)]],
    ['9-17', [span('09:00', '17:00')]],
    ['0:00-24:00', [span('00:00', '24:00')]],
    ['', []],
    ['nine to five', null],
    ['08:00-25:00', null],
    ['08:75-09:00', null],
  ])('%j is parsed', (text, intervals) => {
    expect(parseDay(text)).toEqual(intervals);
  });
  it('round-trip', () => {
    const intervals = [span('08:15', '12:00'), span('13:00', '24:00', 3)];
    expect(parseDay(dayText(intervals))).toEqual(intervals);
  });
});

test.each([
  ['Always', 'Always open'],
  ['Clear', 'Never open'],
  ['Weekdays 9 AM–5 PM', 'Monday to Friday 09:00–17:00; Saturday, Sunday closed'],
  ['Every day 8 AM–9 PM', 'Every day 08:00–21:00'],
])('%s is described as “%s”', (label, words) => {
  expect(hoursText(preset(label))).toBe(words);
});
test('caps, whole days and breaks are described too', () => {
  const days = {
    ...preset('Clear'),
    MON: [span('00:00', '24:00', 10)],
    WED: [span('08:00', '12:00'), span('13:00', '17:00')],
  };
  expect(hoursText(days)).toBe(
    'Monday all day (at most 10); Tuesday, Thursday, Friday, Saturday, Sunday closed; Wednesday 08:00–12:00 and 13:00–17:00',
  );
});
