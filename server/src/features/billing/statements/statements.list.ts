import { type BillingSide, hasPermission, statementKind, type StatementRow, statementSearch } from '@paceline/contract';
import { sql } from 'kysely';
import { custom, is, oneOrMore, unindexed } from '../../../shared/lists/conditions.ts';
import { listOf } from '../../../shared/lists/list-of.ts';
import { listStandings, todayOf } from './statements.queries.ts';

interface StoredRow extends Omit<StatementRow, 'kind' | 'paid' | 'open' | 'state'> {
  side: BillingSide;
  isCorrection: boolean;
}

const FEW = 'An owner has a few hundred statements a year.';

/** Statements of the viewer's side. The agency sees what it pays only with the right to see the margin. */
export const statementRows = listOf<typeof statementSearch, undefined, StoredRow>(statementSearch, {
  from: sql`billing_statement s join owner o on o.owner_key = s.owner_key`,
  owner: 's.owner_key',
  // The partner is stated here as well as by row-level security.
  where: ({ scope, permissions }) =>
    scope.partnerKey !== null
      ? sql`s.partner_key = ${scope.partnerKey}`
      : scope.group === 'ag' && hasPermission(permissions ?? new Set(), 'reports:Margin')
        ? sql`true`
        : sql`s.side = 'client'`,
  key: 's.statement_key',
  small: FEW,
  columns: { issuedOn: 's.issued_on', dueOn: 's.due_on', number: 's.number', total: 's.total' },
  filters: {
    ownerKey: is('s.owner_key'),
    side: unindexed(FEW, is('s.side')),
    state: (_, { now }) =>
      unindexed(
        FEW,
        custom<readonly string[] | null | undefined>(
          [],
          (states) => sql`app.statement_state(s, ${todayOf(now)}) = any (${[...states]})`,
        ),
      ),
    month: unindexed(
      FEW,
      custom<string | null | undefined>([], (month) => sql`to_char(s.month, 'YYYY-MM') = ${month.slice(0, 7)}`),
    ),
    partner: unindexed(FEW, oneOrMore('s.partner_key')),
    client: unindexed(FEW, oneOrMore('s.client_key')),
    number: unindexed(
      FEW,
      custom<string | null | undefined>([], (number) => sql`s.number = ${number.toUpperCase()}`),
    ),
    age: (_, { now }) =>
      unindexed(
        FEW,
        custom<readonly string[] | null | undefined>(
          [],
          (ages) =>
            sql`app.statement_open(s) <> 0 and app.statement_age(s.due_on, s.total, ${todayOf(now)}) = any (${[...ages]})`,
        ),
      ),
  },
  select: {
    statementKey: sql`s.statement_key::int`,
    ownerKey: 's.owner_key',
    ownerName: 'o.name',
    number: 's.number',
    side: 's.side',
    isCorrection: sql`s.corrects_key is not null`,
    partyName: 's.party_name',
    month: sql`s.month::text`,
    issuedOn: sql`s.issued_on::text`,
    dueOn: sql`s.due_on::text`,
    total: sql`s.total::float8`,
  },
  isExact: () => true,
  complete: async (tx, rows, _context, { now }) => {
    const standingOf = await listStandings(tx, rows, now);
    return rows.map(({ isCorrection, ...row }) => ({
      ...row,
      kind: statementKind(row.side, isCorrection, row.total),
      ...standingOf(row),
    }));
  },
});
