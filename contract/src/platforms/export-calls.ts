import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { GRAINS, type Grain } from '../core/values/days.ts';
import { REPORT_FILE_FORMATS } from '../core/calls/file-names.ts';
import { LIMITS } from '../core/calls/limits.ts';
import { key } from '../core/calls/schema.ts';

/** Limits of a file, which is written while the browser waits. */
export const PLATFORM_EXPORT = {
  mostDays: { day: 92, week: 371, month: 1_100 } satisfies Record<Grain, number>,
  /** For files by day. */
  mostRows: 200_000,
} as const;

/** Breakdown below ad groups. A platform reports devices and keywords separately, so a file has one of them. */
export const PLATFORM_EXPORT_DETAILS = { keyword: 'Keywords', device: 'Devices' } as const;
const details = Object.keys(PLATFORM_EXPORT_DETAILS) as ['keyword', 'device'];

const platformExportSchema = z.strictObject({
  ownerKey: key,
  /** Platform key; null for all platforms with accounts of the owner. */
  tradingPlatform: key.nullish(),
  timeGrain: z.enum(GRAINS),
  /** Days of the accounts’ calendars, both included. */
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  detail: z.enum(details).default('keyword'),
  format: z.enum(REPORT_FILE_FORMATS).default('xlsx'),
});
export type PlatformExportQuestion = z.output<typeof platformExportSchema>;

export const tradingPlatformExport = defineCall({
  id: 'tradingPlatformExport',
  summary: 'What platforms reported of some days as a file, by day, week from Monday or month, each amount once',
  route: 'POST /ag/tradingplatform/export',
  owner: 'body',
  groups: ['ag'],
  permission: 'tradingplatforms:View',
  kind: 'download',
  body: platformExportSchema,
  response: z.null(),
  rateLimit: 'export',
  timeoutMs: LIMITS.exportTimeoutMs,
});
