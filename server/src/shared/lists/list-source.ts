import { type AnyList, type CallParams, type ListFilterValues, type ListRow } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { type Column, type Condition, type Sql } from './conditions.ts';

/** A column that a list is sorted by. Rows without a value come last, whichever way it is sorted. */
interface SortColumn<Context = never> {
  column: Column | ((context: Context) => Column);
  nullable?: boolean;
  /** Why it needs no index. */
  unindexed?: string;
}
export const sortColumnOf = <Context>(column: Column | SortColumn<Context>): SortColumn<Context> =>
  typeof column === 'object' && 'column' in column ? column : { column };

/** What is asked of a list: its parameters, its filters and its order. */
export interface Asked<L extends AnyList> {
  scope: Scope;
  params: CallParams<L>;
  filters: Partial<ListFilterValues<L>>;
  sort: string;
  now: Date;
  /** Whether nothing of the list was read before: what is dear to narrow by may pay only after that. */
  isStart: boolean;
}

/** Where the names of a list's declaration live. */
export interface ListSource<L extends AnyList, Context, Base> {
  from: Sql;
  /**
   * The column that says whose row it is: the owners of the scope always stand in the WHERE, and row-level security behind
   * it. Null for a table without owners: `where` then says which rows the caller may see.
   */
  owner: string | null;
  where?: (question: Asked<L>, context: Context) => Sql;
  /** No two rows have the same, and none has none: it decides among rows that are alike otherwise. */
  key: string;
  columns: Readonly<Record<L['list']['sortBy'][number], Column | SortColumn<Context>>>;
  filters: {
    [Name in keyof L['list']['filters']]-?:
      | Condition<ListFilterValues<L>[Name]>
      | ((context: Context, question: Asked<L>) => Condition<ListFilterValues<L>[Name]>);
  };
  /** The fields of a row, from the tables of `from`. */
  select: Readonly<Record<string, Column>>;
  /** Further fields, from tables that only the rows of a page are joined with; `page` has the fields of `select`. */
  join?: { tables: Sql; select: Readonly<Record<string, Column>> };
  /** What the statements need to know beforehand. */
  prepare?: (tx: Tx, question: Asked<L>) => Promise<Context>;
  /** Where a row is more than a statement can tell; null leaves it out of the list. */
  complete?: (
    tx: Tx,
    rows: readonly Base[],
    context: Context,
    question: Asked<L>,
  ) => Promise<readonly (ListRow<L> | null)[]>;
  /** Whether `complete` leaves nothing out, so that rows can be counted; taken for no unless it is told. */
  isExact?: (question: Asked<L>) => boolean;
  /** Why the whole list needs no index: how many rows there can be at most. */
  small?: string;
}
