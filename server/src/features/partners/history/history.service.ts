import { type PartnerChange } from '@paceline/contract';
import { sql } from 'kysely';
import { type Scope } from '../../../db/scope.ts';
import { type Tx } from '../../../db/tx.ts';
import { type PartnerDeps } from '../caller.ts';
import { assertPartner } from '../partners.service.ts';
import { type AuditLine, describeLine } from './history.rules.ts';

const MOST_LINES = 200;

/** What is about the partner itself, and what is about its work for this owner; another owner's is its own. */
const listLines = async (tx: Tx, ownerKey: number, partnerKey: number): Promise<AuditLine[]> => {
  const { rows } = await sql<AuditLine>`
    select l.at, u.first_name || ' ' || u.last_name as by, l.action, l.before, l.after
    from (
      (select * from audit_log where entity = 'media_partner' and entity_key = ${String(partnerKey)} and outcome = 'done'
         and (owner_key is null or owner_key = ${ownerKey}) order by at desc limit ${MOST_LINES})
      union all
      (select * from audit_log where entity = 'posting_key' and after ->> 'partnerKey' = ${String(partnerKey)} and outcome = 'done'
       order by at desc limit ${MOST_LINES})
    ) l left join user_account u on u.user_key = l.user_key
    order by l.at desc, l.audit_key desc limit ${MOST_LINES}
  `.execute(tx);
  return rows;
};

export const readHistory = (
  { db }: PartnerDeps,
  scope: Scope,
  ownerKey: number,
  partnerKey: number,
): Promise<PartnerChange[]> =>
  db.readScope(scope, async (tx) => {
    await assertPartner(tx, partnerKey);
    return (await listLines(tx, ownerKey, partnerKey)).map(describeLine);
  });
