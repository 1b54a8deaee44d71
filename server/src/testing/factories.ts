import { type Permission, USER_TYPES, type UserGroup } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../db/tx.ts';

let counter = 0;
/** A different text each time, so that no two records of a test file can be mistaken for each other. */
const unique = (what: string): string => `${what} ${(counter += 1)}`;

const keyOf = (rows: { key: number }[]): number => {
  if (rows[0] === undefined) throw new Error('The factory wrote nothing');
  return rows[0].key;
};

export const makeVertical = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into vertical (name) values (${unique('Vertical')}) returning vertical_key as key
  `.execute(tx);
  return keyOf(rows);
};

export interface OwnerParts {
  name?: string;
  timeZone?: string;
  dedupDays?: number;
}

export const makeOwner = async (tx: Tx, { name, timeZone = 'America/Chicago', dedupDays = 90 }: OwnerParts = {}) => {
  const verticalKey = await makeVertical(tx);
  const ownerName = name ?? unique('Owner');
  const { rows } = await sql<{ key: number }>`
    insert into owner (name, description, vertical_key, time_zone, dedup_days)
    values (${ownerName}, ${`Describes ${ownerName}`}, ${verticalKey}, ${timeZone}, ${dedupDays}) returning owner_key as key
  `.execute(tx);
  return { ownerKey: keyOf(rows), name: ownerName, verticalKey };
};

/** The tenant under test and the one beside it, of which nothing may ever show. */
export const makeTwoOwners = async (tx: Tx) => ({ mine: await makeOwner(tx), foreign: await makeOwner(tx) });

export const makePartner = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into media_partner (name, code) values (${unique('Partner')}, ${unique('P')}) returning partner_key as key
  `.execute(tx);
  return keyOf(rows);
};

export interface UserParts {
  group: UserGroup;
  ownerKeys?: readonly number[];
  partnerKey?: number;
  permissions?: readonly Permission[];
  passwordHash?: string;
  mustChangePassword?: boolean;
  active?: boolean;
}

export const makeUser = async (tx: Tx, parts: UserParts): Promise<{ userKey: number; userName: string }> => {
  const userName = unique('user').replace(' ', '.');
  const partnerKey = parts.group === 'mp' ? (parts.partnerKey ?? (await makePartner(tx))) : null;
  const { rows } = await sql<{ key: number }>`
    insert into user_account (user_name, email, first_name, last_name, user_type, partner_key, permissions, password_hash,
                              must_change_password, active)
    values (${userName}, ${`${userName}@mail.example`}, 'Test', 'User', ${USER_TYPES[parts.group]}, ${partnerKey},
            ${[...(parts.permissions ?? [])]}, ${parts.passwordHash ?? null}, ${parts.mustChangePassword ?? false},
            ${parts.active ?? true})
    returning user_key as key
  `.execute(tx);
  const userKey = keyOf(rows);
  for (const ownerKey of parts.ownerKeys ?? []) {
    await sql`insert into user_owner (owner_key, user_key) values (${ownerKey}, ${userKey})`.execute(tx);
  }
  return { userKey, userName };
};

export const makeClient = async (tx: Tx, ownerKey: number): Promise<number> => {
  const brand = await sql<{ key: number }>`
    insert into brand (owner_key, name) values (${ownerKey}, ${unique('Brand')}) returning brand_key as key
  `.execute(tx);
  const { rows } = await sql<{ key: number }>`
    insert into client (owner_key, brand_key, name, code)
    values (${ownerKey}, ${keyOf(brand.rows)}, ${unique('Client')}, ${unique('C')}) returning client_key as key
  `.execute(tx);
  return keyOf(rows);
};

export const makeGoal = async (tx: Tx, ownerKey: number): Promise<number> => {
  const clientKey = await makeClient(tx, ownerKey);
  const { rows } = await sql<{ key: number }>`
    insert into goal (owner_key, client_key, name, start_month)
    values (${ownerKey}, ${clientKey}, ${unique('Goal')}, '2026-01-01') returning goal_key as key
  `.execute(tx);
  const goalKey = keyOf(rows);
  await sql`
    insert into goal_month (owner_key, goal_key, month, spend_goal, inquiry_goal)
    values (${ownerKey}, ${goalKey}, '2026-03-01', 10000, 200)
  `.execute(tx);
  return goalKey;
};

export interface CampaignParts {
  ownerKey?: number;
  partnerKey?: number;
}

/** A live pay-per-lead campaign with its price, its month and its targeting. */
export const makeCampaign = async (tx: Tx, parts: CampaignParts = {}) => {
  const ownerKey = parts.ownerKey ?? (await makeOwner(tx)).ownerKey;
  const partnerKey = parts.partnerKey ?? (await makePartner(tx));
  const goalKey = await makeGoal(tx, ownerKey);
  const { rows } = await sql<{ key: number }>`
    insert into campaign (owner_key, goal_key, channel, partner_key, name, code, start_date, activated_at)
    values (${ownerKey}, ${goalKey}, 'ppl', ${partnerKey}, ${unique('Campaign')}, ${unique('CODE').replace(' ', '-')},
            '2026-01-01', '2026-01-01')
    returning campaign_key as key
  `.execute(tx);
  const campaignKey = keyOf(rows);
  await sql`
    insert into campaign_price (owner_key, campaign_key, valid_from, client_desktop, media_desktop)
    values (${ownerKey}, ${campaignKey}, '2026-01-01', 50, 40)
  `.execute(tx);
  await sql`insert into campaign_month (owner_key, campaign_key, month, monthly_allocation) values (${ownerKey}, ${campaignKey}, '2026-03-01', 100)`.execute(
    tx,
  );
  await sql`insert into campaign_targeting (owner_key, campaign_key) values (${ownerKey}, ${campaignKey})`.execute(tx);
  return { ownerKey, partnerKey, goalKey, campaignKey };
};

export interface LeadParts {
  ownerKey: number;
  campaignKey: number;
  partnerKey?: number | null;
  day: string;
  status?: string;
  clientPrice?: number;
  mediaPrice?: number;
}

export const makeLead = async (tx: Tx, parts: LeadParts): Promise<number> => {
  const { ownerKey, campaignKey, day, status = 'DLV', clientPrice = 50, mediaPrice = 40 } = parts;
  await sql`call app.ensure_months('lead', ${day}::date, ${day}::date)`.execute(tx);
  const { rows } = await sql<{ key: number }>`
    insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, partner_key, status, device, client_price, media_price, delivered_at)
    values (${ownerKey}, ${day}, ${unique('L-').replace(' ', '')}, ${`${day}T12:00:00Z`}, ${campaignKey}, ${parts.partnerKey ?? null}, ${status},
            'desktop', ${clientPrice}, ${mediaPrice}, ${status === 'DLV' ? `${day}T12:01:00Z` : null})
    returning lead_key as key
  `.execute(tx);
  return keyOf(rows);
};
