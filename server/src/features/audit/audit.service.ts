import { auditActionWords, type AuditLine, HISTORY_RIGHTS, type HistoryEntity } from '@paceline/contract';
import { sql } from 'kysely';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { type Session } from '../../http/guard/session.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';
import { audit } from '../../shared/audit.ts';
import { assertHolds, withDenialsOnRecord } from '../../shared/denials.ts';
import { columnSql, type Sql } from '../../shared/lists/conditions.ts';
import { orRefuseCursor, readCursor, writeCursor } from '../../shared/lists/cursor.ts';
import {
  knownUserLines,
  LINE_FIELDS,
  listOwnerNames,
  listRecordNames,
  seesFees,
  type StoredLine,
  subjectOf,
  whoOf,
} from './audit.queries.ts';
import { changesOf, tellableValues } from './change-words.ts';

export interface AuditDeps {
  db: Database;
  clock: Clock;
}
interface Caller {
  scope: Scope;
  session: Session;
  origin: Origin;
}

const FIELDS = sql.join(
  Object.entries(LINE_FIELDS).map(([name, column]) => sql`${columnSql(column)} as ${sql.id(name)}`),
);

/** Lines of the viewer's owners, and lines without an owner as far as the viewer may know of their users. */
const theirs = (scope: Scope): Sql =>
  sql`(l.owner_key = any (${[...scope.ownerKeys]}::int[]) or (l.owner_key is null and ${knownUserLines(scope)}))`;

const listLines = async (tx: Tx, where: Sql, limit: number): Promise<(StoredLine & { place: string })[]> => {
  const { rows } = await sql<StoredLine & { place: string }>`
    select ${FIELDS}, l.at::text as place, u.first_name || ' ' || u.last_name as "userName", k.name as "apiKeyName"
    from audit_log l left join user_account u on u.user_key = l.user_key left join api_key k on k.api_key = l.api_key
    where ${where} order by l.at desc, l.audit_key desc limit ${limit}
  `.execute(tx);
  return rows;
};

const inWords = async (tx: Tx, scope: Scope, lines: readonly StoredLine[], isWhole: boolean): Promise<AuditLine[]> => {
  const showsFees = await seesFees(tx, scope);
  const names = await listRecordNames(tx, lines);
  const owners = await listOwnerNames(tx);
  return lines.map((line) => ({
    auditKey: line.auditKey,
    at: line.at.toISOString(),
    who: whoOf(line),
    subject: subjectOf(names, line),
    action: auditActionWords(line.action),
    way: line.way,
    outcome: line.outcome,
    ownerName: line.ownerKey === null ? null : (owners.get(line.ownerKey) ?? null),
    changes: changesOf(...tellableValues(line, names), { entity: line.entity, isWhole, showsFees, owners }),
  }));
};

const getLine = async (tx: Tx, scope: Scope, auditKey: number): Promise<StoredLine> => {
  const [line] = await listLines(tx, sql`l.audit_key = ${auditKey} and ${theirs(scope)}`, 1);
  if (line === undefined) throw new AppError('NOT_FOUND');
  return line;
};

export const readLine = ({ db }: AuditDeps, scope: Scope, auditKey: number): Promise<AuditLine> =>
  db.readScope(scope, async (tx) => (await inWords(tx, scope, [await getLine(tx, scope, auditKey)], false))[0]!);

/** A line with personal values unmasked, which is recorded. Requires the right to the log besides the right to see personal data. */
export const viewValues = (deps: AuditDeps, caller: Caller, auditKey: number): Promise<AuditLine> =>
  withDenialsOnRecord(deps, caller, () => {
    assertHolds(caller, 'audit:View');
    return deps.db.withScope(caller.scope, async (tx) => {
      const line = await getLine(tx, caller.scope, auditKey);
      await audit(tx, caller.scope, caller.origin, deps.clock.now(), {
        action: 'auditValuesViewed',
        ...(line.ownerKey !== null && { ownerKey: line.ownerKey }),
        ...(line.entity !== null && { entity: line.entity }),
        ...(line.entityKey !== null && { entityKey: line.entityKey }),
        after: { line: auditKey },
      });
      return (await inWords(tx, caller.scope, [line], true))[0]!;
    });
  });

/** The lines about a record, by their indexes. */
const about = (entity: HistoryEntity, key: number): Sql => {
  const own = (...names: string[]) => sql`l.entity = any (${names}::text[]) and l.entity_key = ${String(key)}`;
  if (entity === 'client') return own('client', 'client_criteria', 'client_crm_account');
  if (entity !== 'media_partner') return own(entity);
  // A partner's posting keys are part of its history.
  return sql`(${own('media_partner')} or (l.entity = 'posting_key' and l.after ->> 'partnerKey' = ${String(key)}))`;
};

const PAGE_LINES = 50;
const ORDER = 'history';

export const readHistory = (
  deps: AuditDeps,
  caller: Caller,
  { entity, key, after }: { entity: HistoryEntity; key: number; after?: string | undefined },
): Promise<{ lines: AuditLine[]; next: string | null }> =>
  withDenialsOnRecord(deps, caller, () => {
    const { scope } = caller;
    assertHolds(caller, HISTORY_RIGHTS[entity]);
    const from = after === undefined ? null : readCursor(ORDER, after);
    const behind =
      from === null ? sql`true` : sql`(l.at, l.audit_key) < (${from.at}::timestamptz, ${from.key}::bigint)`;
    return orRefuseCursor(() =>
      deps.db.readScope(scope, async (tx) => {
        const where = sql`${about(entity, key)} and ${behind} and l.outcome <> 'denied' and ${theirs(scope)}`;
        const pageLines = await listLines(tx, where, PAGE_LINES + 1);
        const lines = pageLines.slice(0, PAGE_LINES);
        const last = lines.at(-1);
        return {
          lines: await inWords(tx, scope, lines, false),
          next:
            last === undefined || pageLines.length <= PAGE_LINES
              ? null
              : writeCursor(ORDER, { at: last.place, key: String(last.auditKey) }),
        };
      }),
    );
  });

/** Records that the log was exported as a file. */
export const recordExport = ({ db, clock }: AuditDeps, { scope, origin }: Omit<Caller, 'session'>): Promise<void> => {
  const [ownerKey] = scope.ownerKeys;
  return db.withScope(scope, (tx) =>
    audit(tx, scope, origin, clock.now(), {
      action: 'auditExported',
      ...(ownerKey !== undefined && { ownerKey, entity: 'owner', entityKey: ownerKey }),
    }),
  );
};
