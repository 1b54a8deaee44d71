import {
  type CallResponse,
  firstOfMonth,
  lastOfMonth,
  type platformDataCalendar,
  type PlatformReport,
  type PlatformSource,
  reportsOf,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Place } from '../loading/replace-days.ts';
import { findCalendarPlace, listSources, listStoredDays } from './calendar.queries.ts';
import { calendarOf } from './calendar-days.ts';

const MONTHS_SHOWN = 6;

/** Six months of an account's days, the requested one last. */
export const readCalendar = (
  { db, clock }: { db: Database; clock: Clock },
  scope: Scope,
  place: Place,
  { report, month }: { report: PlatformReport; month: string },
): Promise<CallResponse<typeof platformDataCalendar>> => {
  if (!reportsOf(place.accountKey ?? 'website').includes(report)) throw new AppError('NOT_FOUND');
  return db.readScope(scope, async (tx) => {
    const calendarPlace = await findCalendarPlace(tx, place, report, clock.now());
    if (calendarPlace === undefined) throw new AppError('NOT_FOUND');
    const span = { from: firstOfMonth(`${month}-01`, 1 - MONTHS_SHOWN), to: lastOfMonth(`${month}-01`) };
    const stored = await listStoredDays(tx, place, report, span);
    return { ...span, today: calendarPlace.today, days: calendarOf(stored, calendarPlace, span) };
  });
};

export const readSources = ({ db }: { db: Database }, scope: Scope, ownerKey: number): Promise<PlatformSource[]> =>
  db.readScope(scope, (tx) => listSources(tx, ownerKey));
