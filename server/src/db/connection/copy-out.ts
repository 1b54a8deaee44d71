import { type CompiledQuery } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** Streams the rows of a statement in Postgres' binary COPY format. One at a time, with no other statement meanwhile. */
export type CopyOut = (query: CompiledQuery) => AsyncGenerator<Buffer, void>;

const inArray = (value: unknown): string => `"${String(value).replaceAll(/[\\"]/g, String.raw`\$&`)}"`;

const literalOf = (value: unknown): string => {
  if (typeof value === 'number' && Number.isFinite(value)) return `(${value})`;
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(inArray).join(',')}}`);
  throw new TypeError('A copied statement takes numbers, texts and lists of them');
};

/** COPY takes no parameters, so values are inlined as literals. */
const withValues = ({ sql, parameters }: CompiledQuery): string =>
  sql.replaceAll(/\$(\d+)/g, (_, place: string) => literalOf(parameters[Number(place) - 1]));

/**
 * For the one connection of a transaction. A statement lasts as long as its reader takes, so its time is not limited; it ends when the
 * reader takes nothing for `idleMs` (0: never). `isUnfinished` says that the connection cannot be reused.
 */
export const copyOutOf = (client: pg.PoolClient, idleMs: number): { copyOut: CopyOut; isUnfinished: () => boolean } => {
  let isUnfinished = false;
  const giveUp = (): void => void client.connection.stream.destroy(new Error('Nobody read on'));
  const copyOut: CopyOut = async function* (query) {
    await client.query('set local statement_timeout = 0');
    isUnfinished = true;
    const copying = client.query(copyTo(`copy (${withValues(query)}) to stdout (format binary)`));
    // Errors after the reader has left surface at the end of the transaction.
    copying.on('error', () => undefined);
    for await (const bytes of copying) {
      const idle = idleMs === 0 ? undefined : setTimeout(giveUp, idleMs);
      try {
        yield bytes as Buffer;
      } finally {
        clearTimeout(idle);
      }
    }
    isUnfinished = false;
  };
  return { copyOut, isUnfinished: () => isUnfinished };
};
