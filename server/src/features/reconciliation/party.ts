import { type BillingSide, hasPermission, RECONCILIATION_RIGHT } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { audit } from '../../shared/audit.ts';
import { type BulkCaller, type BulkDeps } from '../../shared/bulk/bulk-caller.ts';

/** The party and month of a list. */
export interface Party {
  side: BillingSide;
  partyKey: number;
  month: string;
}

/** The calls accept the rights of all groups: the one that the caller needs is checked here, and a refusal is recorded. */
export const assertMayReconcile = async (
  { db, clock }: BulkDeps,
  { session, scope, origin }: BulkCaller,
  ownerKey: number,
): Promise<void> => {
  if (hasPermission(session.permissions, RECONCILIATION_RIGHT[session.group])) return;
  await db.withScope(scope, (tx) =>
    audit(tx, scope, origin, clock.now(), {
      action: 'FORBIDDEN',
      outcome: 'denied',
      ownerKey,
      entity: 'reconciliationRun',
    }),
  );
  throw new AppError('FORBIDDEN');
};

const listNames = async (tx: Tx, ownerKey: number, { side, partyKey }: Party): Promise<{ name: string }[]> => {
  const { rows } = await (
    side === 'media'
      ? sql<{ name: string }>`
          select p.name from media_partner p where p.partner_key = ${partyKey}
            and (exists (select from partner_client m where m.owner_key = ${ownerKey} and m.partner_key = p.partner_key)
              or exists (select from campaign c where c.owner_key = ${ownerKey} and c.partner_key = p.partner_key))`
      : sql<{ name: string }>`select name from client where owner_key = ${ownerKey} and client_key = ${partyKey}`
  ).execute(tx);
  return rows;
};

/** The name of the party. One unrelated to the caller is reported like one that does not exist. */
export const getPartyName = async (
  tx: Tx,
  { group, partnerKey }: { group: string; partnerKey: number | null },
  ownerKey: number,
  party: Party,
): Promise<string> => {
  const isForeign =
    (group === 'mp' && (party.side !== 'media' || party.partyKey !== partnerKey)) ||
    (group === 'cl' && party.side !== 'client');
  const [nameRow] = isForeign ? [] : await listNames(tx, ownerKey, party);
  if (nameRow === undefined) throw new AppError('NOT_FOUND');
  return nameRow.name;
};
