import {
  type CallBody,
  LAYOUT_RIGHTS,
  type layoutSave,
  type NamedLayout,
  type Permission,
  readLookup,
} from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';
import { audit } from '../../shared/audit.ts';
import {
  findDefault,
  findLayout,
  insertLayout,
  type LayoutPlace,
  listLayouts,
  setRemoved,
  updateLayout,
  writeDefault,
} from './layouts.queries.ts';

export interface LayoutDeps {
  db: Database;
  clock: Clock;
}
interface Caller {
  scope: Scope;
  origin: Origin;
}

/** The right that a layout needs follows from its table, so it is checked here; a refusal is recorded like any other. */
export const assertMaySee = async (
  { db, clock }: LayoutDeps,
  { scope, origin }: Caller,
  { screen, ownerKey }: LayoutPlace,
  permissions: ReadonlySet<Permission>,
): Promise<void> => {
  if (permissions.has(LAYOUT_RIGHTS[screen])) return;
  const refused = { action: 'FORBIDDEN', outcome: 'denied', ownerKey, entity: 'layout', entityKey: screen } as const;
  await db.withScope(scope, (tx) => audit(tx, scope, origin, clock.now(), refused));
  throw new AppError('FORBIDDEN');
};

/** Names are used in the address, so a name must be unique among the layouts its viewers see. */
const refuseTaken = async (tx: Tx, place: LayoutPlace, name: string, except: number | null): Promise<void> => {
  const isSame = (one: NamedLayout) => one.name.toLowerCase() === name.toLowerCase() && one.layoutKey !== except;
  if ((await listLayouts(tx, place)).some(isSame))
    throw new AppError('VALIDATION', {
      errors: [
        {
          field: 'name',
          code: 'taken',
          message: `There is ${place.screen === 'leads' ? 'a filter' : 'a layout'} named “${name}” already.`,
        },
      ],
    });
};

const changeable = async (tx: Tx, place: LayoutPlace, layoutKey: number): Promise<NamedLayout> => {
  const layout = await findLayout(tx, place, layoutKey);
  if (layout === undefined) throw new AppError('NOT_FOUND');
  if (!layout.mayChange)
    throw new AppError('FORBIDDEN', { message: `Only ${layout.by} or an administrator can change this layout.` });
  return layout;
};

const stored = async (tx: Tx, place: LayoutPlace, layoutKey: number): Promise<NamedLayout> => {
  const layout = await findLayout(tx, place, layoutKey);
  if (layout === undefined) throw new AppError('NOT_FOUND');
  return layout;
};

export const getLayouts = ({ db }: LayoutDeps, scope: Scope, place: LayoutPlace) =>
  db.readScope(scope, async (tx) => ({
    defaultName: await findDefault(tx, place),
    layouts: await listLayouts(tx, place),
  }));

const isPerson = (text: string): boolean => ['email', 'phone'].includes(readLookup(text)?.kind ?? '');

/** For leads: a filter is private to its maker, and a search for a person is never stored. */
const assertSavableFilter = ({ name, shared, layout }: Omit<CallBody<typeof layoutSave>, 'layoutKey'>): void => {
  const refuse = (field: string, message: string): AppError =>
    new AppError('VALIDATION', { errors: [{ field, code: 'invalid', message }] });
  if (shared) throw refuse('shared', 'A saved filter is its maker’s own.');
  if (isPerson(name)) throw refuse('name', 'An email address or a phone number cannot be the name of a filter.');
  const named = Object.entries(layout.filters).find(
    ([filter, values]) => filter === 'person' || [values].flat().some(isPerson),
  );
  if (named) throw refuse(`layout.filters.${named[0]}`, 'A search for a person cannot be saved.');
};

export const saveLayout = (
  { db, clock }: LayoutDeps,
  { scope, origin }: Caller,
  place: LayoutPlace,
  { layoutKey, ...layout }: CallBody<typeof layoutSave>,
): Promise<NamedLayout> =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    if (place.screen === 'leads') assertSavableFilter(layout);
    const before = layoutKey === null ? null : await changeable(tx, place, layoutKey);
    await refuseTaken(tx, place, layout.name, layoutKey);
    const key = layoutKey ?? (await insertLayout(tx, place, layout, now));
    if (layoutKey !== null) await updateLayout(tx, place, layoutKey, layout, now);
    const named = ({ name, shared }: Pick<NamedLayout, 'name' | 'shared'>) => ({ name, shared });
    await audit(tx, scope, origin, now, {
      action: 'layoutSaved',
      ownerKey: place.ownerKey,
      entity: 'layout',
      entityKey: key,
      ...(before && { before: named(before) }),
      after: named(layout),
    });
    return stored(tx, place, key);
  });

export const removeLayout = (
  { db, clock }: LayoutDeps,
  { scope, origin }: Caller,
  place: LayoutPlace,
  { layoutKey, isRemoved }: { layoutKey: number; isRemoved: boolean },
): Promise<NamedLayout> =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    const { name } = await changeable(tx, place, layoutKey);
    if (!isRemoved) await refuseTaken(tx, place, name, layoutKey);
    await setRemoved(tx, place, layoutKey, isRemoved ? now : null);
    await audit(tx, scope, origin, now, {
      action: isRemoved ? 'layoutRemoved' : 'layoutRestored',
      ownerKey: place.ownerKey,
      entity: 'layout',
      entityKey: layoutKey,
      before: { name },
    });
    return stored(tx, place, layoutKey);
  });

export const chooseDefault = ({ db }: LayoutDeps, scope: Scope, place: LayoutPlace, name: string | null) =>
  db.withScope(scope, async (tx) => {
    await writeDefault(tx, place, name);
    return { defaultName: name };
  });
