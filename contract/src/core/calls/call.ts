import { z } from 'zod';
import { LIMITS, type RateLimitName } from './limits.ts';
import { type IsOneOwner, type OwnerDeclaration, type OwnerRule, ownerRule } from '../access/owner.ts';
import { type NeededPermission } from '../access/permissions.ts';
import { type UserGroup } from '../access/user-groups.ts';

type HttpMethod = 'GET' | 'POST' | 'PUT';
/**
 * How the body travels out (`json`, `form`, `upload`) or how the answer travels back (`stream`, `events`, `download`). A `post` is
 * what other companies' systems send: JSON or a form, with a media partner's posting key in place of a session, at the site's
 * root as well, and answered without an envelope, in XML where they ask for it.
 */
type CallKind = 'json' | 'form' | 'upload' | 'stream' | 'events' | 'download' | 'post';

/** `/{p}/{owner}/campaign/{key}/get` → 'owner' | 'key'. `{p}` is the caller's group and never a parameter. */
type PathParam<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, 'p'> | PathParam<Rest>
  : never;

export type ParamSchemas<Path extends string> = { [Name in PathParam<Path>]: z.ZodType<unknown, string> };

/** What a file of an upload may be. */
export interface FileRule {
  endings: readonly string[];
  bytes: number;
  /** Read as it comes in, and never held whole. */
  streamed?: boolean;
}
const SPREADSHEET: FileRule = { endings: ['xlsx', 'csv'], bytes: LIMITS.uploadBytes };

export interface CallShape<
  Path extends string,
  Kind extends CallKind,
  Params extends ParamSchemas<Path>,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Owner,
> {
  /** The name of the operation: query key, cancel-previous, logs and metrics all use it. */
  id: string;
  summary: string;
  method: HttpMethod;
  path: Path;
  /** Who may call it at all. There is no default: a call that leaves it out does not compile. */
  groups: readonly [UserGroup, ...UserGroup[]] | 'public';
  /** Which right it needs, or one of which; `none` where being signed in (or being public) is enough. No default either. */
  permission: NeededPermission;
  /** Where the request says whose data it is about. No default: nothing is guessed from the names of fields. */
  owner: Owner;
  kind: Kind;
  /** The token calls are on a base of their own, so that they can be moved to another server. */
  base?: 'api' | 'auth';
  params: Params;
  query?: Query;
  body?: Body;
  /** What leaves the server, field by field; anything a handler adds beyond it is dropped. For a stream: one row, for events: one of them. */
  response: Response;
  /** Where a group may see less: the schema that replaces `response` for it. */
  responseFor?: Partial<Record<UserGroup, z.ZodType>>;
  /** Whether a session that must change its password may call it. */
  beforePasswordChange?: boolean;
  /** Changes something although it is a GET: refused for prefetches, navigations and cross-site requests. */
  changesState?: boolean;
  /**
   * Works as the product itself on the request's owner: it reads what is closed to its caller, people and clients' criteria, and
   * answers only what the caller may know.
   */
  asSystem?: boolean;
  /**
   * Whether an API key of the agency's or a client's system is taken in place of a session. Unless it says otherwise a GET
   * or a download is open to keys and all else is not; calls that are no GET and only read say so themselves.
   */
  apiKey?: boolean;
  /** What a group that may not make it is told, where the usual words do not do. */
  wrongGroupMessage?: string;
  rateLimit?: RateLimitName;
  timeoutMs?: number;
  /** For the few calls that carry more than a form does. */
  bodyBytes?: number;
  /** Of an upload: what its file may be called and how large it may be; a spreadsheet unless it says otherwise. */
  file?: FileRule;
}

export type Call<
  Path extends string = string,
  Kind extends CallKind = CallKind,
  Params extends Record<string, z.ZodType<unknown, string>> = Record<string, z.ZodType<unknown, string>>,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  One extends boolean = boolean,
