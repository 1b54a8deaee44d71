import { type OwnerMonth, ownerMonthSchema } from '@paceline/contract';
import { sql } from 'kysely';
import { ofOwners } from '../../../db/scope/of-owners.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Basis } from '../../../shared/answers/answer-cache.ts';

/** An owner's month with what it is based on. */
export interface MadeMonth extends Basis {
  ownerKey: number;
  /** The owner's day. */
  day: string;
  madeAt: Date;
  figures: OwnerMonth;
}

export interface OwnerRow {
  ownerKey: number;
  name: string;
  vertical: string;
  manager: string;
  zone: string;
  brands: string[];
  /** The version of the owner's data now. */
  version: number;
  made: MadeMonth | null;
}

/** Every owner with its stored month, if any. */
export const listOwnerMonths = async (tx: Tx, owners: readonly number[]): Promise<OwnerRow[]> => {
  const { rows } = await sql<
    Omit<OwnerRow, 'made'> & {
      madeOf: number | null;
      since: Date;
      until: Date;
      day: string;
      madeAt: Date;
      figures: OwnerMonth;
    }
  >`
    select o.owner_key as "ownerKey", o.name, v.name as vertical, o.time_zone as zone,
           coalesce((select s.value #>> '{}' from owner_setting s
                     where s.owner_key = o.owner_key and s.name = 'accountManager'), '') as manager,
           array(select b.name from brand b where b.owner_key = o.owner_key and b.active order by lower(b.name)) as brands,
           coalesce(d.version, 0) as version, p.version as "madeOf", p.since, p.until, p.day::text as day,
           p.made_at as "madeAt", p.figures
    from owner o
    join vertical v using (vertical_key)
    left join app.data_versions(${[...owners]}::int[]) d using (owner_key)
    left join owner_pacing p using (owner_key)
    where ${ofOwners('o.owner_key', owners)}
    order by lower(o.name)
  `.execute(tx);
  return rows.map(({ madeOf, since, until, day, madeAt, figures, ...owner }) => {
    // Stored by another version of the product, they may lack a number.
    const result = ownerMonthSchema.safeParse(figures);
    const month =
      madeOf !== null && result.success
        ? { ownerKey: owner.ownerKey, version: madeOf, since, until, day, madeAt, figures: result.data }
        : null;
    return { ...owner, made: month };
  });
};

/** Stores months, each unless one of a newer version is stored already. */
export const upsertOwnerMonths = async (tx: Tx, months: readonly MadeMonth[]): Promise<void> => {
  const rows = months.map(({ ownerKey, version, since, until, day, madeAt, figures }) => ({
    owner_key: ownerKey,
    version,
    since,
    until,
    day,
    made_at: madeAt,
    figures,
  }));
  await sql`
    insert into owner_pacing (owner_key, version, since, until, day, made_at, figures)
    select owner_key, version, since, until, day, made_at, figures
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as m (owner_key int, version bigint, since timestamptz, until timestamptz, day date, made_at timestamptz, figures jsonb)
    -- Everybody writes in this order, so that two of them never wait for each other.
    order by owner_key
    on conflict (owner_key) do update
      set version = excluded.version, since = excluded.since, until = excluded.until, day = excluded.day,
          made_at = excluded.made_at, figures = excluded.figures
      where excluded.version >= owner_pacing.version
  `.execute(tx);
};
