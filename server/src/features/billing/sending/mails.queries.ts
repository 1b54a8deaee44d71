import { type BillingSide, type StatementMailState } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

interface StatementReader {
  email: string;
  name: string;
}

/** Users of a statement's side who may see bills of the owner. */
export const listReadersOf = async (
  tx: Tx,
  ownerKey: number,
  { side, partnerKey }: { side: BillingSide; partnerKey: number | null },
): Promise<StatementReader[]> => {
  const { rows } = await sql<StatementReader>`
    select email, name from app.statement_readers(${ownerKey}, ${side}, ${partnerKey})
  `.execute(tx);
  return rows;
};

/** Whether it was sent, by mail or otherwise; a sending whose mails all failed does not count. */
export const wasSent = async (tx: Tx, ownerKey: number, statementKey: number): Promise<boolean> => {
  const { rows } = await sql<{ was: boolean }>`
    select app.was_sent(s) as was from billing_statement s where s.owner_key = ${ownerKey} and s.statement_key = ${statementKey}
  `.execute(tx);
  return rows[0]?.was ?? false;
};

interface NewMail {
  ownerKey: number;
  statementKey: number;
  eventKey: number;
  to: StatementReader;
  at: Date;
}

export const insertMail = async (tx: Tx, { ownerKey, statementKey, eventKey, to, at }: NewMail): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into billing_statement_mail (owner_key, statement_key, event_key, to_address, to_name, created_at)
    values (${ownerKey}, ${statementKey}, ${eventKey}, ${to.email}, ${to.name}, ${at})
    returning statement_mail_key::int as key
  `.execute(tx);
  return rows[0]!.key;
};

export interface StatementMailId {
  ownerKey: number;
  statementMailKey: number;
}
interface HeldMail {
  statementKey: number;
  state: StatementMailState;
  toAddress: string;
  toName: string;
  tries: number;
  mailKey: number | null;
}

/** Locked until the transaction ends. */
export const holdMail = async (
  tx: Tx,
  { ownerKey, statementMailKey }: StatementMailId,
): Promise<HeldMail | undefined> => {
  const { rows } = await sql<HeldMail>`
    select statement_key::int as "statementKey", state, to_address as "toAddress", to_name as "toName", tries, mail_key::int as "mailKey"
    from billing_statement_mail where owner_key = ${ownerKey} and statement_mail_key = ${statementMailKey} for update
  `.execute(tx);
  return rows[0];
};

export const updateSending = (
  tx: Tx,
  { ownerKey, statementMailKey }: StatementMailId,
  mailKey: number,
): Promise<unknown> =>
  sql`
    update billing_statement_mail set state = 'SENDING', tries = tries + 1, mail_key = ${mailKey}
    where owner_key = ${ownerKey} and statement_mail_key = ${statementMailKey}
  `.execute(tx);

/** Stores how a mail ended, or that it waits for its next attempt. Who sent it knows better than who took it for lost. */
export const updateMail = (
  tx: Tx,
  { ownerKey, statementMailKey }: StatementMailId,
  { state, reason, at }: { state: Exclude<StatementMailState, 'SENDING'>; reason: string; at: Date },
): Promise<unknown> =>
  sql`
    update billing_statement_mail set state = ${state}, reason = ${reason}, done_at = case when ${state} <> 'QUEUED' then ${at}::timestamptz end
    where owner_key = ${ownerKey} and statement_mail_key = ${statementMailKey} and state in ('SENDING', 'UNSURE')
  `.execute(tx);
