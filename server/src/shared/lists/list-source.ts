import {
  type AnyList,
  type CallParams,
  type ListFilterValues,
  type ListRow,
  type Permission,
} from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { type Column, type Condition, type Sql } from './conditions.ts';

/** A sort column. Rows without a value come last in both directions. */
interface SortColumn<Context = never> {
  column: Column | ((context: Context) => Column);
  nullable?: boolean;
  /** Why it needs no index. */
  unindexed?: string;
}
export const sortColumnOf = <Context>(column: Column | SortColumn<Context>): SortColumn<Context> =>
  typeof column === 'object' && 'column' in column ? column : { column };

/** A list request: parameters, filters and order. */
export interface Asked<L extends AnyList> {
  scope: Scope;
  params: CallParams<L>;
  filters: Partial<ListFilterValues<L>>;
  sort: string;
  now: Date;
  /** The caller's, where a list answers less to some of a group. */
  permissions?: ReadonlySet<Permission>;
  /** Whether nothing of the list was read before: expensive narrowing may only pay off after that. */
  isStart: boolean;
}

/** Maps a list's declaration to SQL. */
export interface ListSource<L extends AnyList, Context, Base> {
  from: Sql;
  /**
   * The owner column: the WHERE clause always contains the scope's owners, with row-level security behind it. Null for a table without
   * owners: `where` then restricts the rows to the caller's.
   */
  owner: string | null;
  where?: (question: Asked<L>, context: Context) => Sql;
  /** A unique column without nulls: it breaks ties in the order. */
  key: string;
  columns: Readonly<Record<L['list']['sortBy'][number], Column | SortColumn<Context>>>;
  filters: {
    [Name in keyof L['list']['filters']]-?:
      | Condition<ListFilterValues<L>[Name]>
      | ((context: Context, question: Asked<L>) => Condition<ListFilterValues<L>[Name]>);
  };
  /** Fields of a row, from the tables of `from`. */
  select: Readonly<Record<string, Column>>;
  /** Further fields, from tables joined only to the rows of a page; `page` has the fields of `select`. */
  join?: { tables: Sql; select: Readonly<Record<string, Column>> };
  /** Loads context for the statements. */
  prepare?: (tx: Tx, question: Asked<L>) => Promise<Context>;
  /** Completes rows where SQL is not enough; null removes a row from the list. */
  complete?: (
    tx: Tx,
    rows: readonly Base[],
    context: Context,
    question: Asked<L>,
  ) => Promise<readonly (ListRow<L> | null)[]>;
  /** Whether `complete` removes no rows, so that rows can be counted; default false. */
  isExact?: (question: Asked<L>) => boolean;
  /** Why the whole list needs no index: its maximum number of rows. */
  small?: string;
}
