import { z } from 'zod';
import { BILLING_SIDES, type BillingSide } from '../../core/billing-sides.ts';
import { defineCall } from '../../core/calls/call.ts';
import { REPORT_FILE_FORMATS } from '../../core/calls/file-names.ts';
import { LIMITS } from '../../core/calls/limits.ts';
import { instant, key } from '../../core/calls/schema.ts';
import { STATEMENT_AGE_CODES, type StatementAge } from './words.ts';

const amounts = Object.fromEntries(STATEMENT_AGE_CODES.map((age) => [age, z.number()])) as Record<
  StatementAge,
  z.ZodNumber
>;
const agedSchema = z.object({ ...amounts, total: z.number(), statements: z.int() });
export type AgedAmounts = z.infer<typeof agedSchema>;

const agingRowSchema = z.object({
  ownerKey: key,
  ownerName: z.string(),
  side: z.enum(BILLING_SIDES),
  /** The media partner's or the client's key, by side. */
  partyKey: key,
  partyName: z.string(),
  open: agedSchema,
});
export type AgingRow = z.infer<typeof agingRowSchema>;

const AGES: readonly (keyof AgedAmounts)[] = [...STATEMENT_AGE_CODES, 'total'];
const cents = (amount: number): number => Math.round(amount * 100);

/** The total of rows, to the cent. */
export const totalOfAging = (rows: readonly AgingRow[]): AgedAmounts => ({
  ...(Object.fromEntries(
    AGES.map((age) => [age, rows.reduce((sum, { open }) => sum + cents(open[age]), 0) / 100]),
  ) as AgedAmounts),
  statements: rows.reduce((sum, { open }) => sum + open.statements, 0),
});

export const rowsOfSide = (rows: readonly AgingRow[], side: BillingSide): AgingRow[] =>
  rows.filter((row) => row.side === side);

const aging = {
  groups: ['ag'],
  permission: 'reports:Billable',
  owner: ['body', { session: 'What is open at every owner of the agency’s user.' }],
} as const;
/** Without an owner: all that the user works on. */
const question = { ownerKey: key.optional() };

export const statementAging = defineCall({
  ...aging,
  id: 'statementAging',
  summary: 'What is open by client and media partner, by how late it is on the day at its owner',
  route: 'POST /{p}/statement/aging',
  apiKey: true,
  body: z.strictObject(question),
  response: z.object({ asOf: instant, rows: z.array(agingRowSchema) }),
});

export const statementAgingExport = defineCall({
  ...aging,
  id: 'statementAgingExport',
  summary: 'What is open by how late it is, as a file with a total of each direction',
  route: 'POST /{p}/statement/aging/export',
  kind: 'download',
  body: z.strictObject({ ...question, format: z.enum(REPORT_FILE_FORMATS).default('xlsx') }),
  response: z.null(),
  rateLimit: 'export',
  timeoutMs: LIMITS.exportTimeoutMs,
});
