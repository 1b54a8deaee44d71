import { z } from 'zod';
import { LIMITS, type RateLimitName } from './limits.ts';
import { keyParam } from './schema.ts';
import { type IsOneOwner, type OwnerDeclaration, type OwnerRule, ownerRule } from '../access/owner.ts';
import { type NeededPermission } from '../access/permissions.ts';
import { type UserGroup } from '../access/user-groups.ts';

type HttpMethod = 'GET' | 'POST' | 'PUT';
/**
 * How the body is sent (`json`, `form`, `upload`) or the answer returned (`stream`, `events`, `download`). A `post` comes from other
 * companies' systems: JSON or a form, with a media partner's posting key instead of a session, also served at the site's root, and answered
 * without an envelope, in XML on request.
 */
type CallKind = 'json' | 'form' | 'upload' | 'stream' | 'events' | 'download' | 'post';

/** `/{p}/{owner}/campaign/{key}/get` → 'owner' | 'key'. `{p}` is the caller's group and never a parameter. */
type PathParam<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, 'p'> | PathParam<Rest>
  : never;

export type ParamSchemas<Path extends string> = { [Name in PathParam<Path>]: z.ZodType<unknown, string> };

/** The parameters of a path: keys, but those that a call declares with a schema of their own. */
export type ParamsOf<Path extends string, Own extends Partial<ParamSchemas<Path>>> = {
  [Name in PathParam<Path>]: Own[Name] extends z.ZodType<unknown, string> ? Own[Name] : typeof keyParam;
};

/** Rules for an uploaded file. */
export interface FileRule {
  endings: readonly string[];
  bytes: number;
  /** Processed as it arrives, never held in memory as a whole. */
  streamed?: boolean;
}
const SPREADSHEET: FileRule = { endings: ['xlsx', 'csv'], bytes: LIMITS.uploadBytes };

export interface CallShape<
  Path extends string,
  Kind extends CallKind,
  Params extends Partial<ParamSchemas<Path>>,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Owner,
