import { useSession } from '../session/session-store.ts';

const LOCALE = 'en-US';
/** Shown for a missing value; never 0. */
export const NONE = '–';

type Maybe<T> = T | null | undefined;
const number = (options: Intl.NumberFormatOptions) => {
  const format = new Intl.NumberFormat(LOCALE, options);
  return (value: Maybe<number>): string => (value == null || Number.isNaN(value) ? NONE : format.format(value));
};

export const formatCount = number({ maximumFractionDigits: 0 });
/** For tables; tiles show whole dollars. */
export const formatDollars = number({ style: 'currency', currency: 'USD' });
export const formatWholeDollars = number({ style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
/** Takes a fraction: 0.125 → 12.5%. */
export const formatPercent = number({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });

const zones = new Map<string, Intl.DateTimeFormat>();
const zoned = (key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const formatter = zones.get(key) ?? new Intl.DateTimeFormat(LOCALE, options);
  zones.set(key, formatter);
  return formatter;
};

/** A calendar day from the API (2026-03-09), formatted without a time zone. */
export const formatDay = (day: Maybe<string>): string =>
  day ? zoned('day', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)) : NONE;

/** `Nov 14`, for places where the year is clear. */
export const formatShortDay = (day: Maybe<string>): string =>
  day
    ? zoned('short day', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
    : NONE;

export const formatInstant = (instant: Maybe<string>, timeZone: string): string =>
  instant
    ? zoned(`at ${timeZone}`, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(instant))
    : NONE;

/** `2026-03-09 17:02:11 UTC`: to the second, for comparison with other systems. */
export const formatUtc = (instant: string): string => `${instant.slice(0, 19).replace('T', ' ')} UTC`;

/** "Central Time" for America/Chicago; the zone's id when the browser has no name for it. */
export const zoneName = (timeZone: string, at: Date): string => {
  try {
    const parts = zoned(`zone ${timeZone}`, { timeZone, timeZoneName: 'longGeneric' }).formatToParts(at);
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  } catch {
    return timeZone;
  }
};

export const formatDays = (days: Maybe<number>): string =>
  days == null ? NONE : `${formatCount(days)} ${days === 1 ? 'day' : 'days'}`;

/** The current calendar day in a zone. */
export const todayIn = (zone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now);

/** The zone of all times on the screen, named in the frame: the owner's, or the browser's when no owner is chosen. */
export const localZone = (): string => {
  const { activeOwner, owners } = useSession.getState();
  // A media partner works for several owners at once: the first one's zone, which every page names.
  return activeOwner?.timeZone ?? owners?.[0]?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
};

/** The zones of the session's owners, each once. */
const sessionZones = (): Set<string> =>
  new Set((useSession.getState().owners ?? []).flatMap(({ timeZone }) => (timeZone === undefined ? [] : [timeZone])));

/** Whether rows of one list are of owners in several zones, so that each time names its own. */
export const hasSeveralZones = (): boolean => useSession.getState().activeOwner === null && sessionZones().size > 1;

/** The zone of a row's owner; without one, or for an owner of another session, that of the screen. */
const zoneOfRow = (row: object, timeZone: string): string => {
  const ownerKey = 'ownerKey' in row ? row.ownerKey : undefined;
  return (useSession.getState().owners ?? []).find((owner) => owner.ownerKey === ownerKey)?.timeZone ?? timeZone;
};

/** A time of a row in its owner's zone, which is named where the rows of a list have several. */
export const formatRowInstant = (instant: Maybe<string>, row: object, timeZone: string): string => {
  if (!instant) return NONE;
  if (!hasSeveralZones()) return formatInstant(instant, timeZone);
  const zone = zoneOfRow(row, timeZone);
  return `${formatInstant(instant, zone)} ${zoneAbbreviation(zone, new Date(instant))}`;
};

/** "CST" for America/Chicago in winter; used in column headers. */
export const zoneAbbreviation = (timeZone: string, at = new Date()): string =>
  zoned(`zone short ${timeZone}`, { timeZone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
