import {
  isSameQuestion,
  questionDays,
  questionQuery,
  type SavedView,
  type SavedViewForm,
  VIEW_SHARING,
  type ViewSharing,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { type Session } from '../../../http/guard/session.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { checkReport } from '../../../metrics/report/report-check.ts';
import { audit } from '../../../shared/audit.ts';
import { isQuestionOffered } from '../../../shared/reports/question.rules.ts';
import {
  findChangedBy,
  findDefault,
  findView,
  insertView,
  listViews,
  lockView,
  updateRemoved,
  updateView,
  upsertDefault,
} from './views.queries.ts';
import { type ViewPlace } from './shared-with.ts';

export interface ViewDeps {
  db: Database;
  clock: Clock;
}
export interface ViewCaller {
  scope: Scope;
  session: Session;
  origin: Origin;
  ownerKey: number;
}

export const placeOf = ({ ownerKey, session }: ViewCaller): ViewPlace => ({
  ownerKey,
  userKey: session.userKey,
  group: session.group,
  partnerKey: session.partnerKey,
  isAdmin: session.permissions.has('admin:Settings'),
});

const isOffered = ({ question, isMine }: SavedView, { session }: ViewCaller): boolean =>
  isQuestionOffered(question, session, isMine);

/** The view, if the caller may open it, removed or not. */
export const openView = async (tx: Tx, caller: ViewCaller, viewKey: number): Promise<SavedView> => {
  const view = await findView(tx, placeOf(caller), viewKey);
  if (view === undefined || !isOffered(view, caller)) throw new AppError('NOT_FOUND');
  return view;
};

export const getViewsIn = async (tx: Tx, caller: ViewCaller) => {
  const views = (await listViews(tx, placeOf(caller))).filter((view) => isOffered(view, caller));
  const defaultKey = await findDefault(tx, placeOf(caller));
  return { defaultKey: views.some(({ viewKey }) => viewKey === defaultKey) ? defaultKey : null, views };
};

export const getViews = ({ db }: ViewDeps, caller: ViewCaller) =>
  db.readScope(caller.scope, (tx) => getViewsIn(tx, caller));

/** A field that the maker may not see is refused by name like one that does not exist. */
const assertAskable = (question: SavedViewForm['question'], { session, ownerKey }: ViewCaller, now: Date): void => {
  const { channel, vertical } = question;
  const viewer = { group: session.group, permissions: session.permissions, channel, vertical };
  const { days } = questionDays(question, now.toISOString().slice(0, 10));
  checkReport([ownerKey], questionQuery(question, days), viewer);
};

const refuseTaken = async (tx: Tx, place: ViewPlace, name: string, except: number | null): Promise<void> => {
  const isSame = (one: SavedView) =>
    one.isMine && one.name.toLowerCase() === name.toLowerCase() && one.viewKey !== except;
  if ((await listViews(tx, place)).some(isSame))
    throw new AppError('VALIDATION', {
      errors: [{ field: 'name', code: 'taken', message: `You have a view named “${name}” already.` }],
    });
};

const changeable = async (tx: Tx, caller: ViewCaller, viewKey: number): Promise<SavedView> => {
  await lockView(tx, caller.ownerKey, viewKey);
  const view = await openView(tx, caller, viewKey);
  if (!view.mayChange)
    throw new AppError('FORBIDDEN', {
      message: `Only ${view.by} or an administrator can change this view. Save it as your own instead.`,
    });
  return view;
};

const sharingLabel = (sharing: ViewSharing): string => VIEW_SHARING[sharing].label;

/** A concurrent save: the saved values beside those to be saved. */
const stale = (theirs: SavedView, mine: SavedViewForm, by: string): AppError => {
  const pairs: readonly (readonly [field: string, theirs: string, mine: string])[] = [
    ['name', theirs.name, mine.name],
    ['description', theirs.description, mine.description],
    ['sharing', sharingLabel(theirs.sharing), sharingLabel(mine.sharing)],
  ];
  const errors = pairs
    .filter(([, saved, next]) => saved !== next)
    .map(([field, saved, next]) => ({
      field,
      code: 'conflict',
      message: `${by} saved “${saved}”; yours is “${next}”.`,
    }));
  if (!isSameQuestion(theirs.question, mine.question))
    errors.push({ field: 'question', code: 'conflict', message: `${by} changed what the view asks.` });
  return new AppError('STALE_ROW', { message: `${by} changed this view. Nothing of yours is saved.`, errors });
};

export const saveView = ({ db, clock }: ViewDeps, caller: ViewCaller, form: SavedViewForm): Promise<SavedView> => {
  const { scope, origin, ownerKey } = caller;
  const place = placeOf(caller);
  return db.withScope(scope, async (tx) => {
    const now = clock.now();
    assertAskable(form.question, caller, now);
    const before = form.viewKey === null ? null : await changeable(tx, caller, form.viewKey);
    if (before !== null && form.rowVersion !== before.rowVersion)
      throw stale(before, form, await findChangedBy(tx, ownerKey, before.viewKey));
    if (before === null || before.isMine) await refuseTaken(tx, place, form.name, form.viewKey);
    const viewKey = before?.viewKey ?? (await insertView(tx, place, form, now));
    if (before !== null) await updateView(tx, place, viewKey, form, now);
    const auditFields = ({ name, description, sharing, question }: Omit<SavedViewForm, 'viewKey' | 'rowVersion'>) => ({
      name,
      description,
      sharing,
      question,
    });
    await audit(tx, scope, origin, now, {
      action: 'savedViewSaved',
      ownerKey,
      entity: 'report_view',
      entityKey: viewKey,
      ...(before && { before: auditFields(before) }),
      after: auditFields(form),
    });
    return openView(tx, caller, viewKey);
  });
};

export const removeView = (
  { db, clock }: ViewDeps,
  caller: ViewCaller,
  { viewKey, isRemoved }: { viewKey: number; isRemoved: boolean },
): Promise<SavedView> =>
  db.withScope(caller.scope, async (tx) => {
    const now = clock.now();
    const view = await changeable(tx, caller, viewKey);
    if (!isRemoved && view.isMine) await refuseTaken(tx, placeOf(caller), view.name, viewKey);
    await updateRemoved(tx, placeOf(caller), viewKey, isRemoved ? now : null);
    await audit(tx, caller.scope, caller.origin, now, {
      action: isRemoved ? 'savedViewRemoved' : 'savedViewRestored',
      ownerKey: caller.ownerKey,
      entity: 'report_view',
      entityKey: viewKey,
      before: { name: view.name },
    });
    return view;
  });

export const chooseDefault = ({ db }: ViewDeps, caller: ViewCaller, viewKey: number | null) =>
  db.withScope(caller.scope, async (tx) => {
    if (viewKey !== null) await openView(tx, caller, viewKey);
    await upsertDefault(tx, placeOf(caller), viewKey);
    return { defaultKey: viewKey };
  });
