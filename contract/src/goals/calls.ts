import { z } from 'zod';
import { bulkImportResultSchema, bulkUploadQuery } from '../core/calls/bulk.ts';
import { defineCall } from '../core/calls/call.ts';
import { key, WITH_VERSION, monthSent } from '../core/calls/schema.ts';
import { goalMonth } from './record.ts';
import {
  campusGoalsSchema,
  criterionSchema,
  goalFormSchema,
  goalProgramSchema,
  goalSchema,
  targetChangeSchema,
  targetSavedSchema,
  targetSaveSchema,
} from './schema.ts';
import { TARGET_FIELDS } from './targets.ts';

const agency = ['ag'] as const;
const notPartners = ['ag', 'cl'] as const;

export const goalSave = defineCall({
  id: 'goalSave',
  summary: `Creates or changes a line item with its targets, all of it or nothing; of each month, ${WITH_VERSION.merges}`,
  route: 'POST /ag/{owner}/client/goal/save',
  owner: 'path',
  groups: agency,
  permission: 'goals:Update',
  body: goalFormSchema,
  bodyBytes: 512 * 1024,
  response: goalSchema,
});

export const goalGet = defineCall({
  id: 'goalGet',
  summary: 'One line item with its campuses, programs, criteria and the targets of its months',
  route: 'GET /ag/{goal}/client/goal/get',
  owner: { byKey: 'goal', param: 'goal' },
  groups: agency,
  permission: 'goals:View',
  response: goalSchema,
});

export const goalCalendar = defineCall({
  id: 'goalCalendar',
  summary: 'The month that it is at the owner’s: a new line item starts from it',
  route: 'GET /ag/{owner}/client/goal/calendar/get',
  owner: 'path',
  groups: agency,
  permission: 'goals:View',
  response: z.object({ currentMonth: goalMonth, timeZone: z.string() }),
});

export const goalCriteriaList = defineCall({
  id: 'goalCriteriaList',
  summary: 'What a line item can ask of an inquiry',
  route: 'GET /ag/client/goal/criteria/list',
  owner: { session: 'The same for everybody: it reads no owner’s rows.' },
  groups: agency,
  permission: 'goals:View',
  response: z.array(criterionSchema),
});

export const goalProgramList = defineCall({
  id: 'goalProgramList',
  summary: 'The programs of a client, at some of its campuses or at all of them',
  route: 'POST /ag/client/goal/program/list',
  owner: { byKey: 'client', field: 'clientKey' },
  groups: agency,
  permission: 'goals:View',
  apiKey: true,
  body: z.strictObject({ clientKey: key, campusKeys: z.array(key).max(2000) }),
  response: z.array(goalProgramSchema),
});

export const campusGoalList = defineCall({
  id: 'campusGoalList',
  summary: 'The line items of a client by campus',
  route: 'GET /{p}/{client}/campus/goal/list',
  owner: { byKey: 'client', param: 'client' },
  groups: notPartners,
  permission: 'goals:View',
  response: z.array(campusGoalsSchema),
});

/** The specification opens the path to clients, but the required right cannot be granted to client users. */
export const goalTargetSave = defineCall({
  id: 'goalTargetSave',
  summary: `Saves targets of several line items’ months, all of them or none; ${WITH_VERSION.merges}`,
  route: 'POST /{p}/{owner}/goals/allocation/target/save',
  owner: 'path',
  groups: notPartners,
  permission: 'goals:Update',
  body: targetSaveSchema,
  bodyBytes: 2 * 1024 * 1024,
  response: targetSavedSchema,
});

export const goalHistory = defineCall({
  id: 'goalHistory',
  summary: 'The changes of a line item’s targets, newest first',
  route: 'GET /{p}/goal/{goal}/target/history/list',
  owner: { byKey: 'goal', param: 'goal' },
  groups: notPartners,
  permission: 'goals:View',
  query: z.strictObject({ month: monthSent.optional(), field: z.enum(TARGET_FIELDS).optional() }),
  response: z.array(targetChangeSchema),
});

export const goalTargetExport = defineCall({
  id: 'goalTargetExport',
  summary: 'The targets of an owner’s line items as a workbook that the import takes back',
  route: 'GET /ag/{owner}/goals/allocation/target/export',
  owner: 'path',
  groups: agency,
  permission: 'goals:View',
  kind: 'download',
  query: z.strictObject({ from: monthSent.optional(), to: monthSent.optional() }),
  response: z.never(),
  timeoutMs: 300_000,
  rateLimit: 'export',
});

export const goalTargetImport = defineCall({
  id: 'goalTargetImport',
  summary: 'Reads a file of targets and says what applying it would change',
  route: 'POST /{p}/{owner}/goals/allocation/target/import',
  owner: 'path',
  groups: agency,
  permission: 'goals:Import',
  kind: 'upload',
  query: bulkUploadQuery,
  response: bulkImportResultSchema,
});
