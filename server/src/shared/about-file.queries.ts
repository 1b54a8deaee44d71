import { CHANNEL_NAMES, type CampaignChannel, type WidgetBody } from '@paceline/contract';
import { sql } from 'kysely';
import { type Scope } from '../db/scope/scope.ts';
import { type Tx } from '../db/scope/tx.ts';
import { momentIn } from '../lib/local-time.ts';

interface AboutFile {
  scope: Scope;
  /** The owner of the rows; null for all owners of the scope. */
  ownerKey: number | null;
  /** The applied filters as text. */
  filters: readonly string[];
  now: Date;
  /** Whether the user requested the file or receives it. */
  byOrFor?: 'by' | 'for';
}

const MAX_NAMES = 6;
const listed = (names: readonly string[]): string =>
  names.length <= MAX_NAMES
    ? names.join(', ')
    : `${names.slice(0, MAX_NAMES).join(', ')} and ${names.length - MAX_NAMES} more`;

const PLAIN_ZONE = 'America/New_York';
const findUser = async (tx: Tx, userKey: number | null): Promise<string | null> => {
  if (userKey === null) return null;
  const { rows } = await sql<{ name: string }>`
    select first_name || ' ' || last_name || ' (' || user_name || ')' as name from user_account where user_key = ${userKey}
  `.execute(tx);
  return rows[0]?.name ?? null;
};

/** Header lines of every file with figures: owner, filters, user and time. */
export const aboutFile = async (
  tx: Tx,
  { scope, ownerKey, filters, now, byOrFor = 'by' }: AboutFile,
): Promise<string[]> => {
  const keys = ownerKey === null ? scope.ownerKeys : [ownerKey];
  const { rows: owners } = await sql<{ name: string; zone: string }>`
    select name, time_zone as zone from owner where owner_key = any (${[...keys]}::int[]) order by name
  `.execute(tx);
  const user = await findUser(tx, scope.userKey);
  const moment = momentIn(owners.length === 1 ? owners[0]!.zone : PLAIN_ZONE, now);
  return [
    `${owners.length === 1 ? 'Owner' : 'Owners'}: ${listed(owners.map(({ name }) => name))}`,
    `Filters: ${filters.length === 0 ? 'none' : filters.join('; ')}`,
    `Made ${user === null ? '' : `${byOrFor} ${user} `}on ${moment}`,
  ];
};

/** Filters that name records by key. */
const BY_KEY = {
  brandKeys: ['Brand', 'brand', 'brand_key'],
  clientKeys: ['Client', 'client', 'client_key'],
  campusKeys: ['Campus', 'campus', 'campus_key'],
  selectedCampuses: ['Campus', 'campus', 'campus_key'],
  programKeys: ['Program', 'program', 'program_key'],
  clientModelKeys: ['Model', 'client_model', 'client_model_key'],
  goalKeys: ['Line item', 'goal', 'goal_key'],
  customChannelKeys: ['Custom channel', 'custom_channel', 'custom_channel_key'],
  partnerKeys: ['Media partner', 'media_partner', 'partner_key'],
  campaignKeys: ['Campaign', 'campaign', 'campaign_key'],
} as const satisfies Partial<Record<keyof WidgetBody, readonly [label: string, table: string, key: string]>>;

const channelName = (channel: string): string => CHANNEL_NAMES[channel as CampaignChannel] ?? channel;

/** Filters of widgets, bills and leads. */
type AskedFilters = { [Field in keyof WidgetBody]?: WidgetBody[Field] | undefined };

/** Filters as text: "Brand is Midwest". */
export const widgetFilters = async (tx: Tx, body: AskedFilters): Promise<string[]> => {
  const filters: string[] = [];
  const add = (label: string, names: readonly string[]): void => {
    if (names.length > 0) filters.push(`${label} is ${listed(names)}`);
  };
  for (const [field, [label, table, column]] of Object.entries(BY_KEY)) {
    const keys = body[field as keyof typeof BY_KEY] ?? [];
    if (keys.length === 0) continue;
    const { rows } = await sql<{ name: string }>`
      select name from ${sql.table(table)} where ${sql.ref(column)} = any (${[...keys]}::int[]) order by name
    `.execute(tx);
    add(
      label,
      rows.map(({ name }) => name),
    );
  }
  add('State', body.states ?? []);
  add('Channel', [...(body.channels ?? []), ...(body.selectedChannels ?? [])].map(channelName));
  add('Campaign', body.campaignCodes ?? []);
  return filters;
};
