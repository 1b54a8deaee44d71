import { Temporal } from 'temporal-polyfill';

/** How far a partner's clock may be ahead of ours. */
const AHEAD_MS = 5 * 60_000;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const HAS_OFFSET = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;

const instantOf = (text: string, zone: string): Temporal.Instant => {
  if (DAY.test(text)) return Temporal.PlainDate.from(text).toZonedDateTime(zone).toInstant();
  const iso = text.replace(' ', 'T');
  return HAS_OFFSET.test(iso)
    ? Temporal.Instant.from(iso)
    : Temporal.PlainDateTime.from(iso).toZonedDateTime(zone).toInstant();
};

/** Parses an ISO 8601 moment; without an offset it is in the owner's time zone. Null where invalid. */
export const momentOf = (text: string, zone: string): Date | null => {
  try {
    return new Date(instantOf(text, zone).epochMilliseconds);
  } catch {
    return null;
  }
};

/** Likewise for past events: null for a moment in the future. */
export const readMoment = (text: string, now: Date, zone: string): Date | null => {
  const at = momentOf(text, zone);
  return at !== null && at.getTime() <= now.getTime() + AHEAD_MS ? at : null;
};

const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const OLDEST = 120;

const dayOf = (text: string): Temporal.PlainDate => {
  const [, month, day, year] = AMERICAN.exec(text) ?? [];
  return year === undefined
    ? Temporal.PlainDate.from(text)
    : Temporal.PlainDate.from({ year: Number(year), month: Number(month), day: Number(day) }, { overflow: 'reject' });
};

/** Current age in whole years for a birth date; null where no living person can have it. */
export const readBirthDate = (text: string, now: Date, zone: string): number | null => {
  if (!DAY.test(text) && !AMERICAN.test(text)) return null;
  try {
    const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();
    const born = dayOf(text);
    const { years } = born.until(today, { largestUnit: 'years' });
    return Temporal.PlainDate.compare(born, today) <= 0 && years <= OLDEST ? years : null;
  } catch {
    return null;
  }
};
