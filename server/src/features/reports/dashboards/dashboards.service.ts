import { type SavedDashboard, type SavedDashboardForm, VIEW_SHARING } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { audit } from '../../../shared/audit.ts';
import { getViewsIn, placeOf, type ViewCaller, type ViewDeps } from '../views/views.service.ts';
import { cardProblems, cardsFor, storedCards } from './cards.rules.ts';
import {
  findDashboard,
  insertDashboard,
  listDashboards,
  lockDashboard,
  updateDashboard,
  updateRemoved,
} from './dashboards.queries.ts';

const shownTo = ({ session }: ViewCaller, dashboard: SavedDashboard): SavedDashboard => ({
  ...dashboard,
  cards: cardsFor(dashboard.cards, session, dashboard.isMine),
});

export const getDashboards = async ({ db }: ViewDeps, caller: ViewCaller): Promise<SavedDashboard[]> => {
  const dashboards = await db.readScope(caller.scope, (tx) => listDashboards(tx, placeOf(caller)));
  return dashboards.map((dashboard) => shownTo(caller, dashboard));
};

/** The dashboard as stored, if the caller may open it, removed or not. */
export const openDashboard = async (tx: Tx, caller: ViewCaller, dashboardKey: number): Promise<SavedDashboard> => {
  const dashboard = await findDashboard(tx, placeOf(caller), dashboardKey);
  if (dashboard === undefined) throw new AppError('NOT_FOUND');
  return dashboard;
};

/** The dashboard, locked, with its last editor. */
const changeable = async (
  tx: Tx,
  caller: ViewCaller,
  dashboardKey: number,
): Promise<{ dashboard: SavedDashboard; by: string }> => {
  const by = await lockDashboard(tx, caller.ownerKey, dashboardKey);
  const current = await openDashboard(tx, caller, dashboardKey);
  if (!current.mayChange)
    throw new AppError('FORBIDDEN', {
      message: `Only ${current.by} or an administrator can change this dashboard.`,
    });
  return { dashboard: current, by };
};

const refuseTaken = async (tx: Tx, caller: ViewCaller, name: string, except: number | null): Promise<void> => {
  const isSame = (one: SavedDashboard): boolean =>
    one.isMine && one.name.toLowerCase() === name.toLowerCase() && one.dashboardKey !== except;
  if ((await listDashboards(tx, placeOf(caller))).some(isSame))
    throw new AppError('VALIDATION', {
      errors: [{ field: 'name', code: 'taken', message: `You have a dashboard named “${name}” already.` }],
    });
};

const refuseCards = async (
  tx: Tx,
  caller: ViewCaller,
  { cards }: SavedDashboardForm,
  before: SavedDashboard | null,
): Promise<void> => {
  const { views } = await getViewsIn(tx, caller);
  const viewKeys = new Set(views.map(({ viewKey }) => viewKey));
  const errors = cardProblems(cards, before?.cards ?? [], viewKeys, caller.session);
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
};

/** A concurrent save: the saved values beside those to be saved. */
const stale = (theirs: SavedDashboard, mine: SavedDashboardForm, by: string): AppError => {
  const pairs: readonly (readonly [field: string, theirs: string, mine: string])[] = [
    ['name', theirs.name, mine.name],
    ['description', theirs.description, mine.description],
    ['sharing', VIEW_SHARING[theirs.sharing].label, VIEW_SHARING[mine.sharing].label],
    ['cards', `${theirs.cards.length} cards`, `${mine.cards.length} cards`],
  ];
  const errors = pairs
    .filter(([field, saved, next]) =>
      field === 'cards' ? JSON.stringify(theirs.cards) !== JSON.stringify(mine.cards) : saved !== next,
    )
    .map(([field, saved, next]) => ({
      field,
      code: 'conflict',
      message: `${by} saved “${saved}”; yours is “${next}”.`,
    }));
  return new AppError('STALE_ROW', { message: `${by} changed this dashboard. Nothing of yours is saved.`, errors });
};

const auditFields = ({
  name,
  description,
  sharing,
  cards,
}: Omit<SavedDashboardForm, 'dashboardKey' | 'rowVersion'>) => ({
  name,
  description,
  sharing,
  cards,
});

export const saveDashboard = (
  { db, clock }: ViewDeps,
  caller: ViewCaller,
  sent: SavedDashboardForm,
): Promise<SavedDashboard> => {
  const { scope, origin, ownerKey } = caller;
  const place = placeOf(caller);
  return db.withScope(scope, async (tx) => {
    const now = clock.now();
    const existing = sent.dashboardKey === null ? null : await changeable(tx, caller, sent.dashboardKey);
    const before = existing?.dashboard ?? null;
    const form = { ...sent, cards: storedCards(sent.cards, before?.cards ?? []) };
    if (existing !== null && form.rowVersion !== existing.dashboard.rowVersion)
      throw stale(existing.dashboard, form, existing.by);
    if (before === null || before.isMine) await refuseTaken(tx, caller, form.name, form.dashboardKey);
    await refuseCards(tx, caller, form, before);
    const dashboardKey = before?.dashboardKey ?? (await insertDashboard(tx, place, form, now));
    if (before !== null) await updateDashboard(tx, place, dashboardKey, form, now);
    await audit(tx, scope, origin, now, {
      action: 'savedDashboardSaved',
      ownerKey,
      entity: 'report_dashboard',
      entityKey: dashboardKey,
      ...(before && { before: auditFields(before) }),
      after: auditFields(form),
    });
    return shownTo(caller, await openDashboard(tx, caller, dashboardKey));
  });
};

export const removeDashboard = (
  { db, clock }: ViewDeps,
  caller: ViewCaller,
  { dashboardKey, isRemoved }: { dashboardKey: number; isRemoved: boolean },
): Promise<SavedDashboard> =>
  db.withScope(caller.scope, async (tx) => {
    const now = clock.now();
    const { dashboard } = await changeable(tx, caller, dashboardKey);
    if (!isRemoved && dashboard.isMine) await refuseTaken(tx, caller, dashboard.name, dashboardKey);
    await updateRemoved(tx, placeOf(caller), dashboardKey, isRemoved ? now : null);
    await audit(tx, caller.scope, caller.origin, now, {
      action: isRemoved ? 'savedDashboardRemoved' : 'savedDashboardRestored',
      ownerKey: caller.ownerKey,
      entity: 'report_dashboard',
      entityKey: dashboardKey,
      before: { name: dashboard.name },
    });
    return shownTo(caller, dashboard);
  });
