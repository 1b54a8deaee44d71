import { type Bulk, type Cell, type Row } from '../../../src/db/connection/bulk.ts';

/** Rows that wait to be copied, table by table, in the order in which the tables were first written to. */
export interface Sheets {
  /** Every record of a table names the same columns in the same order. */
  put(table: string, record: Readonly<Record<string, Cell>>): void;
  /** Every table that anything was copied to. */
  written: ReadonlySet<string>;
  /** Copies what waits, and forgets it. */
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