> = Readonly<
  Required<
    Pick<
      CallShape<Path, Kind, Params & ParamSchemas<Path>, Query, Body, Response, unknown>,
      | 'id'
      | 'summary'
      | 'method'
      | 'path'
      | 'groups'
      | 'permission'
      | 'kind'
      | 'base'
      | 'response'
      | 'timeoutMs'
      | 'bodyBytes'
      | 'file'
    >
  > & {
    owner: OwnerRule<One>;
    params: z.ZodObject<Params>;
    query: Query;
    body: Body;
    responseFor: Partial<Record<UserGroup, z.ZodType>>;
    beforePasswordChange: boolean;
    changesState: boolean;
    asSystem: boolean;
    apiKey: boolean;
    wrongGroupMessage: string | null;
    rateLimit: RateLimitName | null;
  }
>;

/** The keys of a call that say who may make it, for lists of calls of any shape. */
export type AnyCall = Call;

/** No query or no body: an empty object, and nothing beside it. */
const nothing = z.strictObject({});
export type Nothing = typeof nothing;

/** Events last for as long as a session does. */
const isOpenToKeys = (call: {
  method: HttpMethod;
  kind: CallKind;
  groups: readonly UserGroup[] | 'public';
  changesState?: boolean;
  apiKey?: boolean;
}): boolean =>
  call.groups !== 'public' &&
  (call.apiKey ??
    ((call.method === 'GET' || call.kind === 'download') && call.kind !== 'events' && call.changesState !== true));

export const defineCall = <
  const Path extends string,
  const Kind extends CallKind,
  Params extends ParamSchemas<Path>,
  Response extends z.ZodType,
  const Owner extends OwnerDeclaration<Params, NoInfer<Query>, NoInfer<Body>>,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(
  shape: CallShape<Path, Kind, Params, Query, Body, Response, Owner>,
): Call<Path, Kind, Params, Query, Body, Response, IsOneOwner<Owner>> => ({
  id: shape.id,
  summary: shape.summary,
  method: shape.method,
  path: shape.path,
  groups: shape.groups,
  permission: shape.permission,
  owner: ownerRule<IsOneOwner<Owner>>(shape.owner),
  kind: shape.kind,
  base: shape.base ?? 'api',
  params: z.strictObject(shape.params),
  query: shape.query ?? (nothing as unknown as Query),
  body: shape.body ?? (nothing as unknown as Body),
  response: shape.response,
  responseFor: shape.responseFor ?? {},
  beforePasswordChange: shape.beforePasswordChange ?? false,
  changesState: shape.changesState ?? false,
  asSystem: shape.asSystem ?? false,
  apiKey: isOpenToKeys(shape),
  wrongGroupMessage: shape.wrongGroupMessage ?? null,
  rateLimit: shape.rateLimit ?? null,
  timeoutMs: shape.timeoutMs ?? LIMITS.callTimeoutMs,
  bodyBytes: shape.bodyBytes ?? LIMITS.bodyBytes,
  file: shape.file ?? SPREADSHEET,
});

export type CallParams<C extends AnyCall> = z.output<C['params']>;
export type CallQuery<C extends AnyCall> = z.output<C['query']>;
export type CallBody<C extends AnyCall> = z.output<C['body']>;
export type CallResponse<C extends AnyCall> = z.output<C['response']>;

/** What a caller hands in, before parsing: what the typed client of the web takes. */
export type CallInput<C extends AnyCall> = {
  params: { [Name in keyof z.input<C['params']>]: string | number };
  query: z.input<C['query']>;
  body: z.input<C['body']>;
};

/** The path with its parameters filled in and encoded; `{p}` becomes the caller's group. */
export const fillPath = (path: string, params: Readonly<Record<string, string | number>>, group?: UserGroup): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === 'p' ? group : params[name];
    if (value === undefined || value === '') throw new TypeError(`The path ${path} needs ${name}`);
    return encodeURIComponent(value);
  });
