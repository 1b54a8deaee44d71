import { type OwnerSettingName } from '@paceline/contract';
import { sql } from 'kysely';
import { type Scope } from '../db/scope/scope.ts';
import { type Tx } from '../db/scope/tx.ts';
import { type Origin } from '../lib/origin.ts';
import { auditMany } from './audit.ts';

export interface SettingChange {
  name: OwnerSettingName;
  before: unknown;
  after: unknown;
  /** The new value instead of the preset's; null where it is the default, or stored in a column of its own. */
  own: unknown;
}

/** Records changes of an owner's settings: beside each setting for its page, and in the audit log for its history. */
export const recordSettingChanges = async (
  tx: Tx,
  { scope, origin, at }: { scope: Scope; origin: Origin; at: Date },
  ownerKey: number,
  changes: readonly SettingChange[],
): Promise<void> => {
  if (changes.length === 0) return;
  await sql`update owner set row_version = row_version + 1 where owner_key = ${ownerKey}`.execute(tx);
  await sql`
    insert into owner_setting (owner_key, name, value, changed_at, changed_by)
    select ${ownerKey}, n.name, nullif(n.own, 'null'::jsonb), ${at}, ${scope.userKey}::int
    from jsonb_to_recordset(${JSON.stringify(changes.map(({ name, own }) => ({ name, own })))}::jsonb) n (name text, own jsonb)
    on conflict (owner_key, name) do update
      set value = excluded.value, changed_at = excluded.changed_at, changed_by = excluded.changed_by
  `.execute(tx);
  await auditMany(
    tx,
    scope,
    origin,
    at,
    changes.map(({ name, before, after }) => ({
      action: 'ownerSettingSaved',
      ownerKey,
      entity: 'owner_setting',
      entityKey: name,
      before: { value: before },
      after: { value: after },
    })),
  );
};
