import { createHash } from 'node:crypto';
import type pg from 'pg';

const ONE_ROW = `
    select o.owner_key as "ownerKey", o.name as "ownerName", o.description, o.vertical_key as "verticalKey",
           v.name as "verticalName", o.time_zone as "timeZone", o.dedup_days as "dedupPeriodInDays"
    from owner o join vertical v using (vertical_key)
    where o.owner_key = $1`;

const settings = (ownerKey: number): string =>
  `begin; select set_config('app.owner_keys', '{${ownerKey}}', true), set_config('app.partner_key', '', true), set_config('app.user_group', 'ag', true), set_config('app.user_key', '1', true)`;

/** What a registered call sends for one row, by hand: who is asking, the scope, the row, the end. */
export const sameStatements = async (pool: pg.Pool, token: string, ownerKey: number): Promise<unknown> => {
  const hash = createHash('sha256').update(token).digest();
  await pool.query({ name: 'find_session', text: 'select * from app.find_session($1)', values: [hash] });
  const client = await pool.connect();
  try {
    await client.query(settings(ownerKey));
    const { rows } = await client.query(ONE_ROW, [ownerKey]);
    await client.query('commit');
    return rows[0];
  } finally {
    client.release();
  }
};
