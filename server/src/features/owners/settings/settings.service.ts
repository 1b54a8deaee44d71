import {
  type CallBody,
  OWNER_SETTINGS,
  type OwnerSettingChange,
  type OwnerSettingName,
  type OwnerSettings,
  type ownerSettingsSave,
  type OwnerVariant,
  settingText,
  sharedWord,
  WIDGET_IDS,
  widgetName,
  WORD_SETTINGS,
  type OutcomeWord,
  type WordOf,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { type Session } from '../../../http/guard/session.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { assertHolds, withDenialsOnRecord } from '../../../shared/denials.ts';
import { recordSettingChanges, type SettingChange } from '../../../shared/owner-settings.ts';
import {
  findStoredOwner,
  hasDays,
  listLastChanges,
  listPastChanges,
  listVerticals,
  updateOwner,
} from './settings.queries.ts';
import { changesOf, defaultsOf, isSameValue, type StoredOwner, valuesOf } from './settings.rules.ts';

export interface SettingsDeps {
  db: Database;
  clock: Clock;
}
interface Caller {
  scope: Scope;
  session: Session;
  origin: Origin;
}
type SettingsForm = CallBody<typeof ownerSettingsSave>;

const ZONE_LOCK =
  'Leads, clicks or spend are counted by days of this zone already: another zone would move them to other days.';

const assertOwner = (owner: StoredOwner | undefined): StoredOwner => {
  if (owner === undefined) throw new AppError('NOT_FOUND');
  return owner;
};

const read = async (tx: Tx, ownerKey: number): Promise<OwnerSettings> => {
  const owner = assertOwner(await findStoredOwner(tx, ownerKey, { lock: false }));
  const changes = await listLastChanges(tx, ownerKey);
  return {
    ownerKey,
    rowVersion: owner.rowVersion,
    timeZone: owner.timeZone,
    values: valuesOf(owner),
    defaults: defaultsOf(owner),
    changes: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })),
    locks: (await hasDays(tx, ownerKey)) ? [{ name: 'timeZone', reason: ZONE_LOCK }] : [],
    verticals: await listVerticals(tx),
  };
};

export const readSettings = ({ db }: SettingsDeps, { scope }: Pick<Caller, 'scope'>, ownerKey: number) =>
  db.readScope(scope, (tx) => read(tx, ownerKey));

const refused = (name: OwnerSettingName, code: string, message: string): AppError =>
  new AppError('VALIDATION', { message, errors: [{ field: `values.${name}`, code, message }] });

/** A concurrent save: the saved values beside those to be saved. */
const stale = async (tx: Tx, owner: StoredOwner, wanted: SettingsForm['values']): Promise<AppError> => {
  const names = { verticals: await listVerticals(tx), widgetTitle: widgetName };
  const theirs = valuesOf(owner);
  const differing = (Object.keys(wanted) as OwnerSettingName[]).filter(
    (name) => !isSameValue(wanted[name], theirs[name]),
  );
  return new AppError('STALE_ROW', {
    message: 'Someone else changed this owner’s settings. Nothing of yours is saved.',
    errors: differing.map((name) => ({
      field: `values.${name}`,
      code: 'conflict',
      message: `${OWNER_SETTINGS[name].label}: saved “${settingText(name, theirs[name], names)}”, yours “${settingText(name, wanted[name], names)}”.`,
    })),
  });
};

const assertFits = async (tx: Tx, ownerKey: number, changes: readonly SettingChange[]): Promise<void> => {
  for (const { name, after } of changes) {
    if (name === 'timeZone' && (await hasDays(tx, ownerKey))) throw refused(name, 'locked', ZONE_LOCK);
    if (name === 'verticalKey' && !(await listVerticals(tx)).some(({ verticalKey }) => verticalKey === after))
      throw refused(name, 'unknown', 'There is no such vertical.');
    const unknown =
      name === 'hiddenWidgets'
        ? (after as string[]).find((widget) => !(WIDGET_IDS as string[]).includes(widget))
        : null;
    if (unknown != null) throw refused('hiddenWidgets', 'unknown', `There is no widget ${unknown}.`);
  }
};

/** Two stages of the funnel with the same label could not be told apart. */
const assertWordsDiffer = (after: OwnerVariant, changes: readonly SettingChange[]): void => {
  const shared = sharedWord(after);
  if (shared === null) return;
  const { word, stages } = shared;
  const isChanged = (stage: WordOf): stage is OutcomeWord =>
    stage !== 'inquiry' && changes.some(({ name }) => name === WORD_SETTINGS[stage]);
  const stage = stages.findLast(isChanged);
  const other = stages.find((one) => one !== stage);
  const name = stage === undefined ? 'labels' : WORD_SETTINGS[stage];
  throw refused(name, 'taken', `“${word}” is the word for ${other ?? stages[0]} already. Choose another.`);
};

const isNameTaken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === 'owner_name';

/** Changes settings of an owner: all of a save, or none. */
export const saveSettings = (
  { db, clock }: SettingsDeps,
  caller: Caller,
  ownerKey: number,
  { rowVersion, values: wanted }: SettingsForm,
): Promise<OwnerSettings> =>
  withDenialsOnRecord({ db, clock }, caller, async () => {
    const { scope, origin } = caller;
    try {
      return await db.withScope(scope, async (tx) => {
        const owner = assertOwner(await findStoredOwner(tx, ownerKey, { lock: true }));
        const before = valuesOf(owner);
        const changes = changesOf(before, defaultsOf(owner), wanted);
        for (const { name } of changes) assertHolds(caller, OWNER_SETTINGS[name].right);
        if (owner.rowVersion !== rowVersion) throw await stale(tx, owner, wanted);
        await assertFits(tx, ownerKey, changes);
        const after = { ...before, ...Object.fromEntries(changes.map((change) => [change.name, change.after])) };
        if (changes.some(({ name }) => name === 'labels' || name.startsWith('word'))) assertWordsDiffer(after, changes);
        if (changes.length > 0) await updateOwner(tx, ownerKey, after);
        await recordSettingChanges(tx, { scope, origin, at: clock.now() }, ownerKey, changes);
        return read(tx, ownerKey);
      });
    } catch (error) {
      if (isNameTaken(error)) throw refused('ownerName', 'taken', 'Another owner has this name.');
      throw error;
    }
  });

export const readHistory = (
  { db }: SettingsDeps,
  { scope }: Pick<Caller, 'scope'>,
  ownerKey: number,
): Promise<OwnerSettingChange[]> =>
  db.readScope(scope, async (tx) => {
    const names = { verticals: await listVerticals(tx), widgetTitle: widgetName };
    const rows = await listPastChanges(tx, ownerKey);
    return rows.map(({ at, by, name, before, after }) => ({
      at: at.toISOString(),
      by,
      name,
      before: settingText(name, before, names),
      after: settingText(name, after, names),
    }));
  });
