import { MATURITY_DAYS, type Stage } from '@paceline/contract';
import { type Temporal } from 'temporal-polyfill';

type Day = Temporal.PlainDate;
interface DayRange {
  from: Day;
  to: Day;
}

/** The latest whole calendar months ending on or before the day. */
export const completeMonths = (by: Day, count: number): DayRange => {
  const month = by.toPlainYearMonth();
  const latest = by.day === month.daysInMonth ? month : month.subtract({ months: 1 });
  return {
    from: latest.subtract({ months: count - 1 }).toPlainDate({ day: 1 }),
    to: latest.toPlainDate({ day: latest.daysInMonth }),
  };
};

/** The latest three whole calendar months that ended at least the stage's maturity days ago. */
export const historicalMonths = (through: Day, stage: Stage | 'inquiry'): DayRange =>
  completeMonths(through.subtract({ days: MATURITY_DAYS[stage] }), 3);

/** Share of all outcomes that has arrived, by days since the inquiry. Ages ascend; values between them are interpolated linearly. */
export type LagCurve = readonly (readonly [age: number, share: number])[];
export type Segment = 'career' | 'online';
type LagCurves = Readonly<Record<Stage, LagCurve>>;
export type OwnerCurves = Readonly<Record<Segment, LagCurves>>;
export const SEGMENTS: readonly Segment[] = ['career', 'online'];

const AGES = [7, 14, 30, 60, 90, 120, 150, 180] as const;
/** Age by which outcomes missing from the half-year table have arrived. */
const COMPLETE_AGE = 365;
const curve = (...shares: number[]): LagCurve => [
  [0, 0],
  ...AGES.map((age, index) => [age, shares[index] ?? 1] as const),
  [COMPLETE_AGE, 1],
];

const CONTACT = curve(0.84, 0.92, 0.96, 0.99, 0.99, 0.99, 1, 1);
const APPOINTMENT = curve(0.74, 0.87, 0.95, 0.98, 0.99, 0.99, 1, 1);
const MEETING = curve(0.46, 0.76, 0.93, 0.98, 0.99, 0.99, 1, 1);

/** Used until an owner's own curves are fitted. Graduate schools use the online ones. */
export const DEFAULT_LAG_CURVES: OwnerCurves = {
  career: {
    contact: CONTACT,
    appointment: APPOINTMENT,
    interview: MEETING,
    visit: MEETING,
    application: curve(0.09, 0.4, 0.78, 0.93, 0.97, 0.98, 0.99, 0.99),
    enrollment: curve(0.01, 0.11, 0.48, 0.82, 0.92, 0.96, 0.97, 0.98),
    start: curve(0, 0, 0.06, 0.55, 0.84, 0.93, 0.96, 0.98),
  },
  online: {
    contact: CONTACT,
    appointment: APPOINTMENT,
    interview: MEETING,
    visit: MEETING,
    application: curve(0.22, 0.47, 0.75, 0.9, 0.95, 0.97, 0.98, 0.98),
    enrollment: curve(0.02, 0.11, 0.41, 0.73, 0.86, 0.92, 0.95, 0.97),
    start: curve(0, 0, 0.04, 0.31, 0.66, 0.83, 0.91, 0.94),
  },
};

export const shareMatured = (lag: LagCurve, age: number): number => {
  if (age < 0) return 0;
  const next = lag.findIndex(([at]) => at >= age);
  if (next === -1) return lag.at(-1)?.[1] ?? 1;
  const [toAge, toShare] = lag[next] ?? [0, 0];
  const [fromAge, fromShare] = lag[next - 1] ?? [toAge, toShare];
  if (toAge === fromAge) return toShare;
  return fromShare + ((toShare - fromShare) * (age - fromAge)) / (toAge - fromAge);
};

/** Σ inquiries × share: divided by the inquiries it is percentMatured. Additive over rows. */
export const maturedInquiries = (
  lag: LagCurve,
  inquiriesByAge: Iterable<readonly [age: number, inquiries: number]>,
) => {
  let matured = 0;
  for (const [age, inquiries] of inquiriesByAge) matured += inquiries * shareMatured(lag, age);
  return matured;
};
