import { type Bulk, type Cell, type Row } from '../../../src/db/connection/bulk.ts';

/** Rows waiting to be copied, by table, in the order in which the tables were first used. */
export interface Sheets {
  /** All records of a table must have the same columns in the same order. */
  put(table: string, record: Readonly<Record<string, Cell>>): void;
  /** All tables that rows were copied to. */
  written: ReadonlySet<string>;
  /** Copies the waiting rows and removes them. */
  flush(copy: Bulk['copy']): Promise<void>;
}

export const makeSheets = (): Sheets => {
  const waiting = new Map<string, { columns: string[]; rows: Row[] }>();
  const written = new Set<string>();
  return {
    written,
    put(table, record) {
      let sheet = waiting.get(table);
      if (sheet === undefined) waiting.set(table, (sheet = { columns: Object.keys(record), rows: [] }));
      sheet.rows.push(Object.values(record));
    },
    async flush(copy) {
      for (const [table, { columns, rows }] of waiting) {
        await copy(table, columns, rows);
        written.add(table);
        waiting.delete(table);
      }
    },
  };
};
