const formats = new Map<string, Intl.DateTimeFormat>();
/** Cached, as creating one takes a millisecond. */
const formatOf = (name: string, make: () => Intl.DateTimeFormat): Intl.DateTimeFormat => {
  const format = formats.get(name) ?? make();
  formats.set(name, format);
  return format;
};

/** A time in a zone as `YYYY-MM-DD HH:MM:SS`, for files. */
export const localTime = (zone: string, at: Date): string =>
  // Swedish writes times in this order.
  formatOf(
    `file ${zone}`,
    () => new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }),
  ).format(at);

/** "Mar 10, 2026, 7:00 AM CDT" */
export const momentIn = (zone: string, at: Date): string =>
  formatOf(
    `text ${zone}`,
    () =>
      new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
      }),
  ).format(at);
