import { type Permission, USER_TYPES, type UserGroup } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

let counter = 0;
/** A different text each time, so that no two records of a test file can be mistaken for each other. */
export const unique = (what: string): string => `${what} ${(counter += 1)}`;

const keyOf = (rows: { key: number }[]): number => {
  if (rows[0] === undefined) throw new Error('The factory wrote nothing');
  return rows[0].key;
};

const makeVertical = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into vertical (name) values (${unique('Vertical')}) returning vertical_key as key
  `.execute(tx);
  return keyOf(rows);
};

interface OwnerParts {
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

/** A campus of a model of its own, with as many programs as asked for. */
export const makeCampus = async (
  tx: Tx,
  { ownerKey, clientKey, subjects = [] }: { ownerKey: number; clientKey: number; subjects?: readonly string[] },
) => {
  const model = await sql<{ key: number }>`
    insert into client_model (owner_key, client_key, name) values (${ownerKey}, ${clientKey}, ${unique('Model')})
    returning client_model_key as key
  `.execute(tx);
  const clientModelKey = keyOf(model.rows);
  const { rows } = await sql<{ key: number }>`
    insert into campus (owner_key, client_model_key, name, code, time_zone)
    values (${ownerKey}, ${clientModelKey}, ${unique('Campus')}, ${unique('K')}, 'America/Chicago') returning campus_key as key
  `.execute(tx);
  const campusKey = keyOf(rows);
  const programKeys: number[] = [];
  for (const subject of subjects) {
    const program = await sql<{ key: number }>`
      insert into program (owner_key, campus_key, name, code, degree_level, modality, subject_area)
      values (${ownerKey}, ${campusKey}, ${unique('Program')}, ${unique('G')}, 'Associate', 'Campus', ${subject})
      returning program_key as key
    `.execute(tx);
    programKeys.push(keyOf(program.rows));
  }
  return { clientModelKey, campusKey, programKeys };
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

interface CampaignParts {
  ownerKey?: number;
  partnerKey?: number;
  goalKey?: number;
  name?: string;
  code?: string;
  /** Whether it was ever activated; a draft otherwise. */
  activated?: boolean;
}

/** A live pay-per-lead campaign with its price, its month and its targeting. */
export const makeCampaign = async (tx: Tx, parts: CampaignParts = {}) => {
  const ownerKey = parts.ownerKey ?? (await makeOwner(tx)).ownerKey;
  const partnerKey = parts.partnerKey ?? (await makePartner(tx));
  const goalKey = parts.goalKey ?? (await makeGoal(tx, ownerKey));
  const { rows } = await sql<{ key: number }>`
    insert into campaign (owner_key, goal_key, channel, partner_key, name, code, start_date, activated_at)
    values (${ownerKey}, ${goalKey}, 'ppl', ${partnerKey}, ${parts.name ?? unique('Campaign')},
            ${parts.code ?? unique('CODE').replace(' ', '-')}, '2026-01-01', ${parts.activated === false ? null : '2026-01-01'})
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

interface LeadParts {
  ownerKey: number;
  campaignKey: number;
  partnerKey?: number | null;
  status?: string;
  clientPrice?: number;
  mediaPrice?: number;
}
/** On a day, at noon in Greenwich; or at an instant, on whatever day that is at the owner's. */
type LeadTime = { day: string } | { at: Date };

const dayAt = async (tx: Tx, ownerKey: number, at: Date): Promise<string> => {
  const { rows } = await sql<{ day: string }>`
    select (${at}::timestamptz at time zone time_zone)::date::text as day from owner where owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0]?.day ?? '';
};

export const makeLead = async (tx: Tx, parts: LeadParts & LeadTime): Promise<number> => {
  const { ownerKey, campaignKey, status = 'DLV', clientPrice = 50, mediaPrice = 40 } = parts;
  const day = 'day' in parts ? parts.day : await dayAt(tx, ownerKey, parts.at);
  const at = 'day' in parts ? new Date(`${day}T12:00:00Z`) : parts.at;
  await sql`call app.ensure_months('lead', ${day}::date, ${day}::date)`.execute(tx);
  const { rows } = await sql<{ key: number }>`
    insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, partner_key, status, device, client_price, media_price, delivered_at)
    values (${ownerKey}, ${day}, ${unique('L-').replace(' ', '')}, ${at}, ${campaignKey}, ${parts.partnerKey ?? null}, ${status},
            'desktop', ${clientPrice}, ${mediaPrice}, ${status === 'DLV' ? new Date(at.getTime() + 60_000) : null})
    returning lead_key as key
  `.execute(tx);
  return keyOf(rows);
};

/** An approved source of a media partner, under a publisher of its own. */
export const makeSource = async (tx: Tx, partnerKey: number): Promise<{ sourceKey: number; sourceTag: string }> => {
  const publisher = await sql<{ key: number }>`
    insert into publisher (partner_key, name) values (${partnerKey}, ${unique('Publisher')}) returning publisher_key as key
  `.execute(tx);
  const sourceTag = unique('site').replace(' ', '');
  const { rows } = await sql<{ key: number }>`
    insert into publisher_source (partner_key, publisher_key, source_tag, display_name)
    values (${partnerKey}, ${keyOf(publisher.rows)}, ${sourceTag}, ${sourceTag}) returning publisher_source_key as key
  `.execute(tx);
  return { sourceKey: keyOf(rows), sourceTag };
};

/** An account on a trading platform, for a client. */
export const makeAccount = async (
  tx: Tx,
  { ownerKey, clientKey, channel = 'ppc' }: { ownerKey: number; clientKey: number; channel?: string },
): Promise<number> => {
  const platform = await sql<{ key: number }>`
    insert into trading_platform (name, channel) values (${unique('Platform')}, ${channel}) returning platform_key as key
  `.execute(tx);
  const { rows } = await sql<{ key: number }>`
    insert into platform_account (owner_key, platform_key, client_key, account_id, account_name, time_zone, channel)
    values (${ownerKey}, ${keyOf(platform.rows)}, ${clientKey}, ${unique('A')}, ${unique('Account')}, 'America/Chicago', ${channel})
    returning account_key as key
  `.execute(tx);
  return keyOf(rows);
};

/** A campaign as the platform has it, which feeds nothing yet. */
export const makePlatformCampaign = async (
  tx: Tx,
  { ownerKey, accountKey, name }: { ownerKey: number; accountKey: number; name?: string },
): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into platform_campaign (owner_key, account_key, external_id, name)
    values (${ownerKey}, ${accountKey}, ${unique('X')}, ${name ?? unique('Platform campaign')})
    returning platform_campaign_key as key
  `.execute(tx);
  return keyOf(rows);
};

