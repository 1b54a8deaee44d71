import { type FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { publicScope } from '../db/scope/public-scope.ts';
import { makeScope } from '../db/scope/make-scope.ts';
import { type Scope } from '../db/scope/scope.ts';
import { type Database } from '../db/scope/tx.ts';
import { AppError } from '../lib/app-error.ts';
import { type Clock } from '../lib/clock.ts';
import { sha256 } from '../lib/secrets/tokens.ts';
import { scopeOfSession } from './guard/scope.ts';
import { type Session } from './guard/session.ts';

/** The sender of a post: a media partner by its key, or an agency user by a session; and the campaign meant. */
export interface Poster {
  /** The key's partner; null where an agency user posts. */
  partnerKey: number | null;
  userKey: number | null;
  /** Null where the poster has no such campaign. */
  campaign: PostedCampaign | null;
}

export interface PostedCampaign {
  ownerKey: number;
  campaignKey: number;
  /** Version of the owner's rules when it was read. */
  rulesVersion: number;
}

const POSTING_KEY_HEADER = 'x-partner-key';
const KEY = /^[\w-]{43}$/;
const LONGEST_NAME = 50;

export type PostFields = Readonly<Record<string, unknown>>;

const campaignName = ({ cck }: PostFields): string => {
  const name = typeof cck === 'number' ? String(cck) : cck;
  return typeof name === 'string' && name.trim().length <= LONGEST_NAME ? name.trim() : '';
};

export const postingKeyOf = ({ headers }: FastifyRequest, { key }: PostFields): string | null => {
  const keyText = headers[POSTING_KEY_HEADER] ?? key;
  return typeof keyText === 'string' ? keyText.trim() : null;
};

interface Admission {
  partner_key: number;
  over_limit: boolean;
  retry_ms: number;
  owner_key: number | null;
  campaign_key: number | null;
  rules_version: number | null;
}

/** In one round trip: the key's partner, its rate limit, and the campaign. */
export const admitByKey = async (
  db: Database,
  clock: Clock,
  kind: string,
  key: string,
  fields: PostFields,
): Promise<Poster> => {
  if (!KEY.test(key)) throw new AppError('POSTING_KEY');
  const [admission] = await db.asNobody<Admission>({
    name: 'admit_post',
    text: 'select * from app.admit_post($1, $2, $3, $4)',
    values: [sha256(key), campaignName(fields), kind, clock.now()],
  });
  if (admission === undefined) throw new AppError('POSTING_KEY');
  if (admission.over_limit)
    throw new AppError('RATE_LIMIT', { retryAfterSeconds: Math.max(1, Math.ceil(admission.retry_ms / 1000)) });
  const { partner_key: partnerKey, owner_key: ownerKey, campaign_key: campaignKey } = admission;
  const campaign =
    ownerKey === null || campaignKey === null
      ? null
      : { ownerKey, campaignKey, rulesVersion: admission.rules_version ?? 0 };
  return { partnerKey, userKey: null, campaign };
};

/** An agency user may post for any partner of the session's owners. */
export const admitBySession = async (db: Database, session: Session, fields: PostFields): Promise<Poster> => {
  const name = campaignName(fields);
  const { rows } = await db.withScope(scopeOfSession(session), (tx) =>
    sql<PostedCampaign>`
      select c.owner_key as "ownerKey", c.campaign_key as "campaignKey",
             coalesce((select sum(v.version) from rules_version v where v.owner_key = c.owner_key), 0)::bigint as "rulesVersion"
      from campaign c
      where c.partner_key is not null
        and case when ${name} ~ '^[0-9]{1,9}$' then c.campaign_key = ${name}::text::int
                 else lower(c.code) = lower(${name}) and c.code_released_at is null end
      limit 2
    `.execute(tx),
  );
  const [admission] = rows;
  return { partnerKey: null, userKey: session.userKey, campaign: rows.length === 1 && admission ? admission : null };
};

/** A post runs in the system scope of its one owner: the sender may not read persons. */
export const scopeOfPost = ({ campaign }: Poster): Scope =>
  campaign === null ? publicScope : systemScopeOf(campaign.ownerKey);

export const systemScopeOf = (ownerKey: number): Scope =>
  makeScope({ userKey: null, group: 'system', ownerKeys: [ownerKey], partnerKey: null });
