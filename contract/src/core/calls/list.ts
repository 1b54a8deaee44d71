import { z } from 'zod';
import { type Call, type CallShape, defineCall, type Nothing, type ParamSchemas, type ParamsOf } from './call.ts';
import { LIMITS } from './limits.ts';
import { type IsOneOwner, type OwnerDeclaration } from '../access/owner.ts';
import { type ListFilter } from './list-filters.ts';
import { key } from './schema.ts';
import { type UserGroup } from '../access/user-groups.ts';

/** How a column's value is shown and written to a file. */
type ListColumnKind = 'text' | 'dollar' | 'count' | 'percent' | 'date' | 'instant' | 'flag';

export interface ListColumn {
  label: string;
  kind: ListColumnKind;
  /** Hidden by default. */
  hidden?: boolean;
  /** Groups that may see the column; all if omitted. */
  groups?: readonly UserGroup[];
  /** Explanation, if the label is not clear by itself. */
  note?: string;
  /** Filled by the screen itself: absent from rows and files. */
  screenOnly?: true;
  /** What became of the row: on a phone it follows the row's name. */
  firstOnPhone?: true;
}

type Filters = Readonly<Record<string, ListFilter>>;
type Columns = Readonly<Record<string, ListColumn>>;
type FilterSchemas<F extends Filters> = { -readonly [Name in keyof F]: F[Name]['schema'] };
type Sort<By extends string> = z.ZodDefault<z.ZodEnum<z.core.util.ToEnum<By | `-${By}`>>>;

/** Filters and order of a list, shared by its page and its file. */
type Question<F extends Filters, By extends string> = FilterSchemas<F> & { sort: Sort<By> };
type ListBody<F extends Filters, By extends string> = z.ZodObject<
  Question<F, By> & {
    after: z.ZodOptional<z.ZodString>;
    page: z.ZodOptional<z.ZodInt>;
    limit: z.ZodDefault<z.ZodInt>;
  },
  z.core.$strict
>;
type ExportBody<F extends Filters, By extends string> = z.ZodObject<
  Question<F, By> & { keys: z.ZodOptional<z.ZodArray<typeof key>> },
  z.core.$strict
>;

/** Answer of all lists: a page of rows, the total, and the start of the next page. */
const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    rows: z.array(row),
    /** Number of matching rows; null if not counted: on later pages, and where counting is expensive. */
    total: z.int().nullable(),
    /** There are more than `total` rows: counting stops at the list's limit. */
    isMore: z.boolean(),
    /** Sent as `after` for the next page; null on the last. */
    next: z.string().nullable(),
  });
export type ListPage<Row> = { rows: Row[]; total: number | null; isMore: boolean; next: string | null };

/** The declaration of a list beyond its calls: server part, screen and file are made from it. */
interface ListParts<F extends Filters = Filters, By extends string = string, Row extends z.ZodType = z.ZodType> {
  filters: F;
  columns: Columns;
  sortBy: readonly By[];
  first: By | `-${By}`;
  /** The unique field of a row; selected rows are identified by it. */
  key: string;
  row: Row;
  /** Exact count up to this number, "more than" beyond it. */
  upTo: number;
  pageRows: number;
}

type Shared =
  | 'kind'
  | 'query'
  | 'body'
  | 'response'
  | 'responseFor'
  | 'route'
  | 'beforePasswordChange'
  | 'changesState';
interface ListShape<
  Path extends string,
  Params extends Partial<ParamSchemas<Path>>,
  F extends Filters,
  By extends string,
  Row extends z.ZodType,
  Owner,
> extends Omit<
  CallShape<Path, 'json', Params, Nothing, ListBody<F, By>, ReturnType<typeof pageOf<Row>>, Owner>,
  Shared
> {
  path: Path;
  filters: F;
  columns: Columns;
  /** Columns the list can be sorted by, each served by an index, and the default order. */
  sort: { by: readonly [By, ...By[]]; first: NoInfer<By | `-${By}`> };
  key: keyof z.output<Row> & string;
  row: Row;
  /** Schemas that replace `row` for groups that may see less. */
  rowFor?: Partial<Record<UserGroup, z.ZodType>>;
  total: { upTo: number };
  pageRows?: number;
  /** Call that returns the matching or selected rows as a file. */
  export?: { id: string; path: string };
}