/** A live campaign of a search platform under an account of its own, with a monthly budget. */
export const makePpcCampaign = async (
  tx: Tx,
  { ownerKey, goalKey, budget = 3000 }: { ownerKey: number; goalKey: number; budget?: number },
) => {
  const client = await sql<{ key: number }>`
    select client_key as key from goal where owner_key = ${ownerKey} and goal_key = ${goalKey}
  `.execute(tx);
  const accountKey = await makeAccount(tx, { ownerKey, clientKey: keyOf(client.rows) });
  const { rows } = await sql<{ key: number }>`
    insert into campaign (owner_key, goal_key, channel, account_key, name, code, start_date, activated_at, monthly_budget)
    values (${ownerKey}, ${goalKey}, 'ppc', ${accountKey}, ${unique('Campaign')}, ${unique('CODE').replace(' ', '-')}, '2026-01-01',
            '2026-01-01', ${budget})
    returning campaign_key as key
  `.execute(tx);
  const campaignKey = keyOf(rows);
  const platformCampaignKey = await makePlatformCampaign(tx, { ownerKey, accountKey });
  await sql`update platform_campaign set campaign_key = ${campaignKey} where platform_campaign_key = ${platformCampaignKey}`.execute(
    tx,
  );
  const group = await sql<{ key: number }>`
    insert into platform_ad_group (owner_key, platform_campaign_key, external_id, name)
    values (${ownerKey}, ${platformCampaignKey}, ${unique('X')}, ${unique('Ad group')}) returning ad_group_key as key
  `.execute(tx);
  return { ownerKey, goalKey, accountKey, campaignKey, platformCampaignKey, adGroupKey: keyOf(group.rows) };
};

/** What a platform charged on a day, and what that is with the fee. */
export const makePlatformDay = async (
  tx: Tx,
  parts: {
    ownerKey: number;
    platformCampaignKey: number;
    adGroupKey: number;
    day: string;
    cost: number;
    clientCost: number;
  },
): Promise<void> => {
  const { ownerKey, platformCampaignKey, adGroupKey, day, cost, clientCost } = parts;
  await sql`call app.ensure_months('platform_day', ${day}::date, ${day}::date)`.execute(tx);
  await sql`
    insert into platform_day (owner_key, day, platform_campaign_key, ad_group_key, device, impressions, clicks, cost, client_cost, conversions)
    values (${ownerKey}, ${day}, ${platformCampaignKey}, ${adGroupKey}, 'desktop', 100, 10, ${cost}, ${clientCost}, 1)
  `.execute(tx);
};

/** A keyword of an ad group with what it cost on some days. */
export const makeKeyword = async (
  tx: Tx,
  parts: { ownerKey: number; adGroupKey: number; days: readonly string[]; cost: number; clientCost: number },
): Promise<number> => {
  const { ownerKey, adGroupKey, days, cost, clientCost } = parts;
  const { rows } = await sql<{ key: number }>`
    insert into platform_keyword (owner_key, ad_group_key, text, match_type)
    values (${ownerKey}, ${adGroupKey}, ${unique('word')}, 'EXACT') returning keyword_key as key`.execute(tx);
  const keywordKey = keyOf(rows);
  for (const day of days) {
    await sql`call app.ensure_months('platform_keyword_day', ${day}::date, ${day}::date)`.execute(tx);
    await sql`
      insert into platform_keyword_day (owner_key, day, keyword_key, impressions, clicks, cost, client_cost, conversions)
      values (${ownerKey}, ${day}, ${keywordKey}, 40, 4, ${cost}, ${clientCost}, 1)`.execute(tx);
  }
  return keywordKey;
};
