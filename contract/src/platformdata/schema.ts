import { z } from 'zod';
import { instant, key } from '../core/calls/schema.ts';

/** What a report file is about; each kind fills rows of its own, and its days are replaced by themselves. */
export const PLATFORM_REPORTS = {
  daily: 'Campaigns and ad groups',
  keywords: 'Keywords',
  pages: 'Pages',
  events: 'Events',
} as const;
export type PlatformReport = keyof typeof PLATFORM_REPORTS;
export const PLATFORM_REPORT_NAMES = Object.keys(PLATFORM_REPORTS) as [PlatformReport, ...PlatformReport[]];

/** An owner's website has no account on a trading platform: its GA4 reports are chosen by this word in place of a key. */
export const WEBSITE_SOURCE = 'website';
export type PlatformSourceKey = number | typeof WEBSITE_SOURCE;

/** What comes for an account, what it is late with first. */
const ACCOUNT_REPORTS = ['daily', 'keywords'] as const satisfies PlatformReport[];
const WEBSITE_REPORTS = ['pages', 'events'] as const satisfies PlatformReport[];
export const reportsOf = (source: PlatformSourceKey): readonly PlatformReport[] =>
  source === WEBSITE_SOURCE ? WEBSITE_REPORTS : ACCOUNT_REPORTS;

/** Where a day of an account stands. */
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

/** What is added up of a report, in the order in which it is shown. */
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
  /** Null: the owner's website. */
  accountKey: key.nullable(),
  accountId: z.string(),
  name: z.string(),
  platformName: z.string(),
  clientName: z.string().nullable(),
  currency: z.string(),
  timeZone: z.string(),
  status: z.string(),
  /** Whether there is a format of files for its platform. */
  takesFiles: z.boolean(),
  lastDay: z.iso.date().nullable(),
  lastFileAt: instant.nullable(),
  lastError: z.string().nullable(),
  /** Null: nobody can push for it. */
  pushKeyId: z.string().nullable(),
  pushKeyMadeAt: instant.nullable(),
});
export type PlatformSource = z.infer<typeof platformSourceSchema>;

export const platformFileSchema = z.object({
  fileKey: key,
  fileName: z.string(),
  bytes: z.int(),
  way: z.enum(WAY_NAMES),
  /** Null where it was not recognised. */
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
  /** What the file says, and what the database holds of the same days once it is loaded. */
  fileSums: sums.nullable(),
  storedSums: sums.nullable(),
  receivedAt: instant,
  receivedBy: z.string().nullable(),
});
export type PlatformFile = z.infer<typeof platformFileSchema>;

export const platformDaySchema = z.object({
  day: z.iso.date(),
  state: z.enum(PLATFORM_DAY_STATE_NAMES),
  /** What the last file about the day says; null where the day came before files were kept, or has not come. */
  fileSums: sums.nullable(),
  storedSums: sums.nullable(),
  fileName: z.string().nullable(),
  loadedAt: instant.nullable(),
  correctedAt: instant.nullable(),
});
export type PlatformDay = z.infer<typeof platformDaySchema>;
