import { sql } from 'kysely';
import { type Scope } from '../db/scope/scope.ts';
import { type Tx } from '../db/scope/tx.ts';
import { type Origin, wayOf } from '../lib/origin.ts';
import { withoutSecrets } from './audit-secrets.rules.ts';

export interface AuditEntry {
  action: string;
  outcome?: 'done' | 'denied' | 'failed';
  ownerKey?: number;
  entity?: string;
  entityKey?: number | string;
  before?: object;
  after?: object;
}

/** Writes an audit log line in the transaction of the change, so that neither exists without the other. */
export const audit = async (
  tx: Tx,
  scope: Pick<Scope, 'userKey' | 'group'>,
  origin: Origin,
  at: Date,
  entry: AuditEntry,
): Promise<void> => {
  const json = (value: object | undefined): string | null =>
    value === undefined ? null : JSON.stringify(withoutSecrets(value));
  await sql`
    insert into audit_log (at, owner_key, user_key, user_type, route, action, entity, entity_key, outcome, before, after, ip, request_id,
                           api_key, way)
    values (${at}, ${entry.ownerKey ?? null}, ${scope.userKey}, ${scope.group}, ${origin.route}, ${entry.action},
            ${entry.entity ?? null}, ${entry.entityKey === undefined ? null : String(entry.entityKey)}, ${entry.outcome ?? 'done'},
            ${json(entry.before)}, ${json(entry.after)}, ${origin.ip}, ${origin.requestId}, ${origin.apiKey ?? null}, ${wayOf(origin)})
  `.execute(tx);
};

/** Writes audit log lines for a bulk change in one statement. */
export const auditMany = async (
  tx: Tx,
  scope: Pick<Scope, 'userKey' | 'group'>,
  origin: Origin,
  at: Date,
  entries: readonly AuditEntry[],
): Promise<void> => {
  if (entries.length === 0) return;
  await sql`
    insert into audit_log (at, owner_key, user_key, user_type, route, action, entity, entity_key, outcome, before, after, ip, request_id,
                           api_key, way)
    select ${at}, n.owner_key, ${scope.userKey}, ${scope.group}, ${origin.route}, n.action, n.entity, n.entity_key, n.outcome,
           n.before, n.after, ${origin.ip}, ${origin.requestId}, ${origin.apiKey ?? null}::int, ${wayOf(origin)}
    from jsonb_to_recordset(${JSON.stringify(
      entries.map(({ action, outcome = 'done', ownerKey, entity, entityKey, before, after }) => ({
        action,
        outcome,
        owner_key: ownerKey ?? null,
        entity: entity ?? null,
        entity_key: entityKey === undefined ? null : String(entityKey),
        before: before ? withoutSecrets(before) : null,
        after: after ? withoutSecrets(after) : null,
      })),
    )}::jsonb) n (action text, outcome text, owner_key int, entity text, entity_key text, before jsonb, after jsonb)
  `.execute(tx);
};
