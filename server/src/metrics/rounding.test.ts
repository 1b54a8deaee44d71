import { roundHalfUp } from '@paceline/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useDatabase } from '../testing/database.ts';

const database = useDatabase();

/** Ties with an even and an odd lower neighbour: rounding to even, half down or cutting off would make some of them lower. */
const TIES = ['0.5', '1.5', '2.5', '4.5', '1234.5', '0.125', '0.375', '2.345', '8.335', '1.005'];
const EXPECTED = { 0: ['1', '2', '3', '5', '1235'], 2: ['0.13', '0.38', '2.35', '8.34', '1.01'] };

test.each([
  [0, TIES.slice(0, 5)],
  [2, TIES.slice(5)],
] as const)(
  'to %s decimals the database rounds ties up, and below zero down, as the screen does',
  async (decimals, ties) => {
    const values = ties.flatMap((tie) => [tie, `-${tie}`]);
    const { rows } = await database.asMigrator((tx) =>
      sql<{ rounded: string; stored: string }>`
      select round(v::numeric, ${decimals}::int)::text as rounded,
             case when ${decimals}::int = 2 then (v::numeric)::numeric(12, 2) else (v::numeric)::numeric(12, 0) end::text as stored
      from unnest(${values}::text[]) with ordinality as x (v, place) order by place`.execute(tx),
    );
    const expected = EXPECTED[decimals].flatMap((value) => [Number(value), -Number(value)]);
    expect(rows.map(({ rounded }) => Number(rounded))).toEqual(expected);
    // Storing in a column with this many decimals rounds the same way.
    expect(rows.map(({ stored }) => Number(stored))).toEqual(expected);
    expect(values.map((value) => roundHalfUp(Number(value), decimals))).toEqual(expected);
  },
);
