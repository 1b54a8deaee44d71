import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { key } from '../core/calls/schema.ts';
import { ATTENTION_STATE_KEYS, ATTENTION_SUBJECTS } from '../core/metrics/pacing/attention-rule.ts';

export const ATTENTION_NOTE_LENGTH = 500;
/** How far ahead a row can be snoozed. */
export const SNOOZE_DAYS = 366;

/** Any of these rights works on rows that need attention. */
export const ATTENTION_RIGHTS = ['allocations:Update', 'campaigns:Update', 'goals:Update'] as const;

const ofOwner = {
  owner: 'path',
  groups: ['ag'],
  permission: ATTENTION_RIGHTS,
} as const;

export const attentionPeople = defineCall({
  ...ofOwner,
  id: 'attentionPeople',
  summary: 'Who can be given a row that needs attention: the agency’s users who work on the owner',
  route: 'GET /{p}/{owner}/attention/people',
  response: z.array(z.object({ userKey: key, name: z.string() })),
});

export const attentionSave = defineCall({
  ...ofOwner,
  id: 'attentionSave',
  summary: 'Says who works on a campaign or line item that needs attention, with a note, or puts it off until a day',
  route: 'POST /{p}/{owner}/attention/save',
  body: z.strictObject({
    subject: z.enum(ATTENTION_SUBJECTS),
    recordKey: key,
    /** Null for a row that nobody has worked on yet. */
    rowVersion: z.int().nullable(),
    assigneeKey: key.nullable(),
    state: z.enum(ATTENTION_STATE_KEYS),
    note: z.string().trim().max(ATTENTION_NOTE_LENGTH),
    /** The day on which it is listed again; null if it is listed now. */
    snoozedUntil: z.iso.date().nullable(),
  }),
  response: z.object({ rowVersion: z.int() }),
});
