import { type LeadTestRecord, type LeadTestSettings, leadTestSettingsSchema } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';

/** The current version, or the defaults without one; values left out of a version are the defaults. */
export const getSettings = async (tx: Tx, ownerKey: number): Promise<LeadTestRecord> => {
  const { rows } = await sql<Omit<LeadTestRecord, 'savedAt' | 'settings'> & { savedAt: Date | null; body: unknown }>`
    select o.owner_key as "ownerKey", o.time_zone as "timeZone", coalesce(s.version, 0) as version, s.body,
           s.saved_at as "savedAt", nullif(concat_ws(' ', u.first_name, u.last_name), '') as "savedBy"
    from owner o
    left join lead_test_setting s on s.owner_key = o.owner_key
    left join user_account u on u.user_key = s.saved_by
    where o.owner_key = ${ownerKey} order by s.version desc limit 1
  `.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new AppError('NOT_FOUND');
  const { body, savedAt, ...rest } = row;
  return { ...rest, savedAt: savedAt?.toISOString() ?? null, settings: leadTestSettingsSchema.parse(body ?? {}) };
};

/** A concurrent save waits here and then finds this one's version. */
export const holdOwner = async (tx: Tx, ownerKey: number): Promise<void> => {
  await sql`select from owner where owner_key = ${ownerKey} for no key update`.execute(tx);
};

export const insertSettings = async (
  tx: Tx,
  ownerKey: number,
  { version, settings, by, at }: { version: number; settings: LeadTestSettings; by: number | null; at: Date },
): Promise<void> => {
  await sql`
    insert into lead_test_setting (owner_key, version, body, saved_by, saved_at)
    values (${ownerKey}, ${version}, ${JSON.stringify(settings)}, ${by}, ${at})
  `.execute(tx);
};
