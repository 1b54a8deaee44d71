import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { LIMITS } from '../core/calls/limits.ts';
import { key, keyParam, monthSent } from '../core/calls/schema.ts';
import { connectionSaveSchema, platformConnectionSchema } from './connectors.ts';
import {
  PLATFORM_FILE_BYTES,
  PLATFORM_FILE_ENDINGS,
  PLATFORM_REPORT_NAMES,
  platformDaySchema,
  platformFileSchema,
  platformPreviewSchema,
  platformSourceSchema,
  platformUndoPreviewSchema,
  WEBSITE_SOURCE,
} from './schema.ts';

/** An account's key, or the owner's website. */
const sourceParam = z.union([z.literal(WEBSITE_SOURCE), keyParam]);
const sourceKey = z.union([z.literal(WEBSITE_SOURCE), key]);

const shared = {
  owner: 'path',
  groups: ['ag'],
  permission: 'tradingplatforms:View',
} as const;

export const platformDataSources = defineCall({
  ...shared,
  id: 'platformDataSources',
  summary: 'The accounts and the website that data arrives for, with the last day of each and what went wrong last',
  route: 'GET /ag/{owner}/platformdata/sources',
  response: z.array(platformSourceSchema),
});

export const platformDataCalendar = defineCall({
  ...shared,
  id: 'platformDataCalendar',
  summary:
    'Which days of an account are loaded, corrected, missing or due, with the file’s sums beside the stored ones',
  route: 'GET /ag/{owner}/platformdata/{source}/calendar',
  params: { source: sourceParam },
  query: z.strictObject({
    report: z.enum(PLATFORM_REPORT_NAMES),
    /** The last of six months shown, such as 2026-11. */
    month: monthSent.transform((month) => month.slice(0, 7)),
  }),
  response: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    /** In the account's time zone. */
    today: z.iso.date(),
    days: z.array(platformDaySchema),
  }),
});

export const PLATFORM_FILE_ROWS = 25;

export const platformDataFiles = defineCall({
  ...shared,
  id: 'platformDataFiles',
  summary: 'The files that came for an account, the latest first, refused ones too',
  route: 'GET /ag/{owner}/platformdata/{source}/files',
  params: { source: sourceParam },
  /** Key of the last file of the previous page. */
  query: z.strictObject({ before: keyParam.optional() }),
  response: z.object({ rows: z.array(platformFileSchema), hasMore: z.boolean() }),
});

export const platformDataUpload = defineCall({
  ...shared,
  id: 'platformDataUpload',
  summary: 'Loads a platform’s own report file: its days are replaced whole, or nothing of it is stored',
  route: 'POST /ag/{owner}/platformdata/{source}/upload',
  permission: 'tradingplatforms:Update',
  kind: 'upload',
  params: { source: sourceParam },
  /** Whether days may lose rows or a part of their sum; otherwise a file with such a day is refused. */
  query: z.strictObject({ shrink: z.enum(['no', 'yes']).default('no') }),
  file: { endings: PLATFORM_FILE_ENDINGS, bytes: PLATFORM_FILE_BYTES, streamed: true },
  timeoutMs: LIMITS.exportTimeoutMs,
  response: platformFileSchema,
});

export const platformDataPreview = defineCall({
  ...shared,
  id: 'platformDataPreview',
  summary: 'What a report file would replace, by day and campaign; nothing of it is stored',
  route: 'POST /ag/{owner}/platformdata/{source}/preview',
  permission: 'tradingplatforms:Update',
  kind: 'upload',
  params: { source: sourceParam },
  file: { endings: PLATFORM_FILE_ENDINGS, bytes: PLATFORM_FILE_BYTES, streamed: true },
  timeoutMs: LIMITS.exportTimeoutMs,
  response: platformPreviewSchema,
});

export const platformDataUndoPreview = defineCall({
  ...shared,
  id: 'platformDataUndoPreview',
  summary: 'What an uploaded report would take along if it were undone, by day and campaign',
  route: 'GET /ag/{owner}/platformdata/{source}/file/{fileKey}/undo/preview',
  permission: 'tradingplatforms:Update',
  apiKey: false,
  params: { source: sourceParam, fileKey: keyParam },
  response: platformUndoPreviewSchema,
});

export const platformDataUndo = defineCall({
  ...shared,
  id: 'platformDataUndo',
  summary: 'Takes an uploaded report back, within a day and if none of its days was loaded again since',
  route: 'POST /ag/{owner}/platformdata/{source}/file/{fileKey}/undo',
  permission: 'tradingplatforms:Update',
  params: { source: sourceParam, fileKey: keyParam },
  response: platformFileSchema,
});

export const platformDataPushKeySave = defineCall({
  ...shared,
  id: 'platformDataPushKeySave',
  summary: 'Makes the key with which a system pushes files for an account; the key before it ends. It is told once',
  route: 'POST /ag/{owner}/platformdata/pushkey/save',
  permission: 'tradingplatforms:Update',
  apiKey: false,
  body: z.strictObject({ source: sourceKey }),
  response: z.object({ keyId: z.string(), secret: z.string(), address: z.string() }),
});

export const platformDataPushKeyRemove = defineCall({
  ...shared,
  id: 'platformDataPushKeyRemove',
  summary: 'Ends the key with which files are pushed for an account',
  route: 'POST /ag/{owner}/platformdata/pushkey/remove',
  permission: 'tradingplatforms:Update',
  apiKey: false,
  body: z.strictObject({ source: sourceKey }),
  response: z.null(),
});

export const platformDataConnection = defineCall({
  ...shared,
  id: 'platformDataConnection',
  summary: 'Whether an account’s report is fetched from its platform, since when, and how the last try ended',
  route: 'GET /ag/{owner}/platformdata/{source}/connection',
  response: platformConnectionSchema,
});

export const platformDataConnectionSave = defineCall({
  ...shared,
  id: 'platformDataConnectionSave',
  summary:
    'Stores what opens an account at its platform, sealed; what was stored before is gone. It is never shown again',
  route: 'POST /ag/{owner}/platformdata/connection/save',
  permission: 'tradingplatforms:Update',
  apiKey: false,
  body: connectionSaveSchema,
  response: platformConnectionSchema,
});

export const platformDataConnectionRemove = defineCall({
  ...shared,
  id: 'platformDataConnectionRemove',
  summary: 'Forgets what opens an account at its platform: nothing is fetched any more',
  route: 'POST /ag/{owner}/platformdata/connection/remove',
  permission: 'tradingplatforms:Update',
  apiKey: false,
  body: z.strictObject({ source: key }),
  response: platformConnectionSchema,
});

export const platformDataFetch = defineCall({
  ...shared,
  id: 'platformDataFetch',
  summary: 'Fetches an account’s report from its platform now: its days are replaced whole, or nothing is stored',
  route: 'POST /ag/{owner}/platformdata/fetch',
  permission: 'tradingplatforms:Update',
  body: z.strictObject({ source: key }),
  timeoutMs: LIMITS.exportTimeoutMs,
  response: platformFileSchema,
});
