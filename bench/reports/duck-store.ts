import { existsSync } from 'node:fs';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { openClient } from '../load/connections.ts';
import { type ScaleStore } from '../scale-store.ts';

/** The raw rows and what they lead to, each sorted by these columns. */
const TABLES: Readonly<Record<string, string>> = {
  lead: 'owner_key, captured_date',
  platform_day: 'owner_key, day',
  platform_keyword_day: 'owner_key, day',
  owner: 'owner_key',
  campaign: 'owner_key, campaign_key',
  channel: 'channel',
  goal: 'owner_key, goal_key',
  media_partner: 'partner_key',
  program: 'owner_key, program_key',
  publisher_source: 'publisher_source_key',
  platform_account: 'owner_key, account_key',
  trading_platform: 'platform_key',
  platform_campaign: 'owner_key, platform_campaign_key',
  platform_ad_group: 'owner_key, ad_group_key',
  platform_keyword: 'owner_key, keyword_key',
  billing_adjustment: 'owner_key, day',
  brand: 'owner_key, brand_key',
  campus: 'owner_key, campus_key',
  click: 'owner_key, clicked_date',
  click_day: 'owner_key, day',
  client: 'owner_key, client_key',
  client_model: 'owner_key, client_model_key',
  custom_channel: 'owner_key, custom_channel_key',
  email_day: 'owner_key, day',
  publisher: 'publisher_key',
};

const TYPES: Readonly<Record<string, string>> = {
  smallint: 'SMALLINT',
  integer: 'INTEGER',
  bigint: 'BIGINT',
  boolean: 'BOOLEAN',
  date: 'DATE',
  'timestamp with time zone': 'TIMESTAMPTZ',
};

interface Column {
  name: string;
  type: string;
  precision: number | null;
  scale: number | null;
}

/** Named, never guessed: a ZIP would become a number. Whatever no question computes with stays text. */
const duckType = ({ type, precision, scale }: Column): string =>
  type === 'numeric' && precision !== null ? `DECIMAL(${precision}, ${scale ?? 0})` : (TYPES[type] ?? 'VARCHAR');

const columnsOf = async (client: pg.Client, table: string): Promise<Column[]> => {
  const { rows } = await client.query<Column>(
    `select column_name as name, data_type as type, numeric_precision as precision, numeric_scale as scale
     from information_schema.columns where table_schema = 'public' and table_name = $1 order by ordinal_position`,
    [table],
  );
  return rows;
};

const moveTable = async (client: pg.Client, duck: DuckDBConnection, table: string, order: string, file: string) => {
  const columns = await columnsOf(client, table);
  const copying = client.query(copyTo(`copy (select * from ${table}) to stdout (format csv, header)`));
  await pipeline(copying, createWriteStream(file));
  const types = columns.map((column) => `'${column.name}': '${duckType(column)}'`).join(', ');
  await duck.run(
    `create table ${table} as
     select * from read_csv('${file}', header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', columns = {${types}})
     order by ${order}`,
  );
  await rm(file);
};

const build = async (ownerUrl: string, duckFile: string): Promise<void> => {
  const file = `${duckFile}.part`;
  await rm(file, { force: true });
  const client = await openClient(ownerUrl);
  const instance = await DuckDBInstance.create(file, { memory_limit: '6GB' });
  const duck = await instance.connect();
  for (const [table, order] of Object.entries(TABLES)) {
    console.log(`Moving ${table} to DuckDB`);
    await moveTable(client, duck, table, order, `${duckFile}.csv`);
  }
  duck.closeSync();
  instance.closeSync();
  await client.end();
  await rename(file, duckFile);
};

interface Duck {
  ask(statement: string): Promise<Record<string, unknown>[]>;
  close(): void;
}

/** The same raw rows in DuckDB, sorted by owner and day: the yardstick, no part of the product. */
export const openDuck = async ({ ownerUrl, duckFile }: ScaleStore): Promise<Duck> => {
  if (!existsSync(duckFile)) await build(ownerUrl, duckFile);
  const instance = await DuckDBInstance.create(duckFile, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  return {
    ask: async (statement) => (await connection.runAndReadAll(statement)).getRowObjectsJS(),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
};
