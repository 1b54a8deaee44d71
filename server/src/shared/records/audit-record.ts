import { type Fields, loggedValues, type RecordDeclaration } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { type Origin } from '../../lib/origin.ts';
import { audit, type AuditEntry } from '../audit.ts';

/** Writes the audit log line for a created, changed or deleted record, with the fields that its declaration stores. */
export const auditRecord = <F extends Fields, S extends Fields, Stored>(
  tx: Tx,
  { scope, origin, now }: { scope: Scope; origin: Origin; now: Date },
  record: RecordDeclaration<F, S, Stored>,
  { before, after, ...entry }: Omit<AuditEntry, 'entity'>,
): Promise<void> =>
  audit(tx, scope, origin, now, {
    ...entry,
    entity: record.entity,
    ...(before && { before: loggedValues(record, before) }),
    ...(after && { after: loggedValues(record, after) }),
  });
