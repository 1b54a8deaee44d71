import { type Migrator } from '../../db/migrate/loader.ts';
import { ringOf } from '../../lib/secrets/key-ring.ts';
import { sealAgain } from '../../lib/secrets/seal.ts';
import { updateOthersRetired } from './keys.queries.ts';
import { countSealedOtherwise, listSealedOtherwise, type SealedRow, updateSealed } from './reseal.queries.ts';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';

interface Rotated {
  /** Number of resealed rows, by kind. */
  resealed: Record<string, number>;
  /** Number of rows that still need a key other than the writing key. */
  left: Record<string, number>;
}

interface RotateOptions {
  at: Date;
  /** Called after each stored batch. If it throws, the rotation ends there and can be resumed. */
  onBatch?: (name: string, rows: number) => void;
}

/** A row that does not open blocks no other; it counts as left. */
const tryReseal = (secret: Buffer, column: SealedColumn, { keys, also, sealed }: SealedRow): Buffer | null => {
  try {
    return sealAgain(secret, column.place({ ...keys, ...also }), sealed);
  } catch {
    return null;
  }
};

const resealColumn = async (
  migrator: Migrator,
  secret: Buffer,
  column: SealedColumn,
  onBatch: (rows: number) => void,
): Promise<number> => {
  const { writes } = ringOf(secret);
  let after: SealedRow | null = null;
  let resealed = 0;
  for (;;) {
    const sealedRows: SealedRow[] = await migrator.run(async (tx) => {
      const rows = await listSealedOtherwise(tx, column, writes, after);
      const changes = rows.flatMap((row) => {
        const content = tryReseal(secret, column, row);
        return content === null ? [] : [{ row, resealed: content }];
      });
      if (changes.length > 0) await updateSealed(tx, column, changes);
      resealed += changes.length;
      return rows;
    });
    if (sealedRows.length === 0) return resealed;
    after = sealedRows.at(-1)!;
    onBatch(sealedRows.length);
  }
};

/** Counts rows sealed with a key other than the writing key. */
export const countLeft = async (migrator: Migrator, secret: Buffer): Promise<Record<string, number>> => {
  const left: Record<string, number> = {};
  for (const [name, column] of Object.entries(SEALED_COLUMNS)) {
    const count = await migrator.run((tx) => countSealedOtherwise(tx, column, ringOf(secret).writes));
    if (count > 0) left[name] = count;
  }
  return left;
};

/** Number of attempts for locked rows; those still locked afterwards are reported. */
const ROUNDS = 5;

/**
 * Reseals everything with the writing key, in small batches while others write. Each batch is committed by itself, so that it can be
 * interrupted and resumed. Once no other key is needed, the others are retired.
 */
export const rotateKeys = async (
  migrator: Migrator,
  secret: Buffer,
  { at, onBatch }: RotateOptions,
): Promise<Rotated> => {
  const resealed: Record<string, number> = {};
  let left: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, column] of Object.entries(SEALED_COLUMNS)) {
      const count = await resealColumn(migrator, secret, column, (rows) => onBatch?.(name, rows));
      if (count > 0) resealed[name] = (resealed[name] ?? 0) + count;
    }
    left = await countLeft(migrator, secret);
    if (Object.keys(left).length > 0) continue;
    await migrator.run((tx) => updateOthersRetired(tx, ringOf(secret).writes, at));
    break;
  }
  return { resealed, left };
};
