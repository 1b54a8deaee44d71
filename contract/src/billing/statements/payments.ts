import { z } from 'zod';
import { bulkImportResultSchema, bulkUploadQuery } from '../../core/calls/bulk.ts';
import { defineCall } from '../../core/calls/call.ts';
import { key } from '../../core/calls/schema.ts';
import { MAX_PAYMENT, MAX_PAYMENT_NOTE, MAX_REFERENCE, statementSchema } from './schema.ts';

const agency = { groups: ['ag'], permission: 'reports:Billable', owner: 'path' } as const;
const changed = { ...agency, response: statementSchema } as const;

export const statementPay = defineCall({
  ...changed,
  id: 'statementPay',
  summary: 'Notes a payment of a statement. The same reference, day and amount again is the same payment.',
  route: 'POST /{p}/{owner}/statement/{statementKey}/payment',
  body: z.strictObject({
    paidOn: z.iso.date(),
    /** Of a credit note: what was paid back. */
    amount: z.number().positive().max(MAX_PAYMENT).multipleOf(0.01),
    reference: z.string().trim().min(1, 'Enter the reference of the payment.').max(MAX_REFERENCE),
    note: z.string().trim().max(MAX_PAYMENT_NOTE).default(''),
  }),
});

export const statementPaymentReverse = defineCall({
  ...changed,
  id: 'statementPaymentReverse',
  summary: 'Posts a line that reverses a payment or a credit; both lines stay',
  route: 'POST /{p}/{owner}/statement/{statementKey}/payment/{paymentKey}/reverse',
  body: z.strictObject({ reason: z.string().trim().min(1, 'Write why it is reversed.').max(MAX_PAYMENT_NOTE) }),
});

export const statementCredit = defineCall({
  ...changed,
  id: 'statementCredit',
  summary: 'Settles an open statement of the same party with a credit note, as far as both are open',
  route: 'POST /{p}/{owner}/statement/{statementKey}/credit',
  body: z.strictObject({ against: key }),
});

export const statementWriteOff = defineCall({
  ...changed,
  id: 'statementWriteOff',
  summary: 'Writes off what is open of a statement, or takes that back, with a reason',
  route: 'POST /{p}/{owner}/statement/{statementKey}/writeoff',
  body: z.strictObject({
    isWrittenOff: z.boolean(),
    reason: z.string().trim().min(1, 'Write why.').max(MAX_PAYMENT_NOTE),
  }),
});

/** The kind of bulk file of payments. */
export const PAYMENTS_KIND = 'statementPayments';

export const statementPaymentImport = defineCall({
  ...agency,
  id: 'statementPaymentImport',
  summary: 'Reads a file of payments and says which statements applying it would pay',
  route: 'POST /{p}/{owner}/statement/payments/import',
  kind: 'upload',
  query: bulkUploadQuery,
  response: bulkImportResultSchema,
});
