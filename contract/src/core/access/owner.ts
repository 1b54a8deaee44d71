import { type z } from 'zod';
import { type UserGroup } from './user-groups.ts';

/**
 * Records that belong to one owner, so that their key says whose a request is. The server has a statement for each of them:
 * a name that is added here does not compile before there is one.
 */
export const OWNED_ENTITIES = ['owner', 'brand', 'client', 'campus', 'goal', 'campaign'] as const;
export type OwnedEntity = (typeof OWNED_ENTITIES)[number];

/** What a key is the key of: always the same, or by the group that calls. */
type EntityOfKey = OwnedEntity | Readonly<Partial<Record<UserGroup, OwnedEntity>>>;

type Fields<Schema extends z.ZodType> = z.output<Schema>;
type ParamFields<Params extends Record<string, z.ZodType>> = { [Name in keyof Params]: z.output<Params[Name]> };

/** The names under which there always is such a value, and those under which there may be one. (`never`: there is no such field.) */
type Always<In, Value> = {
  [Name in keyof In]-?: [In[Name]] extends [never] ? never : In[Name] extends Value ? Name : never;
}[keyof In] &
  string;
type Maybe<In, Value> = { [Name in keyof In]-?: Extract<In[Name], Value> extends never ? never : Name }[keyof In] &
  string;
type Short<Place extends string, Name extends string, Names> = Name extends Names ? Place : never;

type Keys = number | readonly number[];

/** One place that names an owner: the short spellings stand for `{owner}` in the path and `ownerKey` elsewhere. */
type PlaceOf<PathNames, PathKeys, QueryNames, BodyNames, BodyKeys> =
  | Short<'path', 'owner', PathNames>
  | Short<'query', 'ownerKey', QueryNames>
  | Short<'body', 'ownerKey', BodyNames>
  | Readonly<{ path: PathNames }>
  | Readonly<{ query: QueryNames }>
  | Readonly<{ body: BodyNames }>
  | Readonly<{ byKey: EntityOfKey; param: PathKeys; fallback?: true }>
  | Readonly<{ byKey: EntityOfKey; field: BodyKeys; fallback?: true }>;

type OnePlace<Params extends Record<string, z.ZodType>, Query extends z.ZodType, Body extends z.ZodType> = PlaceOf<
  Always<ParamFields<Params>, number>,
  Always<ParamFields<Params>, Keys>,
  Always<Fields<Query>, number>,
  Always<Fields<Body>, number>,
  Always<Fields<Body>, Keys>
>;

/** A place among several: what it names may be missing, because another place may name it. */
type ListedPlace<Params extends Record<string, z.ZodType>, Query extends z.ZodType, Body extends z.ZodType> =
  | PlaceOf<
      Maybe<ParamFields<Params>, number>,
      Maybe<ParamFields<Params>, Keys>,
      Maybe<Fields<Query>, number>,
      Maybe<Fields<Body>, number>,
      Maybe<Fields<Body>, Keys>
    >
  /** The key's kind is in another parameter; a kind that is no owned record names no owner. */
  | Readonly<{ byKeyType: keyof Params & string; param: Maybe<ParamFields<Params>, Keys> }>
  | WholeSession;

/** Everything that the session works on, and why that is meant; for some groups only, where it says so. */
type WholeSession = Readonly<{ session: string; groups?: readonly UserGroup[] }>;

/**
 * Where a call's owner comes from. A list means that several places may name it: those that do must agree (one marked as
 * `fallback` is read only where no other does), and a request that names none is refused unless the list says `session`.
 */
export type OwnerDeclaration<
  Params extends Record<string, z.ZodType>,
  Query extends z.ZodType,
  Body extends z.ZodType,
> =
  | OnePlace<Params, Query, Body>
  | readonly [ListedPlace<Params, Query, Body>, ListedPlace<Params, Query, Body>, ...ListedPlace<Params, Query, Body>[]]
  | WholeSession
  | 'public';

/** Whether such a declaration always comes to one owner. */
export type IsOneOwner<Declaration> = Declaration extends 'public' | WholeSession
  ? false
  : Declaration extends readonly (infer Place)[]
    ? [Extract<Place, WholeSession>] extends [never]
      ? true
      : false
    : true;

export interface OwnerSource {
  in: 'path' | 'query' | 'body';
  name: string;
  /** What the key is the key of; `owner` is the owner's own. */
  entity: EntityOfKey | { param: string };
  fallback: boolean;
}

/** A declaration as the pipeline and the tests read it. */
export interface OwnerRule<One extends boolean = boolean> {
  sources: readonly OwnerSource[];
  /** What a request is about that names no owner; null where one has to be named. */
  session: { why: string; groups: readonly UserGroup[] | 'all' } | null;
  one: One;
}

type AnyPlace =
  | 'path'
  | 'query'
  | 'body'
  | { path: string }
  | { query: string }
  | { body: string }
  | { byKey: EntityOfKey; param: string; fallback?: true }
  | { byKey: EntityOfKey; field: string; fallback?: true }
  | { byKeyType: string; param: string };
type AnyOwnerDeclaration = AnyPlace | readonly (AnyPlace | WholeSession)[] | WholeSession | 'public';

const own = (place: OwnerSource['in'], name: string): OwnerSource => ({
  in: place,
  name,
  entity: 'owner',
  fallback: false,
});

const toSource = (place: AnyPlace): OwnerSource => {
  if (place === 'path') return own('path', 'owner');
  if (place === 'query' || place === 'body') return own(place, 'ownerKey');
  if ('path' in place) return own('path', place.path);
  if ('query' in place) return own('query', place.query);
  if ('body' in place) return own('body', place.body);
  if ('byKeyType' in place)
    return { in: 'path', name: place.param, entity: { param: place.byKeyType }, fallback: false };
  const { byKey: entity, fallback = false } = place;
  return 'param' in place
    ? { in: 'path', name: place.param, entity, fallback }
    : { in: 'body', name: place.field, entity, fallback };
};

const isSession = (place: AnyPlace | WholeSession | 'public'): place is WholeSession =>
  typeof place === 'object' && 'session' in place;

export const ownerRule = <One extends boolean>(declaration: AnyOwnerDeclaration): OwnerRule<One> => {
  const places = Array.isArray(declaration)
    ? (declaration as readonly (AnyPlace | WholeSession)[])
    : [declaration as AnyPlace | WholeSession | 'public'];
  const whole = places.find(isSession);
  return {
    sources: places
      .filter((place) => place !== 'public' && !isSession(place))
      .map((place) => toSource(place as AnyPlace)),
    session: whole === undefined ? null : { why: whole.session, groups: whole.groups ?? 'all' },
    one: (declaration !== 'public' && whole === undefined) as One,
  };
};
