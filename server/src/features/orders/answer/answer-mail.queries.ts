import { type IoSide } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

export interface Recipient {
  side: IoSide;
  name: string;
  email: string;
}

export const hasNotices = async (tx: Tx, ownerKey: number, ioKey: number): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from insertion_order_notice where owner_key = ${ownerKey} and io_key = ${ioKey} limit 1`.execute(tx);
  return rows.length > 0;
};

/** The agency's user who sent the version, or else the last who mailed it and still works for this owner. */
export const findSender = async (tx: Tx, ownerKey: number, ioKey: number): Promise<Recipient | undefined> => {
  const { rows } = await sql<Omit<Recipient, 'side'>>`
    select concat_ws(' ', u.first_name, u.last_name) as name, u.email
    from (
      select i.sent_by as user_key, 0 as place, i.sent_at as at from insertion_order i
      where i.owner_key = ${ownerKey} and i.io_key = ${ioKey}
      union all
      select m.requested_by, 1, m.requested_at from insertion_order_mail m where m.owner_key = ${ownerKey} and m.io_key = ${ioKey}
    ) s
    join user_account u using (user_key)
    where u.active and u.user_type = 'agency'
      and (u.all_owners or exists (select from user_owner w where w.owner_key = ${ownerKey} and w.user_key = u.user_key))
    order by s.place, s.at desc limit 1
  `.execute(tx);
  return rows[0] && { side: 'agency', ...rows[0] };
};

/** Who signed for the media partner, and every contact to whom the version was mailed; each address once. */
export const listPartnerRecipients = async (tx: Tx, ownerKey: number, ioKey: number): Promise<Recipient[]> => {
  const { rows } = await sql<Recipient>`
    select distinct on (lower(r.email)) 'partner' as side, r.name, r.email
    from (
      select s.name, u.email, 0 as place from insertion_order_signature s join user_account u using (user_key)
      where s.owner_key = ${ownerKey} and s.io_key = ${ioKey} and s.side = 'partner'
      union all
      select m.name, m.email, 1 from insertion_order_mail m where m.owner_key = ${ownerKey} and m.io_key = ${ioKey}
    ) r
    order by lower(r.email), r.place
  `.execute(tx);
  return rows;
};

export const insertNotice = async (
  tx: Tx,
  { ownerKey, ioKey, partnerKey }: { ownerKey: number; ioKey: number; partnerKey: number },
  { side, name, email }: Recipient,
  { mailKey, at }: { mailKey: number; at: Date },
): Promise<void> => {
  await sql`
    insert into insertion_order_notice (owner_key, io_key, partner_key, side, email, name, queued_at, mail_key)
    values (${ownerKey}, ${ioKey}, ${partnerKey}, ${side}, ${email}, ${name}, ${at}, ${mailKey})
  `.execute(tx);
};
