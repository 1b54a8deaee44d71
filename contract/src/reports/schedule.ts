import { z } from 'zod';
import { REPORT_FILE_FORMATS } from '../core/calls/file-names.ts';
import { instant, key } from '../core/calls/schema.ts';

/** A view is mailed with its rows as a file, a dashboard as a document. */
const SCHEDULE_FILES = [...REPORT_FILE_FORMATS, 'pdf'] as const;
export type ScheduleFile = (typeof SCHEDULE_FILES)[number];

const SCHEDULE_EVERY = ['day', 'week', 'month'] as const;
export type ScheduleEvery = (typeof SCHEDULE_EVERY)[number];
/** 1 is Monday. */
export const SCHEDULE_WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
/** The last day of the month, also of shorter months. */
export const LAST_MONTH_DAY = 31;
const MAX_READERS = 50;

const readerKeys = z.array(key).min(1, 'Choose at least one reader.').max(MAX_READERS);

const when = {
  every: z.enum(SCHEDULE_EVERY),
  /** Set for weekly schedules. */
  weekday: z.int().min(1).max(7).nullable(),
  /** Set for monthly schedules; 31 is the last day. */
  monthDay: z.int().min(1).max(LAST_MONTH_DAY).nullable(),
  /** Hour on the owner's clock. */
  hour: z.int().min(0).max(23),
};
export interface ScheduleTime {
  every: ScheduleEvery;
  weekday: number | null;
  monthDay: number | null;
  hour: number;
}

export const reportScheduleFormSchema = z
  .strictObject({
    /** Null for a new one. */
    scheduleKey: key.nullable(),
    rowVersion: z.int().nullable(),
    /** What is mailed: a saved view or a dashboard. */
    viewKey: key.nullable().default(null),
    dashboardKey: key.nullable().default(null),
    ...when,
    readerKeys,
    fileKind: z.enum(SCHEDULE_FILES),
  })
  .refine(({ viewKey, dashboardKey }) => (viewKey === null) !== (dashboardKey === null), {
    path: ['viewKey'],
    message: 'Name a saved view or a dashboard.',
  })
  .refine(({ dashboardKey, fileKind }) => (dashboardKey !== null) === (fileKind === 'pdf'), {
    path: ['fileKind'],
    message: 'A dashboard is mailed as PDF, a saved view as Excel or text.',
  })
  .refine(({ every, weekday }) => (every === 'week') === (weekday !== null), {
    path: ['weekday'],
    message: 'A weekly schedule has a weekday, and no other has one.',
  })
  .refine(({ every, monthDay }) => (every === 'month') === (monthDay !== null), {
    path: ['monthDay'],
    message: 'A monthly schedule has a day of the month, and no other has one.',
  });
export type ReportScheduleForm = z.infer<typeof reportScheduleFormSchema>;

const RUN_CAUSES = ['due', 'now', 'test'] as const;
export type RunCause = (typeof RUN_CAUSES)[number];
export const RUN_CAUSE_WORDS: Record<RunCause, string> = { due: 'By schedule', now: 'Run now', test: 'Test' };

const runResult = {
  cause: z.enum(RUN_CAUSES),
  at: instant,
  sent: z.int(),
  skipped: z.int(),
  waiting: z.int(),
};

export const reportScheduleSchema = z.object({
  scheduleKey: key,
  rowVersion: z.int(),
  /** One of the two; `viewName` is the name of either. */
  viewKey: key.nullable(),
  dashboardKey: key.nullable(),
  viewName: z.string(),
  ...when,
  fileKind: z.enum(SCHEDULE_FILES),
  readerKeys: z.array(key),
  readers: z.array(z.string()),
  by: z.string(),
  /** The creator, and administrators of the creator's company. */
  mayChange: z.boolean(),
  /** Whether the caller is one of its readers. */
  isReader: z.boolean(),
  nextRunAt: instant,
  isPaused: z.boolean(),
  /** Reason of an automatic pause. */
  pauseReason: z.string().nullable(),
  lastRun: z.object(runResult).nullable(),
});
export type ReportSchedule = z.infer<typeof reportScheduleSchema>;

export const reportRunSchema = z.object({
  runKey: key,
  ...runResult,
  readers: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['waiting', 'sent', 'skipped']),
      reason: z.string().nullable(),
      rowCount: z.int().nullable(),
    }),
  ),
});
export type ReportRun = z.infer<typeof reportRunSchema>;

export const reportReaderSchema = z.object({ userKey: key, name: z.string(), company: z.string() });
export type ReportReader = z.infer<typeof reportReaderSchema>;

const hourWords = (hour: number): string => `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;

/** Such as "Every Monday at 7 AM". */
export const scheduleWords = ({ every, weekday, monthDay, hour }: ScheduleTime): string => {
  const at = `at ${hourWords(hour)}`;
  if (every === 'day') return `Every day ${at}`;
  if (every === 'week') return `Every ${SCHEDULE_WEEKDAYS[(weekday ?? 1) - 1]} ${at}`;
  return monthDay === LAST_MONTH_DAY ? `Last day of every month ${at}` : `Day ${monthDay} of every month ${at}`;
};
export const hourLabel = hourWords;
