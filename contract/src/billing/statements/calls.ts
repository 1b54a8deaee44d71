import { z } from 'zod';
import { BILLING_SIDES } from '../../core/billing-sides.ts';
import { defineCall } from '../../core/calls/call.ts';
import { LIMITS } from '../../core/calls/limits.ts';
import { anyOf, exactText, keys, oneKey, oneOf } from '../../core/calls/list-filters.ts';
import { defineList } from '../../core/calls/list.ts';
import { statementRowSchema, statementSchema } from './schema.ts';
import { STATEMENT_AGE_CODES, STATEMENT_STATE_CODES } from './words.ts';

const readers = { groups: ['ag', 'mp', 'cl'], permission: 'reports:Billable' } as const;

export const statementSearch = defineList({
  ...readers,
  id: 'statementSearch',
  summary: 'Statements of closed months: what clients have to pay, what media partners are paid, and what became of it',
  path: '/{p}/statement/search',
  owner: [
    'body',
    {
      session: 'The statements of a media partner, or those behind the agency’s aging, of every owner.',
      groups: ['mp', 'ag'],
    },
  ],
  filters: {
    ownerKey: oneKey({ address: 'ownerKey' }),
    side: oneOf(BILLING_SIDES),
    state: anyOf(STATEMENT_STATE_CODES),
    /** Such as `2026-10`. */
    month: exactText(),
    partner: keys(),
    client: keys(),
    number: exactText(),
    /** How late what is open of it is; statements with nothing open have no age. */
    age: anyOf(STATEMENT_AGE_CODES),
  },
  columns: {
    number: { label: 'Number', kind: 'text' },
    state: { label: 'State', kind: 'text' },
    partyName: { label: 'Party', kind: 'text', groups: ['ag', 'cl'] },
    ownerName: { label: 'School group', kind: 'text', groups: ['mp'] },
    month: { label: 'Month', kind: 'text' },
    dueOn: { label: 'Due', kind: 'date' },
    total: { label: 'Total', kind: 'dollar' },
    open: { label: 'Open', kind: 'dollar' },
    paid: { label: 'Paid', kind: 'dollar' },
    issuedOn: { label: 'Issued', kind: 'date' },
    kind: { label: 'Type', kind: 'text' },
  },
  sort: { by: ['issuedOn', 'dueOn', 'number', 'total'], first: '-issuedOn' },
  key: 'statementKey',
  row: statementRowSchema,
  total: { upTo: 10_000 },
  export: { id: 'statementExport', path: '/{p}/statement/export' },
});

export const statementGet = defineCall({
  ...readers,
  id: 'statementGet',
  summary: 'One statement with its lines, as it was issued, and what became of it',
  route: 'GET /{p}/{owner}/statement/{statementKey}',
  owner: 'path',
  response: statementSchema,
});

const STATEMENT_FORMATS = ['pdf', 'xlsx'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

export const statementFile = defineCall({
  ...readers,
  id: 'statementFile',
  summary: 'One statement as a document or a workbook',
  route: 'GET /{p}/{owner}/statement/{statementKey}/{format}/export',
  owner: 'path',
  kind: 'download',
  params: { format: z.enum(STATEMENT_FORMATS) },
  response: z.null(),
  rateLimit: 'export',
  timeoutMs: LIMITS.exportTimeoutMs,
});
