import { z } from 'zod';
import { instant, key } from '../core/calls/schema.ts';

/** Kinds of report files; each fills its own rows and replaces only its own days. */
export const PLATFORM_REPORTS = {
  daily: 'Campaigns and ad groups',
  keywords: 'Keywords',
  pages: 'Pages',
  events: 'Events',
} as const;
export type PlatformReport = keyof typeof PLATFORM_REPORTS;
export const PLATFORM_REPORT_NAMES = Object.keys(PLATFORM_REPORTS) as [PlatformReport, ...PlatformReport[]];

/** An owner's website has no account on a trading platform: this word replaces the account key for its GA4 reports. */
export const WEBSITE_SOURCE = 'website';
export type PlatformSourceKey = number | typeof WEBSITE_SOURCE;

/** Expected reports of an account and of a website, starting with the one whose delay counts. */
const ACCOUNT_REPORTS = ['daily', 'keywords'] as const satisfies PlatformReport[];
const WEBSITE_REPORTS = ['pages', 'events'] as const satisfies PlatformReport[];
export const reportsOf = (source: PlatformSourceKey): readonly PlatformReport[] =>
  source === WEBSITE_SOURCE ? WEBSITE_REPORTS : ACCOUNT_REPORTS;

/** State of an account's day. */
export const PLATFORM_DAY_STATES = {
  loaded: 'Loaded',
  corrected: 'Corrected',
  missing: 'Missing',
  due: 'Due',
} as const;
export type PlatformDayState = keyof typeof PLATFORM_DAY_STATES;
const PLATFORM_DAY_STATE_NAMES = Object.keys(PLATFORM_DAY_STATES) as [PlatformDayState, ...PlatformDayState[]];

export const PLATFORM_FILE_OUTCOMES = {
  LOADED: 'Loaded',
  UNCHANGED: 'No changes',
  REFUSED: 'Refused',
} as const;
export type PlatformFileOutcome = keyof typeof PLATFORM_FILE_OUTCOMES;
const OUTCOME_NAMES = Object.keys(PLATFORM_FILE_OUTCOMES) as [PlatformFileOutcome, ...PlatformFileOutcome[]];

export const PLATFORM_FILE_WAYS = { UPLOAD: 'Upload', PUSH: 'Push', FETCH: 'Fetch' } as const;
export type PlatformFileWay = keyof typeof PLATFORM_FILE_WAYS;
const WAY_NAMES = Object.keys(PLATFORM_FILE_WAYS) as [PlatformFileWay, ...PlatformFileWay[]];

export const PLATFORM_FILE_ENDINGS = ['csv', 'tsv', 'xlsx'] as const;
export const PLATFORM_FILE_BYTES = 50 * 1024 * 1024;

/** Summed columns of a report, in display order. */
export const REPORT_SUMS = {
  daily: ['impressions', 'clicks', 'cost', 'conversions', 'callConversions', 'viewThrough'],
  keywords: ['impressions', 'clicks', 'cost', 'conversions'],
  pages: ['sessions', 'engagedSessions', 'views', 'newUsers'],
  events: ['eventCount', 'activeUsers'],
} as const satisfies Record<PlatformReport, readonly string[]>;
export const SUM_LABELS: Readonly<Record<string, string>> = {
  impressions: 'Impressions',
  clicks: 'Clicks',
  cost: 'Cost',
  conversions: 'Conversions',
  callConversions: 'Call conversions',
  viewThrough: 'View-through',
  sessions: 'Sessions',
  engagedSessions: 'Engaged sessions',
  views: 'Views',
  newUsers: 'New users',
  eventCount: 'Events',
  activeUsers: 'Active users',
};

const sums = z.record(z.string(), z.number());
export type ReportSums = z.infer<typeof sums>;

export const platformSourceSchema = z.object({
  /** Null for the owner's website. */
  accountKey: key.nullable(),
  accountId: z.string(),
  name: z.string(),
  platformName: z.string(),
  clientName: z.string().nullable(),
  currency: z.string(),
  timeZone: z.string(),
  status: z.string(),
  /** Whether its platform has a file format. */
  takesFiles: z.boolean(),
  lastDay: z.iso.date().nullable(),
  lastFileAt: instant.nullable(),
  lastError: z.string().nullable(),
  /** Null if no push key exists. */
  pushKeyId: z.string().nullable(),
  pushKeyMadeAt: instant.nullable(),
});
export type PlatformSource = z.infer<typeof platformSourceSchema>;

export const platformFileSchema = z.object({
  fileKey: key,
  fileName: z.string(),
  bytes: z.int(),
  way: z.enum(WAY_NAMES),
  /** Null if it was not recognised. */
  report: z.enum(PLATFORM_REPORT_NAMES).nullable(),
  formatName: z.string().nullable(),
  outcome: z.enum(OUTCOME_NAMES),
  error: z.string().nullable(),
  problems: z.array(z.string()),
  warnings: z.array(z.string()),
  firstDay: z.iso.date().nullable(),
  lastDay: z.iso.date().nullable(),
  lines: z.int(),
  days: z.int(),
  newDays: z.int(),
  correctedDays: z.int(),
  changedRows: z.int(),
  /** Sums of the file, and of the same days in the database once loaded. */
  fileSums: sums.nullable(),
  storedSums: sums.nullable(),
  receivedAt: instant,
  receivedBy: z.string().nullable(),
  undoneAt: instant.nullable(),
  /** Until when it can be undone; null if it cannot. */
  undoUntil: instant.nullable(),
});
export type PlatformFile = z.infer<typeof platformFileSchema>;

/** Rows and the report's first sum, before and after a file. */
const measured = z.object({ rows: z.int(), amount: z.number() });
const replacedSchema = z.object({ before: measured, after: measured });
export type PlatformReplaced = z.infer<typeof replacedSchema>;

/** The sum by which days are compared. */
export const REPORT_MEASURES = {
  daily: 'cost',
  keywords: 'cost',
  pages: 'sessions',
  events: 'eventCount',
} as const satisfies { [Report in PlatformReport]: (typeof REPORT_SUMS)[Report][number] };

/** Whether a day or campaign would lose rows or a part of its sum. */
export const doesShrink = ({ before, after }: PlatformReplaced): boolean =>
  after.rows < before.rows || after.amount < before.amount;

const comparedSchema = z.object({
  report: z.enum(PLATFORM_REPORT_NAMES),
  /** All of the file's days. */
  ...replacedSchema.shape,
  /** Of the file's days, those that change. */
  days: z.array(replacedSchema.extend({ day: z.iso.date() })),
  /** Those that change; none for a website. */
  campaigns: z.array(replacedSchema.extend({ externalId: z.string(), name: z.string() })),
});

export const platformPreviewSchema = comparedSchema.extend({
  formatName: z.string(),
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  warnings: z.array(z.string()),
});
export type PlatformPreview = z.infer<typeof platformPreviewSchema>;

/** What an undo takes along: the days as they are with the file, and as they were before it. */
export const platformUndoPreviewSchema = comparedSchema.extend({ fileName: z.string() });
export type PlatformUndoPreview = z.infer<typeof platformUndoPreviewSchema>;

export const platformDaySchema = z.object({
  day: z.iso.date(),
  state: z.enum(PLATFORM_DAY_STATE_NAMES),
  /** Sums of the latest file with the day; null if the day was loaded before files were kept, or is missing. */
  fileSums: sums.nullable(),
  storedSums: sums.nullable(),
  fileName: z.string().nullable(),
  loadedAt: instant.nullable(),
  correctedAt: instant.nullable(),
});
export type PlatformDay = z.infer<typeof platformDaySchema>;
