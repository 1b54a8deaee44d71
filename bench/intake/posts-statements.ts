import { randomBytes } from 'node:crypto';
import { preparedText } from '@paceline/server/src/db/connection/prepared.ts';
import '@paceline/server/src/features/intake/store.queries.ts';
import { CHECKS } from '@paceline/server/src/shared/intake/checks/check-list.ts';
import { bytes, questionText } from '@paceline/server/src/shared/intake/lookups.queries.ts';
import { sha256 } from '@paceline/server/src/lib/secrets/tokens.ts';
import type pg from 'pg';
import { type PostPlace } from './posts-store.ts';

const HASH_BYTES = 32;
const newHash = (): Buffer => randomBytes(HASH_BYTES);
/** What a sealed person comes to. */
const SEALED_BYTES = 1_100;

const run = (client: pg.PoolClient, name: string, values: unknown[]) =>
  client.query({ name, text: preparedText(name), values });

/** The statements of a post as the product sends them, with values of the same size, and nothing around them. */
export const postBare = async (pool: pg.Pool, place: PostPlace, now: Date): Promise<void> => {
  const { ownerKey, campaignKey, partnerKey, key } = place;
  const admit = { name: 'admit_post', text: 'select * from app.admit_post($1, $2, $3, $4)' };
  await pool.query({ ...admit, values: [sha256(key), String(campaignKey), 'leadPost', now] });
  const [email, phone, nameZip, post] = [newHash(), newHash(), newHash(), newHash()];
  const [day, month] = [now.toISOString().slice(0, 10), `${now.toISOString().slice(0, 8)}01`];
  const client = await pool.connect();
  try {
    await client.query(
      `begin; select set_config('app.owner_keys', '{${ownerKey}}', true), set_config('app.partner_key', '', true), set_config('app.user_group', 'system', true), set_config('app.user_key', '', true)`,
    );
    const locks = [post, email, phone].map((hash) => String(hash.readBigInt64BE(0)));
    const since = new Date(now.getTime() - 90 * 86_400_000);
    const reply = await run(client, 'intake_hold_and_look', [
      questionText({
        names: locks,
        held_campaign: campaignKey,
        of_owner: ownerKey,
        of_campaign: campaignKey,
        of_month: month,
        week_from: day,
        today: day,
        hours_from: null,
        of_source: null,
        of_program: null,
        of_goal: null,
        since,
        match: 'EMAIL_OR_PHONE',
        compare: 'GOOD',
        scope: 'CLIENT',
        scope_key: 1,
        of_partner: partnerKey,
        email: bytes(email),
        phone: bytes(phone),
        name_zip: null,
        suppressed: [bytes(email), bytes(phone)],
        of_client: 1,
        answered_partner: partnerKey,
        answered_post: bytes(post),
        at: now,
        from_ip: null,
        most_of_ip: 4,
        of_click: null,
      }),
    ]);
    const { newLead: leadKey } = reply.rows[0] as { newLead: number };
    const answer = JSON.stringify({ outcome: 'success', leadId: `L-${leadKey}`, status: 'VAL', price: 40 });
    const text = 'x'.repeat(110);
    await run(client, 'intake_store', [
      ownerKey,
      day,
      leadKey,
      `L-${leadKey}`,
      now,
      campaignKey,
      partnerKey,
      null,
      null,
      null,
      null,
      'VAL',
      [],
      [],

      'web',
      'desktop',
      'IL',
      '60601',
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      50,
      40,
      false,
      `T-${leadKey}`,

      null,
      null,
      1,
      randomBytes(SEALED_BYTES),
      email,
      phone,
      nameZip,
      text,
      'https://a.example/form',
      now,
      '8.8.8.8',
      text,
      null,
      null,
      null,
      null,
      null,
      'CLIENT:1',
      [email, phone],
      null,
      await clientOf(client, place),
      post,
      post,
      answer,
      new Date(now.getTime() + 86_400_000),
      JSON.stringify({ passed: CHECKS.map(({ id }) => id) }),
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
};

const clients = new Map<number, number>();
const clientOf = async (client: pg.PoolClient, { goalKey }: PostPlace): Promise<number> => {
  const clientCode = clients.get(goalKey);
  if (clientCode !== undefined) return clientCode;
  const { rows } = await client.query<{ key: number }>('select client_key as key from goal where goal_key = $1', [
    goalKey,
  ]);
  clients.set(goalKey, rows[0]?.key ?? 0);
  return rows[0]?.key ?? 0;
};

/** A single row of a lead, committed: the least that storing one can cost. */
export const insertBareRow = (pool: pg.Pool, { ownerKey, campaignKey, partnerKey }: PostPlace, now: Date) =>
  pool.query({
    name: 'bare_row',
    text: `insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, partner_key, status, device, client_price, media_price)
           values ($1, $2, $3, $4, $5, $6, 'INV', 'desktop', 50, 40)`,
    values: [
      ownerKey,
      now.toISOString().slice(0, 10),
      `L-${randomBytes(13).toString('hex')}`,
      now,
      campaignKey,
      partnerKey,
    ],
  });
