const parts = (at: Date, timeZone: string): Record<string, string> => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
};

/** A moment in a zone's local time, in the format of a date-and-time input: 2026-11-15T08:30. */
export const localOf = (at: Date, timeZone: string): string => {
  const { year, month, day, hour, minute } = parts(at, timeZone);
  return `${year}-${month}-${day}T${hour}:${minute}`;
};

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
// Checked by pattern: browsers parse many texts that are no dates.
const utcOf = (local: string): number => (LOCAL.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN);

/**
 * The moment of a zone's local time. In an hour that occurs twice (end of daylight saving) it is the first; a skipped hour is read as one
 * hour later.
 */
export const momentOf = (local: string, timeZone: string): Date | null => {
  const wanted = utcOf(local);
  if (Number.isNaN(wanted)) return null;
  const offsetAt = (time: number): number =>
    utcOf(localOf(new Date(time), timeZone)) - Math.floor(time / 60_000) * 60_000;
  const dayMs = 86_400_000;
  const fits = [offsetAt(wanted - dayMs), offsetAt(wanted + dayMs)]
    .map((offset) => wanted - offset)
    .filter((time) => utcOf(localOf(new Date(time), timeZone)) === wanted);
  return new Date(fits.length > 0 ? Math.min(...fits) : wanted - offsetAt(wanted - dayMs));
};
