/** Formats `2026-11-01` as "November 2026". */
export const monthWords = (month: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    new Date(`${month}T00:00:00Z`),
  );