type ListCall<
  Path extends string = string,
  Params extends ParamSchemas<Path> = ParamSchemas<Path>,
  F extends Filters = Filters,
  By extends string = string,
  Row extends z.ZodType = z.ZodType,
  One extends boolean = boolean,
> = Call<Path, 'json', Params, Nothing, ListBody<F, By>, ReturnType<typeof pageOf<Row>>, One> & {
  list: ListParts<F, By, Row>;
  export: Call<Path, 'download', Params, Nothing, ExportBody<F, By>, z.ZodNull, One> | null;
};

/** A list of any shape, for code that works from its declaration alone. */
export type AnyList = Call & { list: ListParts; export: Call | null };
export type ListRow<L extends AnyList> = z.output<L['list']['row']>;
/** Parsed filter values of a list, by name. */
export type ListFilterValues<L extends AnyList> = {
  [Name in keyof L['list']['filters']]: z.output<L['list']['filters'][Name]['schema']>;
};

const PAGE_ROWS = 100;
const MAX_PAGE_ROWS = 500;
const MAX_CURSOR = 2_000;
const MAX_PAGES = 100_000;
const MAX_EXPORT_KEYS = 20_000;
const MAX_EXPORT_BYTES = 512 * 1024;

/**
 * A searchable, filterable, sortable list paged by the server, declared once. The pipeline, OpenAPI, the matrix test, its screen's address
 * and its file are made from it.
 */
export const defineList = <
  const Path extends string,
  const F extends Filters,
  const By extends string,
  Row extends z.ZodType,
  const Owner extends OwnerDeclaration<ParamsOf<Path, NoInfer<Params>>, Nothing, NoInfer<ListBody<F, By>>>,
  Params extends Partial<ParamSchemas<Path>> = {},
>(
  shape: ListShape<Path, Params, F, By, Row, Owner>,
): ListCall<Path, ParamsOf<Path, Params>, F, By, Row, IsOneOwner<Owner>> => {
  const {
    filters,
    columns,
    sort,
    key: keyField,
    row,
    rowFor,
    total,
    pageRows = PAGE_ROWS,
    export: file,
    path,
    ...call
  } = shape;
  const orders = sort.by.flatMap((column) => [column, `-${column}`] as const);
  const question = {
    ...Object.fromEntries(Object.entries(filters).map(([name, { schema }]) => [name, schema])),
    sort: z.enum(orders).default(sort.first as never),
  };
  const body = z.strictObject({
    ...question,
    after: z.string().max(MAX_CURSOR).optional(),
    // Pages by number, for callers that count pages. Limited, because the server reads all rows before the page.
    page: z.int().min(1).max(MAX_PAGES).optional(),
    limit: z.int().min(1).max(MAX_PAGE_ROWS).default(pageRows),
  }) as unknown as ListBody<F, By>;
  const exportBody = z.strictObject({
    ...question,
    keys: z.array(key).min(1).max(MAX_EXPORT_KEYS).optional(),
  }) as unknown as ExportBody<F, By>;
  const page = defineCall({
    apiKey: true,
    ...call,
    route: `POST ${path}`,
    body,
    response: pageOf(row),
    responseFor: Object.fromEntries(Object.entries(rowFor ?? {}).map(([group, schema]) => [group, pageOf(schema)])),
  });
  return {
    ...page,
    list: { filters, columns, sortBy: sort.by, first: sort.first, key: keyField, row, upTo: total.upTo, pageRows },
    // The same call with a different payload: groups, right and owner are those of the list.
    export: file
      ? {
          ...page,
          id: file.id,
          summary: `${call.summary}: those that match or are chosen, as a file`,
          path: file.path as Path,
          kind: 'download',
          body: exportBody,
          response: z.null(),
          responseFor: {},
          rateLimit: 'export',
          timeoutMs: LIMITS.exportTimeoutMs,
          bodyBytes: MAX_EXPORT_BYTES,
        }
      : null,
  };
};
