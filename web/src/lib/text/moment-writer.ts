/** "9:12 AM" today, "Nov 14, 9:12 AM" on other days, in the zone. */
export const momentWriter = (timeZone: string, now: Date): ((instant: string) => string) => {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeZone });
  const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone });
  const both = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  });
  const today = day.format(now);
  return (instant) => {
    const at = new Date(instant);
    return (day.format(at) === today ? time : both).format(at);
  };
};
