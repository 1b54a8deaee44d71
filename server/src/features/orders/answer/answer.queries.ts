import { type IoAnswerForm } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

interface OrderId {
  ownerKey: number;
  ioKey: number;
}

/** Whether it was opened for the first time. */
export const updateOpened = async (tx: Tx, { ownerKey, ioKey }: OrderId, at: Date): Promise<boolean> => {
  const { rows } = await sql`
    update insertion_order set status = 'OPENED', opened_at = ${at}
    where owner_key = ${ownerKey} and io_key = ${ioKey} and status = 'SENT' returning 1
  `.execute(tx);
  return rows.length > 0;
};

export const updateLinkOpened = async (tx: Tx, ownerKey: number, ioMailKey: number, at: Date): Promise<void> => {
  await sql`
    update insertion_order_mail set opened_at = ${at} where owner_key = ${ownerKey} and io_mail_key = ${ioMailKey} and opened_at is null
  `.execute(tx);
};

export const updateLinkAnswered = async (tx: Tx, ownerKey: number, ioMailKey: number, at: Date): Promise<void> => {
  await sql`
    update insertion_order_mail set answered_at = ${at} where owner_key = ${ownerKey} and io_mail_key = ${ioMailKey}
  `.execute(tx);
};

/** The first answer to the newest sent version; false where it is no longer the newest, or answered. */
export const updateAnswered = async (
  tx: Tx,
  { ownerKey, ioKey }: OrderId,
  { answer, note, lines }: IoAnswerForm,
  by: { name: string; at: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    update insertion_order i set status = ${answer}, opened_at = coalesce(i.opened_at, ${by.at}), answered_at = ${by.at},
      answered_by = ${by.name}, answer_note = nullif(${note}, ''), answer_lines = ${JSON.stringify(lines)}
    where i.owner_key = ${ownerKey} and i.io_key = ${ioKey} and i.status in ('SENT', 'OPENED')
      and not exists (select from insertion_order n where n.owner_key = i.owner_key and n.partner_key = i.partner_key
        and n.client_key = i.client_key and n.month = i.month and n.version > i.version and n.sent_at is not null)
    returning 1
  `.execute(tx);
  return rows.length > 0;
};

export const findContactName = async (tx: Tx, ownerKey: number, ioMailKey: number): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select name from insertion_order_mail where owner_key = ${ownerKey} and io_mail_key = ${ioMailKey}
  `.execute(tx);
  return rows[0]?.name ?? '';
};

export const findUserName = async (tx: Tx, userKey: number | null): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', first_name, last_name) as name from user_account where user_key = ${userKey}
  `.execute(tx);
  return rows[0]?.name ?? '';
};
