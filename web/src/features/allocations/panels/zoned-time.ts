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

/** A moment as the clocks of a zone show it, as a date-and-time field writes it: 2026-11-15T08:30. */
export const localOf = (at: Date, timeZone: string): string => {
  const { year, month, day, hour, minute } = parts(at, timeZone);
  return `${year}-${month}-${day}T${hour}:${minute}`;
};

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
// Browsers read much as a date that is none.
const utcOf = (local: string): number => (LOCAL.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN);

/**
 * The moment at which the clocks of a zone show this. Of an hour that they show twice it is the first; an hour that they
 * leave out is taken as an hour later, as clocks that were not put forward would have it.
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
