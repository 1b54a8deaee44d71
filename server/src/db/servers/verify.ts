import type pg from 'pg';
import { StartupError } from '../../lib/startup-error.ts';
import { type Unit, unitsOf } from './copy-rows.ts';
import { type MovedTable } from './tables.ts';

const sameUnit = (a: Unit | undefined, b: Unit | undefined): boolean =>
  (a?.rows ?? 0) === (b?.rows ?? 0) && (a?.sum ?? null) === (b?.sum ?? null);

interface Comparison {
  /** What the source has. */
  units: Unit[];
  /** The months in which the servers differ, `null` for the whole of a table that is not cut. */
  differing: (string | null)[];
}

export const compareTable = async (
  from: pg.ClientBase,
  to: pg.ClientBase,
  table: MovedTable,
  owner: number,
): Promise<Comparison> => {
  const [units, here] = await Promise.all([unitsOf(from, table, owner), unitsOf(to, table, owner)]);
  const months = new Set([...units, ...here].map(({ month }) => month));
  const of = (all: readonly Unit[], month: string | null) => all.find((unit) => unit.month === month);
  return { units, differing: [...months].filter((month) => !sameUnit(of(units, month), of(here, month))) };
};

export const assertSame = async (
  from: pg.ClientBase,
  to: pg.ClientBase,
  tables: readonly MovedTable[],
  owner: number,
): Promise<void> => {
  for (const table of tables) {
    const [month, ...others] = (await compareTable(from, to, table, owner)).differing;
    if (month !== undefined || others.length > 0)
      throw new StartupError(`${table.name} is not the same on both servers${month ? ` in ${month}` : ''}.`);
  }
};

interface Reference {
  table: string;
  condition: string;
  target: string;
  isUsed: string;
}

/** Foreign keys from an owner's rows to what every server has: rows were copied with the checks off. */
const REFERENCES = `
  select k.conrelid::regclass::text as table, k.confrelid::regclass::text as target,
         (select string_agg(format('r.%I = t.%I', f.attname, a.attname), ' and ')
          from unnest(k.conkey, k.confkey) u (near, far)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.near
          join pg_attribute f on f.attrelid = k.confrelid and f.attnum = u.far) as condition,
         (select string_agg(format('t.%I is not null', a.attname), ' and ')
          from unnest(k.conkey) u (near) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.near) as "isUsed"
  from pg_constraint k
  where k.contype = 'f' and k.conparentid = 0 and k.conrelid::regclass::text = any ($1) and k.confrelid::regclass::text = any ($2)`;

export const assertNothingMissing = async (
  to: pg.ClientBase,
  { owned, copied }: { owned: readonly MovedTable[]; copied: readonly MovedTable[] },
  owner: number,
): Promise<void> => {
  const { rows } = await to.query<Reference>(REFERENCES, [
    owned.map(({ name }) => name),
    copied.map(({ name }) => name),
  ]);
  for (const { table, target, condition, isUsed } of rows) {
    const where = owned.find(({ name }) => name === table)?.where(owner) ?? 'false';
    const { rows: lost } = await to.query(
      `select from ${table} t where ${where} and ${isUsed} and not exists (select from ${target} r where ${condition}) limit 1`,
    );
    if (lost.length > 0)
      throw new StartupError(`A row of ${table} names a row of ${target} that the server does not have.`);
  }
};
