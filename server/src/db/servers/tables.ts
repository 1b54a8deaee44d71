import type pg from 'pg';
import { StartupError } from '../../lib/startup-error.ts';

/**
 * Tables whose rows belong to no owner, and what becomes of them when an owner moves. One that is not named here stops every move:
 * nobody has said yet whether an owner needs it.
 */
const SHARED_TABLES = {
  // Rows of owners refer to them, and intake and delivery read them: every server has them, as the first one says.
  alert_choice: 'copied',
  api_key: 'copied',
  channel: 'copied',
  disclosure_text: 'copied',
  media_partner: 'copied',
  partner_contact: 'copied',
  partner_posting_key: 'copied',
  publisher: 'copied',
  publisher_source: 'copied',
  recognition_key: 'copied',
  secret_key: 'copied',
  trading_platform: 'copied',
  user_account: 'copied',
  vertical: 'copied',
  webhook: 'copied',
  // Sign-ins, mails of people and the server itself: they stay where they are.
  cluster_feed: 'stays',
  known_device: 'stays',
  migration: 'stays',
  migration_lock: 'stays',
  owner_draft: 'stays',
  password_guess: 'stays',
  password_history: 'stays',
  password_link: 'stays',
  rate_limit: 'stays',
  scenario_load: 'stays',
  session: 'stays',
  session_token: 'stays',
  user_email_change: 'stays',
  user_login: 'stays',
  worker_heartbeat: 'stays',
} as const satisfies Record<string, 'copied' | 'stays'>;

/** Rows of an owner that do not say so in a column of their own. */
const BY_CONDITION: Record<string, { where: (owner: number) => string; isShared: boolean }> = {
  // What waits to be added up.
  fact_delta: { where: (owner) => `(t.fact).owner_key = ${owner}`, isShared: false },
  // What partners were answered: a post that is sent again must get its answer wherever the owner is by then.
  post_answer: {
    where: (owner) => `t.partner_key in (select c.partner_key from campaign c where c.owner_key = ${owner})`,
    isShared: true,
  },
  mail: { where: (owner) => `t.mail_key in (${mailsOf(owner)})`, isShared: true },
  mail_file: { where: (owner) => `t.mail_key in (${mailsOf(owner)})`, isShared: true },
};
const mailsOf = (owner: number): string =>
  ['partner_mail', 'insertion_order_mail']
    .map((table) => `select m.mail_key from ${table} m where m.owner_key = ${owner} and m.mail_key is not null`)
    .join(' union ');

/** Who the owner is and who works on it is known on the first server and on its own. */
export const WORKERS = 'user_owner';
const ON_BOTH = new Set(['owner', WORKERS]);
/** Where an owner is, is not the owner's. */
const PLACE = 'owner_away';
/** What works past the scopes takes from these or hangs on them; it is held during the pause, so that nothing is done twice. */
export const HELD = [
  'delivery_health',
  'delivery_task',
  'delivery_batch',
  'lead_postback',
  'webhook_message',
  'partner_mail',
  'lead_export',
  'fact_delta',
  'attribute_delta',
  // Clicks are stored by a function: its rows hang on their campaign.
  'campaign',
];

export interface MovedTable {
  name: string;
  /** All but those that Postgres works out itself. */
  columns: string[];
  primaryKey: string[];
  /** Of a table that is cut into months: the column that cuts it. */
  monthColumn: string | null;
  where: (owner: number) => string;
  /** Whether others need the rows too: they are added, and stay where they were. */
  isShared: boolean;
}

interface CatalogueRow {
  name: string;
  columns: string[];
  primaryKey: string[] | null;
  partKey: string | null;
  hasOwner: boolean;
}

/** Every table as Postgres itself knows it: a new one is moved without being named anywhere. */
const CATALOGUE = `
  select c.relname as name,
         array(select a.attname::text from pg_attribute a
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
         (select array_agg(a.attname::text order by k.place) from pg_index i
          cross join lateral unnest(i.indkey::int2[]) with ordinality k (attnum, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
          where i.indrelid = c.oid and i.indisprimary) as "primaryKey",
         case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end as "partKey",
         exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'owner_key' and not a.attisdropped) as "hasOwner"
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`;

const monthColumnOf = (partKey: string | null): string | null => {
  if (partKey === null) return null;
  const column = /^RANGE \((\w+)\)$/.exec(partKey)?.[1];
  if (column === undefined) throw new StartupError(`A table is cut by ${partKey}: only months can be moved.`);
  return column;
};

export interface Tables {
  owned: MovedTable[];
  copied: MovedTable[];
}

export const listTables = async (client: pg.ClientBase): Promise<Tables> => {
  const { rows } = await client.query<CatalogueRow>(CATALOGUE);
  const owned: MovedTable[] = [];
  const copied: MovedTable[] = [];
  for (const { name, columns, primaryKey, partKey, hasOwner } of rows) {
    const table = { name, columns, primaryKey: primaryKey ?? [], monthColumn: monthColumnOf(partKey) };
    const condition = BY_CONDITION[name];
    if (condition !== undefined) owned.push({ ...table, ...condition });
    else if (name === PLACE) continue;
    else if (hasOwner)
      owned.push({ ...table, where: (owner) => `t.owner_key = ${owner}`, isShared: ON_BOTH.has(name) });
    else if (!(name in SHARED_TABLES))
      throw new StartupError(
        `Nobody has said whether the table ${name} moves with an owner: name it in SHARED_TABLES.`,
      );
    else if (SHARED_TABLES[name as keyof typeof SHARED_TABLES] === 'copied')
      copied.push({ ...table, where: () => 'true', isShared: true });
  }
  return { owned, copied };
};
