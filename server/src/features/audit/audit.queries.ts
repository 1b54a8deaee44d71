import { auditEntityWords, type AuditOutcome, type AuditWay, OWNER_SETTINGS, FEE_PERMISSION } from '@paceline/contract';
import { sql } from 'kysely';
import { type Scope } from '../../db/scope/scope.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { type Sql } from '../../shared/lists/conditions.ts';
import { monthWords } from '../../shared/billing/month-words.rules.ts';

/** A stored line, with the user who made the change. */
export interface StoredLine {
  auditKey: number;
  at: Date;
  ownerKey: number | null;
  userKey: number | null;
  userType: string | null;
  entity: string | null;
  entityKey: string | null;
  action: string;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
  way: AuditWay | null;
  outcome: AuditOutcome;
  userName: string | null;
  apiKeyName: string | null;
}

export const LINE_FIELDS = {
  auditKey: sql`l.audit_key::int`,
  at: 'l.at',
  ownerKey: 'l.owner_key',
  userKey: 'l.user_key',
  userType: 'l.user_type',
  entity: 'l.entity',
  entityKey: 'l.entity_key',
  action: 'l.action',
  before: 'l.before',
  after: 'l.after',
  way: 'l.way',
  outcome: 'l.outcome',
} as const;

/** Users the viewer may know of: those of all owners, and those who share an owner; row-level security hides other owners' rows. */
const KNOWN_USERS = sql`
  select u.user_key from user_account u where u.all_owners or exists (select from user_owner s where s.user_key = u.user_key)`;

/**
 * Lines without an owner: about users the viewer may know of, or about Paceline itself. Lines made without a session and about no user are
 * only for those who work on all owners.
 */
export const knownUserLines = ({ userKey }: Pick<Scope, 'userKey'>): Sql => sql`(
  (l.user_key is null or l.user_key = any (array(${KNOWN_USERS})))
  and (l.entity is distinct from 'user' or l.entity_key = any (array(select k.user_key::text from (${KNOWN_USERS}) k)))
  and (l.user_key is not null or l.entity = 'user' or l.user_type = 'system'
       or (select u.all_owners from user_account u where u.user_key = ${userKey}))
)`;

/** As in the indexes: a line without an owner has owner 0. */
export const OWNER_OF_LINE = sql`(case when l.owner_key is null then 0 else l.owner_key end)`;

/** The criteria and the CRM account of a client are parts of its history. */
const CLIENT_PARTS: ReadonlySet<string> = new Set(['client', 'client_criteria', 'client_crm_account']);

/** A push key belongs to an account. */
const ACCOUNT_PARTS: ReadonlySet<string> = new Set(['platform_account', 'platformPushKey']);

/** The display names of the records of lines, by entity and key. */
export const listRecordNames = async (
  tx: Tx,
  lines: readonly Pick<StoredLine, 'entity' | 'entityKey'>[],
): Promise<Map<string, string>> => {
  const keysOf = (isOne: (entity: string) => boolean): number[] => [
    ...new Set(
      lines
        .filter(({ entity, entityKey }) => entity !== null && isOne(entity) && /^\d{1,9}$/.test(entityKey ?? ''))
        .map(({ entityKey }) => Number(entityKey)),
    ),
  ];
  const only = (name: string) => sql`${keysOf((entity) => entity === name)}::int[]`;
  const { rows } = await sql<{ entity: string; key: string; name: string }>`
    select 'campaign' as entity, campaign_key::text as key, code as name from campaign where campaign_key = any (${only('campaign')})
    union all select 'goal', goal_key::text, name from goal where goal_key = any (${only('goal')})
    union all select 'client', client_key::text, name from client where client_key = any (${keysOf((one) => CLIENT_PARTS.has(one))}::int[])
    union all select 'lead', lead_key::text, public_id from lead where lead_key = any (${only('lead')})
    union all select 'owner', owner_key::text, name from owner where owner_key = any (${only('owner')})
    union all select 'user', user_key::text, first_name || ' ' || last_name from user_account where user_key = any (${only('user')})
    union all select 'media_partner', partner_key::text, name from media_partner where partner_key = any (${only('media_partner')})
    union all select 'publisher_source', publisher_source_key::text, source_tag from publisher_source
      where publisher_source_key = any (${only('publisher_source')})
    union all select 'publisher', publisher_key::text, name from publisher where publisher_key = any (${only('publisher')})
    union all select 'brand', brand_key::text, name from brand where brand_key = any (${only('brand')})
    union all select 'campus', campus_key::text, name from campus where campus_key = any (${only('campus')})
    union all select 'program', program_key::text, name from program where program_key = any (${only('program')})
    union all select 'custom_channel', custom_channel_key::text, name from custom_channel
      where custom_channel_key = any (${only('custom_channel')})
    union all select 'platform_account', account_key::text, account_name from platform_account
      where account_key = any (${keysOf((one) => ACCOUNT_PARTS.has(one))}::int[])
    union all select 'platformFile', file_key::text, file_name from platform_file where file_key = any (${only('platformFile')})
    union all select 'trading_platform', platform_key::text, name from trading_platform
      where platform_key = any (${only('trading_platform')})
    union all select 'vertical', vertical_key::text, name from vertical
    union all select 'statement', statement_key::text, number from billing_statement where statement_key = any (${only('statement')})
    union all select 'insertion_order', i.io_key::text, coalesce(i.number, p.name || ', ' || to_char(i.month, 'Mon YYYY') || ' (draft)')
      from insertion_order i join media_partner p using (partner_key) where i.io_key = any (${only('insertion_order')})
  `.execute(tx);
  const settings = Object.entries(OWNER_SETTINGS).map(([name, { label }]) => [`owner_setting ${name}`, label] as const);
  return new Map([...settings, ...rows.map(({ entity, key, name }) => [`${entity} ${key}`, name] as const)]);
};

/** "Campaign HT-214"; the key where the record has no name or no longer exists. */
export const subjectOf = (
  names: ReadonlyMap<string, string>,
  line: Pick<StoredLine, 'entity' | 'entityKey'>,
): string => {
  const { entity, entityKey } = line;
  if (entity === null) return '';
  const of = CLIENT_PARTS.has(entity) ? 'client' : ACCOUNT_PARTS.has(entity) ? 'platform_account' : entity;
  const key = entity === 'billingMonth' && entityKey !== null ? monthWords(entityKey) : (entityKey ?? '');
  const name = names.get(`${of} ${entityKey ?? ''}`) ?? key;
  return `${auditEntityWords(entity)} ${name}`.trim();
};

export const whoOf = ({ userName, userType, apiKeyName }: StoredLine): string => {
  if (userName !== null) return apiKeyName === null ? userName : `${userName} (API key ${apiKeyName})`;
  return userType === 'system' ? 'Paceline' : 'Not signed in';
};

/** Whether the viewer may know an account's fee: together with what a client pays, it reveals the media cost. */
export const seesFees = async (tx: Tx, { userKey }: Pick<Scope, 'userKey'>): Promise<boolean> => {
  const { rows } = await sql<{ sees: boolean }>`
    select ${FEE_PERMISSION} = any (permissions) as sees from user_account where user_key = ${userKey}
  `.execute(tx);
  return rows[0]?.sees === true;
};

export const listOwnerNames = async (tx: Tx): Promise<Map<number, string>> => {
  const { rows } = await sql<{ key: number; name: string }>`select owner_key as key, name from owner`.execute(tx);
  return new Map(rows.map(({ key, name }) => [key, name]));
};
