import { MAX_SETTING_CHANGES, OWNER_SETTING_NAMES, type OwnerSettingName } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { ownVariant } from '../../../shared/owner-variant.queries.ts';
import { type ColumnValues, type StoredOwner } from './settings.rules.ts';

/** The owner's row, locked for a change of its settings. */
export const findStoredOwner = async (
  tx: Tx,
  ownerKey: number,
  { lock }: { lock: boolean },
): Promise<StoredOwner | undefined> => {
  const { rows } = await sql<StoredOwner>`
    select o.name as "ownerName", o.description, o.vertical_key as "verticalKey", o.time_zone as "timeZone",
           o.dedup_days as "dedupDays", o.unknown_sources as "unknownSources", o.io_required as "ordersRequired",
           o.row_version as "rowVersion", o.variant, ${ownVariant()} as settings
    from owner o where o.owner_key = ${ownerKey} ${lock ? sql`for update` : sql``}
  `.execute(tx);
  return rows[0];
};

export const updateOwner = async (tx: Tx, ownerKey: number, values: ColumnValues): Promise<void> => {
  await sql`
    update owner set name = ${values.ownerName}, description = ${values.description}, vertical_key = ${values.verticalKey},
      time_zone = ${values.timeZone}, dedup_days = ${values.dedupDays}, unknown_sources = ${values.unknownSources},
      io_required = ${values.ordersRequired}
    where owner_key = ${ownerKey}
  `.execute(tx);
};

export const listVerticals = async (tx: Tx): Promise<{ verticalKey: number; name: string }[]> => {
  const { rows } = await sql<{ verticalKey: number; name: string }>`
    select vertical_key as "verticalKey", name from vertical order by name
  `.execute(tx);
  return rows;
};

/** Whether anything of the owner has been counted by day: from then on its time zone is fixed. */
export const hasDays = async (tx: Tx, ownerKey: number): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from lead where owner_key = ${ownerKey}) or exists (select from click where owner_key = ${ownerKey})
      or exists (select from platform_day where owner_key = ${ownerKey})
      or exists (select from campaign_day where owner_key = ${ownerKey}) as found
  `.execute(tx);
  return rows[0]?.found ?? false;
};

interface Changed {
  name: OwnerSettingName;
  at: Date;
  by: string | null;
}
export const listLastChanges = async (tx: Tx, ownerKey: number): Promise<Changed[]> => {
  const { rows } = await sql<Changed>`
    select s.name, s.changed_at as at, u.first_name || ' ' || u.last_name as by
    from owner_setting s left join user_account u on u.user_key = s.changed_by
    where s.owner_key = ${ownerKey} and s.name = any (${OWNER_SETTING_NAMES}) order by s.name
  `.execute(tx);
  return rows;
};

interface PastChange extends Changed {
  before: unknown;
  after: unknown;
}
export const listPastChanges = async (tx: Tx, ownerKey: number): Promise<PastChange[]> => {
  const { rows } = await sql<PastChange>`
    select a.at, u.first_name || ' ' || u.last_name as by, a.entity_key as name, a.before -> 'value' as before,
           a.after -> 'value' as after
    from audit_log a left join user_account u on u.user_key = a.user_key
    where a.owner_key = ${ownerKey} and a.entity = 'owner_setting' and a.outcome = 'done'
      and a.entity_key = any (${OWNER_SETTING_NAMES})
    order by a.at desc, a.audit_key desc limit ${MAX_SETTING_CHANGES}
  `.execute(tx);
  return rows;
};
