import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { PREPARED, type Tx } from './lease.ts';

/** The rows of a statement with values $1, $2 …, run under a name: each connection parses and plans it once. For hot paths. */
type Prepared<Row> = (tx: Tx, values: readonly unknown[]) => Promise<Row[]>;

/** A statement with its values, for whoever sends it together with another. */
export interface Statement {
  name: string;
  text: string;
  values: readonly unknown[];
}

const texts = new Map<string, string>();

/** The statement under a name, for whoever measures it without what is around it. */
export const preparedText = (name: string): string => texts.get(name) ?? '';

/** For a statement that is sent with the commit: it is prepared under its name, as the others are. */
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
 * Put in front of a statement in sql`…`, it has that run under a name too. For a long one whose text never changes and whose best plan
 * is the same for all values: with a score of tables and their policies, planning takes longer than all the rest.
 */
export const planOnce = (name: string): RawBuilder<unknown> => sql.raw(`${PREPARED}${name} */`);
