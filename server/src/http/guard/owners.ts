import { type AnyCall, OWNED_ENTITIES, type OwnedEntity, type OwnerSource, type UserGroup } from '@paceline/contract';
import { listOwnersOfKeys } from '../../db/scope/owners-of-keys.ts';
import { type Database } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Origin } from '../../lib/origin.ts';
import { type Denials } from './denials.ts';
import { scopeOfSession } from './scope.ts';
import { type Session } from './session.ts';

/** The parsed parts of a request, as far as known. */
type Places = Partial<Record<OwnerSource['in'], unknown>>;

/** Finds the owner named in these parts, in addition to a known one, or null. An owner outside the session is not found. */
type FindOwner = (
  call: AnyCall,
  session: Session,
  origin: Origin,
  places: Places,
  owner?: number | null,
) => Promise<number | null>;

const isOwned = (name: unknown): name is OwnedEntity => (OWNED_ENTITIES as readonly unknown[]).includes(name);

const fieldOf = (place: unknown, name: string): unknown => (place as Record<string, unknown> | undefined)?.[name];

/** The keys under a name. Values that are no key (nothing, `all`, 0 for a new record) are skipped. */
const keysAt = (place: unknown, name: string): number[] => {
  const value = fieldOf(place, name);
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((key) => typeof key === 'number').filter((key) => key > 0);
};

const entityOf = ({ entity }: OwnerSource, path: unknown, group: UserGroup): OwnedEntity | null => {
  if (typeof entity === 'string') return entity;
  const name = 'param' in entity ? fieldOf(path, entity.param) : entity[group];
  return isOwned(name) ? name : null;
};

const refuse = (field: string, code: string, message: string): AppError =>
  new AppError('ILLEGAL_ARGUMENTS', { errors: [{ field, code, message }] });

/** Without a named owner a request is about the whole session where its call allows that, and is refused otherwise. */
export const assertOwnerOrSession = ({ owner: rule }: AnyCall, group: UserGroup, ownerKey: number | null): void => {
  const { sources, session } = rule;
  if (ownerKey !== null || (session !== null && (session.groups === 'all' || session.groups.includes(group)))) return;
  const field = sources.find(({ entity }) => entity === 'owner')?.name ?? sources[0]?.name ?? '';
  throw refuse(field, 'required', 'has to say which owner is meant');
};

export const createFindOwner = (db: Database, deny: Denials): FindOwner => {
  /** Owners of the records; fewer than keys where a record is not the session's, even if the database showed it. */
  const ownersOf = async (session: Session, entity: OwnedEntity, keys: number[]): Promise<number[]> => {
    const owners =
      entity === 'owner'
        ? keys
        : await db.withScope(scopeOfSession(session), (tx) => listOwnersOfKeys(tx, entity, keys));
    return owners.filter((ownerKey) => session.ownerKeys.includes(ownerKey));
  };

  return async (call, session, origin, places, knownOwner = null) => {
    let owner = knownOwner;
    for (const source of call.owner.sources) {
      const keys = [...new Set(keysAt(places[source.in], source.name))];
      const entity = entityOf(source, places.path, session.group);
      if (keys.length === 0 || entity === null || (source.fallback && owner !== null)) continue;
      const owners = await ownersOf(session, entity, keys);
      if (owners.length < keys.length) await deny.notFound(session, origin, { entity, entityKey: keys.join(',') });
      for (const ownerKey of owners) {
        if (owner !== null && owner !== ownerKey)
          throw refuse(source.name, 'mismatch', 'must be of the owner that the rest of the request names');
        owner = ownerKey;
      }
    }
    return owner;
  };
};
