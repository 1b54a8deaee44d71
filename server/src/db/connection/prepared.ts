import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { PREPARED, type Tx } from './lease.ts';

/** Runs a named statement with values $1, $2 …: each connection parses and plans it once. For hot paths. */
type Prepared<Row> = (tx: Tx, values: readonly unknown[]) => Promise<Row[]>;

/** A statement with its values, to be sent together with another. */
export interface Statement {
  name: string;
  text: string;
  values: readonly unknown[];
}

const texts = new Map<string, string>();

/** The text of a named statement, to measure it in isolation. */
export const preparedText = (name: string): string => texts.get(name) ?? '';

/** For a statement that is sent with the commit; prepared under its name like the others. */
export const prepareLast = (name: string, text: string): ((values: readonly unknown[]) => Statement) => {
  texts.set(name, text);
  return (values) => ({ name, text, values });
};

export const prepare = <Row>(name: string, text: string): Prepared<Row> => {
  texts.set(name, text);
  const named = `${PREPARED}${name} */ ${text}`;
  return async (tx, values) => (await tx.executeQuery<Row>(CompiledQuery.raw(named, [...values]))).rows;
};

/**
 * Put in front of a statement in sql`…`, runs it as a prepared statement too. For long statements whose text never changes and whose best
 * plan is the same for all values: with a score of tables and their policies, planning takes longer than execution.
 */
export const planOnce = (name: string): RawBuilder<unknown> => sql.raw(`${PREPARED}${name} */`);
