import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { key } from '../core/calls/schema.ts';
import { reportReaderSchema, reportRunSchema, reportScheduleFormSchema, reportScheduleSchema } from './schedule.ts';

const shared = {
  owner: 'path',
  groups: ['ag', 'mp', 'cl'],
  apiKey: false,
} as const;
const permission = 'reports:Schedule';
/** Recipients of other users' schedules can see and end them. */
const forReaders = ['reports:Build', 'reports:View', 'reports:Schedule'] as const;
const one = z.strictObject({ scheduleKey: key });

export const reportReaders = defineCall({
  ...shared,
  permission: ['reports:Schedule', 'reports:Build'],
  id: 'reportReaders',
  summary: 'Who can be sent reports of an owner: its people as the caller may know them',
  route: 'GET /{p}/{owner}/reportschedule/readers',
  response: z.array(reportReaderSchema),
});

export const reportScheduleList = defineCall({
  ...shared,
  permission: forReaders,
  id: 'reportScheduleList',
  summary: 'The schedules that the caller made or gets mails of; administrators see those of their company',
  route: 'GET /{p}/{owner}/reportschedule/list',
  response: z.array(reportScheduleSchema),
});

export const reportScheduleSave = defineCall({
  ...shared,
  permission,
  id: 'reportScheduleSave',
  summary:
    'Says when a saved view or a dashboard is mailed to whom; every reader gets it under the rights that they have then',
  route: 'POST /{p}/{owner}/reportschedule/save',
  body: reportScheduleFormSchema,
  response: reportScheduleSchema,
});

export const reportSchedulePause = defineCall({
  ...shared,
  permission,
  id: 'reportSchedulePause',
  summary: 'Pauses a schedule, or resumes it from its next time on',
  route: 'POST /{p}/{owner}/reportschedule/pause',
  body: one.extend({ isPaused: z.boolean() }),
  response: reportScheduleSchema,
});

export const reportScheduleRemove = defineCall({
  ...shared,
  permission,
  id: 'reportScheduleRemove',
  summary: 'Removes a schedule, or restores it',
  route: 'POST /{p}/{owner}/reportschedule/remove',
  body: one.extend({ isRemoved: z.boolean() }),
  response: z.null(),
});

export const reportScheduleRun = defineCall({
  ...shared,
  permission,
  id: 'reportScheduleRun',
  summary: 'Sends the report of a schedule now: to its readers, or as a test to the caller alone',
  route: 'POST /{p}/{owner}/reportschedule/run',
  body: one.extend({ cause: z.enum(['now', 'test']) }),
  response: z.object({ runKey: key }),
});

export const reportScheduleLeave = defineCall({
  ...shared,
  permission: forReaders,
  id: 'reportScheduleLeave',
  summary: 'Takes the caller off the readers of a schedule',
  route: 'POST /{p}/{owner}/reportschedule/leave',
  body: one,
  response: z.null(),
});

export const reportScheduleLog = defineCall({
  ...shared,
  permission,
  id: 'reportScheduleLog',
  summary: 'The last runs of a schedule: who was sent what, and why somebody was not',
  route: 'GET /{p}/{owner}/reportschedule/{scheduleKey}/log',
  response: z.array(reportRunSchema),
});
