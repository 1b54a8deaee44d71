import { sql } from 'kysely';
import { type Tx } from '../../src/db/scope/tx.ts';

/** Key column of each table. The generator assigns keys itself, so that rows can refer to each other before they are written. */
const KEY_COLUMNS = {
  owner: 'owner_key',
  media_partner: 'partner_key',
  user_account: 'user_key',
  brand: 'brand_key',
  client: 'client_key',
  client_model: 'client_model_key',
  campus: 'campus_key',
  program: 'program_key',
  service_area: 'service_area_key',
  partner_contact: 'contact_key',
  partner_posting_key: 'posting_key',
  disclosure_text: 'disclosure_text_key',
  publisher: 'publisher_key',
  publisher_source: 'publisher_source_key',
  custom_channel: 'custom_channel_key',
  trading_platform: 'platform_key',
  platform_account: 'account_key',
  goal: 'goal_key',
  campaign: 'campaign_key',
  campaign_pause: 'pause_key',
  tracking_url: 'tracking_url_key',
  platform_campaign: 'platform_campaign_key',
  platform_ad_group: 'ad_group_key',
  platform_keyword: 'keyword_key',
  lead: 'lead_key',
  lead_status_change: 'change_key',
  lead_milestone: 'milestone_key',
  lead_return: 'return_key',
  billing_adjustment: 'adjustment_key',
  click: 'click_key',
  insertion_order: 'io_key',
  audit_log: 'audit_key',
  user_login: 'user_login_key',
} as const;

type Keyed = keyof typeof KEY_COLUMNS;

export interface Keys {
  next(table: Keyed): number;
  /** Advances the database's sequences past the assigned keys. */
  settle(tx: Tx): Promise<void>;
}

const tables = Object.keys(KEY_COLUMNS) as Keyed[];

/** `lead` and `click` use sequences that are independent of their tables. */
const sequenceOf = (table: Keyed): string =>
  table === 'lead' || table === 'click'
    ? `'public.${table}_key_seq'`
    : `pg_get_serial_sequence('public.${table}', '${KEY_COLUMNS[table]}')`;

/** The keys of a load into an empty database: generating the same world again yields the keys of its rows. */
export const keysOfEmpty = (): Keys => {
  const last = new Map<Keyed, number>();
  return {
    next(table) {
      const key = (last.get(table) ?? 0) + 1;
      last.set(table, key);
      return key;
    },
    settle: () => Promise.resolve(),
  };
};

/**
 * Reserves keys of each table from the database's sequences, as others may write to the same tables meanwhile. Unused ones are not
 * returned.
 */
export const reserveKeys = async (tx: Tx, wanted: Partial<Record<Keyed, number>>): Promise<Keys> => {
  const left = new Map<Keyed, number[]>();
  for (const [table, count] of Object.entries(wanted) as [Keyed, number][]) {
    const { rows } = await sql<{ key: number }>`
      select nextval(${sql.raw(sequenceOf(table))}) as key from generate_series(1, ${count}::int)
    `.execute(tx);
    left.set(table, rows.map(({ key }) => key).toReversed());
  }
  return {
    next(table) {
      const key = left.get(table)?.pop();
      if (key === undefined) throw new Error(`Too few keys of ${table} were reserved`);
      return key;
    },
    settle: () => Promise.resolve(),
  };
};

export const openKeys = async (tx: Tx): Promise<Keys> => {
  const highest = tables.map((table) => `(select coalesce(max(${KEY_COLUMNS[table]}), 0) from ${table}) as ${table}`);
  const { rows } = await sql<Record<Keyed, number>>`select ${sql.raw(highest.join(', '))}`.execute(tx);
  const last = { ...rows[0]! };
  return {
    next: (table) => (last[table] += 1),
    async settle(to) {
      const used = tables.filter((table) => last[table] > 0);
      await sql
        .raw(`select ${used.map((table) => `setval(${sequenceOf(table)}, ${last[table]})`).join(', ')}`)
        .execute(to);
    },
  };
};
