import { type Day, dayOfMonth, monthOfYear, weekdayOf } from '../calendar.ts';
import { SEASON_TABLE } from '../../src/metrics/forecast/series.rules.ts';
import { type Random, weighted } from '../random.ts';

/** Distribution of inquiries over months, weekdays and hours: domain handbook, 4.4. */
export const SEASON = SEASON_TABLE;
const WEEKDAY = [1.16, 1.14, 1.1, 1.05, 0.92, 0.76, 0.87] as const;
const HOURS = [
  1, 0.7, 0.5, 0.3, 0.4, 0.6, 1.5, 2.6, 4, 5.1, 5.9, 6.3, 6.3, 6.3, 6.1, 5.9, 5.8, 5.8, 6.1, 6.7, 7.2, 6.9, 5.1, 3.1,
];

const YEARLY_GROWTH = 1.06;
const YEARLY_PRICE_DRIFT = 1.05;
/** Middle of the history, where growth and drift are 1. */
const MIDDLE = 12;

export const growthAt = (monthIndex: number): number => YEARLY_GROWTH ** ((monthIndex - MIDDLE) / 12);
export const priceDriftAt = (monthIndex: number): number => YEARLY_PRICE_DRIFT ** ((monthIndex - MIDDLE) / 12);

const isThanksgivingWeekend = (day: Day): boolean => {
  const weekday = weekdayOf(day);
  const thursday = weekday === 3 ? day : weekday === 4 ? day - 1 : null;
  if (thursday === null || monthOfYear(thursday) !== 10) return false;
  const date = dayOfMonth(thursday);
  return date >= 22 && date <= 28;
};

const holidayFactor = (day: Day): number => {
  const month = monthOfYear(day);
  const date = dayOfMonth(day);
  if (month === 11 && (date === 24 || date === 25)) return 0.35;
  if ((month === 11 && date === 31) || (month === 0 && date === 1)) return 0.6;
  if (month === 0 && date <= 15) return 1.1;
  return isThanksgivingWeekend(day) ? 0.45 : 1;
};

/** The weight of a day among the days of its month. */
export const dayShape = (day: Day): number => WEEKDAY[weekdayOf(day)]! * holidayFactor(day);

const drawHour = weighted([...HOURS.keys()], (hour) => HOURS[hour]!);
/** A random second of the day, by the usual hours of inquiries. */
export const drawSecond = (random: Random): number => drawHour(random) * 3600 + random.int(0, 3599);

/** Overdispersion of a day's count around its expected value. */
const DISPERSION = 6;
export const dayNoise = (random: Random): number => random.gamma(DISPERSION) / DISPERSION;
