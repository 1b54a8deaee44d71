import { type ReportChannel, ROW_KEY, type RowsBehindAnswer, type WidgetRow } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { oldestOf } from '../../../metrics/periods/periods.ts';
import { type ThroughQuestion, throughOf } from '../widgets/widget-through.ts';

type Through = RowsBehindAnswer['through'][number];

/** The last complete day of each source: the leads, each platform of the filtered campaigns, the website. */
export const listThroughs = async (question: ThroughQuestion, channel: ReportChannel): Promise<Through[]> => {
  const { tx, ownerKey, throughs, campaignKeys } = question;
  const { rows } = await sql<{ name: string; accountKeys: number[] }>`
    select t.name, array_agg(distinct a.account_key) as "accountKeys"
    from campaign c
    join platform_account a on a.owner_key = c.owner_key and a.account_key = c.account_key
    join trading_platform t on t.platform_key = a.platform_key
    where c.owner_key = ${ownerKey}
      and ${channel === 'all' ? sql`true` : sql`c.channel = ${channel}`}
      and ${campaignKeys === null ? sql`true` : sql`c.campaign_key = any (${campaignKeys}::int[])`}
    group by 1 order by 1
  `.execute(tx);
  const { usual, late } = throughs;
  const platforms = rows.map(({ name, accountKeys }): Through => {
    const day = oldestOf([usual, ...accountKeys.flatMap((key) => late.get(key) ?? [])]) ?? usual;
    return { kind: 'platform', name, day: day.toString() };
  });
  return [
    { kind: 'leads', name: 'Inquiries', day: usual.toString() },
    ...platforms,
    { kind: 'website', name: 'Website', day: (await throughOf(question, 'website')).toString() },
  ];
};

const campaignOf = (row: WidgetRow, place: number): number => {
  if (typeof row['campaignKey'] === 'number') return row['campaignKey'];
  const keys = JSON.parse(String(row[ROW_KEY] ?? '[]')) as unknown[];
  const key = keys[place];
  // A line between budgets has a text in place of a key.
  return typeof key === 'number' ? key : 0;
};

/** Rows by campaign with the fields of their link: the key, and the channel of its page. */
export const withCampaigns = async (
  tx: Tx,
  ownerKey: number,
  rows: readonly WidgetRow[],
  by: readonly string[],
): Promise<WidgetRow[]> => {
  const place = by.indexOf('campaign');
  if (place === -1) return [...rows];
  const keys = rows.map((row) => campaignOf(row, place));
  const { rows: campaignRows } = await sql<{ key: number; channel: string }>`
    select campaign_key as key, channel from campaign where owner_key = ${ownerKey} and campaign_key = any (${keys}::int[])
  `.execute(tx);
  const channels = new Map(campaignRows.map(({ key, channel }) => [key, channel]));
  return rows.map((row, index): WidgetRow => {
    const campaignKey = keys[index] ?? 0;
    const campaignChannel = channels.get(campaignKey) ?? null;
    return campaignChannel === null ? row : { ...row, campaignKey, campaignChannel };
  });
};
