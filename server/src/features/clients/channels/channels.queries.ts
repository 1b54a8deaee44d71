import {
  type CustomChannel,
  type CustomChannelChange,
  type CustomChannelForm,
  customChannelRecord,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { insertFields, recordStore, selectFields, setFields } from '../../../shared/records/record-store.ts';

const store = recordStore(customChannelRecord, { alias: 'x' });

/** Active before paused, each by name; with a key, only that one. */
export const listCustomChannels = async (
  tx: Tx,
  ownerKey: number,
  now: Date,
  only: number | null = null,
): Promise<CustomChannel[]> => {
  const { rows } = await sql<CustomChannel>`
    select x.custom_channel_key as "channelCustomKey", x.owner_key as "ownerKey", ${selectFields(store)},
           x.row_version as "rowVersion", count(c.campaign_key) filter (where c.deleted_at is null)::int as campaigns,
           count(c.campaign_key) filter (where c.deleted_at is null and c.activated_at is not null
             and coalesce(c.end_date >= (${now}::timestamptz at time zone o.time_zone)::date, true))::int as "runningCampaigns",
           count(c.campaign_key) filter (where c.deleted_at is not null)::int as "deletedCampaigns"
    from custom_channel x join owner o using (owner_key)
    left join campaign c on c.owner_key = x.owner_key and c.custom_channel_key = x.custom_channel_key
    where x.owner_key = ${ownerKey} and (${only}::int is null or x.custom_channel_key = ${only}::int)
    group by x.owner_key, x.custom_channel_key, o.time_zone order by x.active desc, lower(x.name)
  `.execute(tx);
  return rows;
};

/** Locked until the transaction ends, so that no campaign takes it meanwhile. */
export const lockCustomChannel = async (tx: Tx, ownerKey: number, channelCustomKey: number): Promise<void> => {
  await sql`
    select from custom_channel where owner_key = ${ownerKey} and custom_channel_key = ${channelCustomKey} for update
  `.execute(tx);
};

/** Null where the owner already has one of that name. */
export const insertCustomChannel = async (tx: Tx, form: CustomChannelForm): Promise<number | null> => {
  const { rows } = await sql<{ key: number }>`
    insert into custom_channel ${insertFields(store, form, { owner_key: form.ownerKey })}
    on conflict (owner_key, lower(name)) do nothing returning custom_channel_key as key
  `.execute(tx);
  return rows[0]?.key ?? null;
};

/** False where another of the owner's has that name. */
export const updateCustomChannel = async (tx: Tx, change: CustomChannelChange): Promise<boolean> => {
  const { ownerKey, channelCustomKey, name } = change;
  const { numAffectedRows } = await sql`
    update custom_channel set ${setFields(store, change)}, row_version = row_version + 1
    where owner_key = ${ownerKey} and custom_channel_key = ${channelCustomKey}
      and not exists (select from custom_channel other where other.owner_key = ${ownerKey} and lower(other.name) = lower(${name})
        and other.custom_channel_key <> ${channelCustomKey})
  `.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
};

export const deleteCustomChannel = async (tx: Tx, ownerKey: number, channelCustomKey: number): Promise<void> => {
  await sql`
    delete from custom_channel where owner_key = ${ownerKey} and custom_channel_key = ${channelCustomKey}
  `.execute(tx);
};