> {
  /** Operation name, used for the query key, cancelling the previous request, logs and metrics. */
  id: string;
  summary: string;
  /** Method and path: `GET /{p}/{owner}/campaign/{key}/get`. */
  route: `${HttpMethod} ${Path}`;
  /** Groups that may call it. No default: a call without it does not compile. */
  groups: readonly [UserGroup, ...UserGroup[]] | 'public';
  /** Required right, or several of which one is enough; `none` if being signed in (or being public) is enough. No default either. */
  permission: NeededPermission;
  /** Where the request names the owner of its data. No default: nothing is inferred from field names. */
  owner: Owner;
  /** `json` by default. */
  kind?: Kind;
  /** The token calls have a base of their own, so that they can be moved to another server. */
  base?: 'api' | 'auth';
  /** Schemas of path parameters that are no keys; the others follow from the path. */
  params?: Params & { [Name in Exclude<keyof Params, PathParam<Path>>]: never };
  query?: Query;
  body?: Body;
  /** Schema of the answer; fields outside it are dropped. For a stream: one row, for events: one event. */
  response: Response;
  /** Schemas that replace `response` for groups that may see less. */
  responseFor?: Partial<Record<UserGroup, z.ZodType>>;
  /** Whether it is allowed in a session that must change its password. */
  beforePasswordChange?: boolean;
  /** A GET that changes state: refused for prefetches, navigations and cross-site requests. */
  changesState?: boolean;
  /**
   * Runs with the product's own rights on the request's owner: it reads records closed to its caller (people, clients' criteria) and
   * answers only what the caller may know.
   */
  asSystem?: boolean;
  /**
   * Whether an agency's or client's API key is accepted instead of a session. By default GETs and downloads accept keys and all other calls
   * do not; read-only calls with another method opt in.
   */
  apiKey?: boolean;
  /** Message for groups that may not call it, if the default one does not fit. */
  wrongGroupMessage?: string;
  rateLimit?: RateLimitName;
  timeoutMs?: number;
  /** Body limit of the few calls that carry more than a form. */
  bodyBytes?: number;
  /** Allowed name and size of an upload; a spreadsheet by default. */
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
      'id' | 'summary' | 'groups' | 'permission' | 'kind' | 'base' | 'response' | 'timeoutMs' | 'bodyBytes' | 'file'
    >
  > & {
    method: HttpMethod;
    path: Path;
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

/** Any call, for lists of calls of different shapes. */
export type AnyCall = Call;

/** No query or no body: an empty object without further fields. */
const nothing = z.strictObject({});
export type Nothing = typeof nothing;

/** Keys cannot open events, which last as long as a session. */
const isOpenToKeys = (
  call: {
    kind?: CallKind;
    groups: readonly UserGroup[] | 'public';
    changesState?: boolean;
    apiKey?: boolean;
  },
  method: HttpMethod,
): boolean =>
  call.groups !== 'public' &&
  (call.apiKey ??
    ((method === 'GET' || call.kind === 'download') && call.kind !== 'events' && call.changesState !== true));

const paramsOf = <Path extends string, Own extends Partial<ParamSchemas<Path>>>(path: Path, own: Own | undefined) =>
  Object.fromEntries(
    path
      .matchAll(/\{(\w+)\}/g)
      .map(([, name]) => name as PathParam<Path>)
      .filter((name) => name !== 'p')
      .map((name) => [name, own?.[name] ?? keyParam]),
  ) as ParamsOf<Path, Own>;

export const defineCall = <
  const Path extends string,
  Response extends z.ZodType,
  const Owner extends OwnerDeclaration<ParamsOf<Path, NoInfer<Params>>, NoInfer<Query>, NoInfer<Body>>,
  const Kind extends CallKind = 'json',
  Params extends Partial<ParamSchemas<Path>> = {},
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(
  shape: CallShape<Path, Kind, Params, Query, Body, Response, Owner>,
): Call<Path, Kind, ParamsOf<Path, Params>, Query, Body, Response, IsOneOwner<Owner>> => {
  const [method, path] = shape.route.split(' ') as [HttpMethod, Path];
  return {
    id: shape.id,
    summary: shape.summary,
    method,
    path,
    groups: shape.groups,
    permission: shape.permission,
    owner: ownerRule<IsOneOwner<Owner>>(shape.owner),
    kind: shape.kind ?? ('json' as Kind),
    base: shape.base ?? 'api',
    params: z.strictObject(paramsOf<Path, Params>(path, shape.params)),
    query: shape.query ?? (nothing as unknown as Query),
    body: shape.body ?? (nothing as unknown as Body),
    response: shape.response,
    responseFor: shape.responseFor ?? {},
    beforePasswordChange: shape.beforePasswordChange ?? false,
    changesState: shape.changesState ?? false,
    asSystem: shape.asSystem ?? false,
    apiKey: isOpenToKeys(shape, method),
    wrongGroupMessage: shape.wrongGroupMessage ?? null,
    rateLimit: shape.rateLimit ?? null,
    timeoutMs: shape.timeoutMs ?? LIMITS.callTimeoutMs,
    bodyBytes: shape.bodyBytes ?? LIMITS.bodyBytes,
    file: shape.file ?? SPREADSHEET,
  };
};

export type CallParams<C extends AnyCall> = z.output<C['params']>;
export type CallQuery<C extends AnyCall> = z.output<C['query']>;
export type CallBody<C extends AnyCall> = z.output<C['body']>;
export type CallResponse<C extends AnyCall> = z.output<C['response']>;

/** Input of a call before parsing: what the web's typed client takes. */
export type CallInput<C extends AnyCall> = {
  params: { [Name in keyof z.input<C['params']>]: string | number };
  query: z.input<C['query']>;
  body: z.input<C['body']>;
};

/** The path with its parameters encoded and filled in; `{p}` becomes the caller's group. */
export const fillPath = (path: string, params: Readonly<Record<string, string | number>>, group?: UserGroup): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === 'p' ? group : params[name];
    if (value === undefined || value === '') throw new TypeError(`The path ${path} needs ${name}`);
    return encodeURIComponent(value);
  });
