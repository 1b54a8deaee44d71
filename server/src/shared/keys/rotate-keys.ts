import { type Migrator } from '../../db/migrate/loader.ts';
import { ringOf } from '../../lib/secrets/key-ring.ts';
import { sealAgain } from '../../lib/secrets/seal.ts';
import { updateOthersRetired } from './keys.queries.ts';
import { countSealedOtherwise, listSealedOtherwise, type SealedRow, updateSealed } from './reseal.queries.ts';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';

interface Rotated {
  /** By what it is. */
  resealed: Record<string, number>;
  /** What still needs another key than the one that is written with. */
  left: Record<string, number>;
}

interface RotateOptions {
  at: Date;
  /** Hears of every batch that is stored. What it throws ends the work there; it can be taken up again. */
  onBatch?: (name: string, rows: number) => void;
}

/** One row that does not open holds up none of the others; it is among those that are left. */
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

/** What is still sealed with another key than the one that is written with. */
export const countLeft = async (migrator: Migrator, secret: Buffer): Promise<Record<string, number>> => {
  const left: Record<string, number> = {};
  for (const [name, column] of Object.entries(SEALED_COLUMNS)) {
    const count = await migrator.run((tx) => countSealedOtherwise(tx, column, ringOf(secret).writes));
    if (count > 0) left[name] = count;
  }
  return left;
};

/** Rows that somebody was working on are tried again so often; one that is held for longer is told. */
const ROUNDS = 5;

/**
 * Seals everything again with the key that is written with, in small batches and while others write. Each batch stands by itself, so
 * that it can be ended at any time and taken up again. Once nothing needs another key, the others are retired.
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
