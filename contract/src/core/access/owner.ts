import { type z } from 'zod';
import { type UserGroup } from './user-groups.ts';

/**
 * Records of one owner, whose key identifies the owner of a request. The server has a statement for each: adding a name here does not
 * compile without one.
 */
export const OWNED_ENTITIES = ['owner', 'brand', 'client', 'campus', 'goal', 'campaign'] as const;
export type OwnedEntity = (typeof OWNED_ENTITIES)[number];

/** The entity of a key: fixed, or depending on the caller's group. */
type EntityOfKey = OwnedEntity | Readonly<Partial<Record<UserGroup, OwnedEntity>>>;

type Fields<Schema extends z.ZodType> = z.output<Schema>;
type ParamFields<Params extends Record<string, z.ZodType>> = { [Name in keyof Params]: z.output<Params[Name]> };

/** Names of fields that always have such a value, and of those that may have one. (`never`: no such field.) */
type Always<In, Value> = {
  [Name in keyof In]-?: [In[Name]] extends [never] ? never : In[Name] extends Value ? Name : never;
}[keyof In] &
  string;
type Maybe<In, Value> = { [Name in keyof In]-?: Extract<In[Name], Value> extends never ? never : Name }[keyof In] &
  string;
type Short<Place extends string, Name extends string, Names> = Name extends Names ? Place : never;

type Keys = number | readonly number[];

/** A place that names an owner: the short forms stand for `{owner}` in the path and `ownerKey` elsewhere. */
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

/** One of several places: the field may be optional, because another place may name the owner. */
type ListedPlace<Params extends Record<string, z.ZodType>, Query extends z.ZodType, Body extends z.ZodType> =
  | PlaceOf<
      Maybe<ParamFields<Params>, number>,
      Maybe<ParamFields<Params>, Keys>,
      Maybe<Fields<Query>, number>,
      Maybe<Fields<Body>, number>,
      Maybe<Fields<Body>, Keys>
    >
  /** The kind of the key is in another parameter; a kind that is not an owned record names no owner. */
  | Readonly<{ byKeyType: keyof Params & string; param: Maybe<ParamFields<Params>, Keys> }>
  | WholeSession;

/** The call covers the whole session, with the reason, optionally for some groups only. */
type WholeSession = Readonly<{ session: string; groups?: readonly UserGroup[] }>;

/**
 * Where a call's owner comes from. In a list, several places may name it and must agree (a `fallback` is read only if no other does); a
 * request that names none is refused unless the list includes `session`.
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

/** Whether the declaration always resolves to one owner. */
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
  /** Entity of the key; `owner` is the owner itself. */
  entity: EntityOfKey | { param: string };
  fallback: boolean;
}

/** A declaration normalised for the pipeline and the tests. */
export interface OwnerRule<One extends boolean = boolean> {
  sources: readonly OwnerSource[];
  /** Scope of a request without an owner; null if an owner is required. */
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
