import { z } from 'zod';
import { defineCall } from '../../core/calls/call.ts';
import { key } from '../../core/calls/schema.ts';
import { MAX_PAYMENT, statementSchema } from './schema.ts';

const MAX_TEXT = 2000;
const base = { permission: 'reports:Billable', owner: 'path', response: statementSchema } as const;
const words = z.string().trim().min(1, 'Write what it is about.').max(MAX_TEXT);
/** The last entry that the user saw; a different one is a conflict. */
const after = key.nullable().default(null);

export const statementDispute = defineCall({
  ...base,
  id: 'statementDispute',
  summary: 'Says that a statement, or one of its lines, is wrong, and what it should be',
  route: 'POST /{p}/{owner}/statement/{statementKey}/dispute',
  groups: ['mp', 'cl'],
  body: z.strictObject({
    /** Null: the statement as a whole. */
    line: z.int().positive().nullable().default(null),
    /** What the amount should be. */
    amount: z.number().nonnegative().max(MAX_PAYMENT).multipleOf(0.01).nullable().default(null),
    text: words,
    after,
  }),
});

export const statementAnswer = defineCall({
  ...base,
  id: 'statementAnswer',
  summary: 'Answers a dispute, or closes it: refused, or corrected by a note that was issued since',
  route: 'POST /{p}/{owner}/statement/{statementKey}/answer',
  groups: ['ag'],
  body: z.strictObject({ kind: z.enum(['ANSWERED', 'REFUSED', 'SETTLED']), text: words, after }),
});
