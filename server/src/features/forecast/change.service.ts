import {
  type CallBody,
  type FieldError,
  FORECAST,
  FORECAST_RATES,
  type forecastCustomCreate,
  type ForecastDetails,
  type ForecastPlan,
  type ForecastRate,
  type forecastUpdate,
  type Kpi,
  KPI_CODES,
} from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { openForecastBook } from '../../metrics/forecast/book.ts';
import { loadToday } from '../../metrics/periods/period-facts.ts';
import { audit } from '../../shared/audit.ts';
import { buildLine, openBuilder } from './build/build-lines.ts';
import { monthsBetween, startProblem } from './figures.rules.ts';
import {
  insertCustom,
  isNameTaken,
  listKnownChannels,
  removeForecast,
  removeOverrides,
  type StoredForecast,
  updateForecast,
  updateKpis,
  upsertOverride,
} from './forecast.queries.ts';
import { type Caller, detailsOf, type ForecastDeps, getForecast } from './forecast.service.ts';

export const refuse = (errors: readonly FieldError[]): void => {
  const [first] = errors;
  if (first !== undefined) throw new AppError('VALIDATION', { message: first.message, errors: [...errors] });
};

const atTime = (iso: string, zone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(iso));

type Update = CallBody<typeof forecastUpdate>;

/** Conflicting changes, with both values: the stored one first. */
const differences = (stored: StoredForecast, { kpi, overrides = [], plan }: Update): FieldError[] => {
  const conflictOf = (field: string, now: number | undefined, yours: number | null | undefined): FieldError[] =>
    (now ?? null) === (yours ?? null)
      ? []
      : [{ field, code: 'conflict', message: `Now ${now ?? 'none'}, yours ${yours ?? 'none'}` }];
  const months = (of: 'plannedSpend' | 'plannedCpl', mine: ForecastPlan): FieldError[] =>
    [...new Set([...Object.keys(mine[of]), ...Object.keys(stored.plan[of])])].flatMap((month) =>
      conflictOf(`${of}.${month}`, stored.plan[of][month], mine[of][month]),
    );
  const rates = (mine: ForecastPlan): FieldError[] =>
    (Object.keys(FORECAST_RATES) as ForecastRate[]).flatMap((rate) =>
      conflictOf(`rateOverrides.${rate}`, stored.plan.rateOverrides[rate], mine.rateOverrides[rate]),
    );
  return [
    ...overrides.flatMap(({ month, value }) =>
      conflictOf(
        `overrides.${month}`,
        stored.overrides.find((one) => one.kpi === kpi && one.month === month)?.value,
        value,
      ),
    ),
    ...(plan === undefined ? [] : [...months('plannedSpend', plan), ...months('plannedCpl', plan), ...rates(plan)]),
  ];
};

/** The message for a concurrent save, with the time in the owner's zone. */
export const staleForecast = (
  { updatedBy, updatedAt }: { updatedBy: string | null; updatedAt: string },
  zone: string,
  errors: FieldError[],
): AppError => {
  const message = `Forecast was changed by ${updatedBy ?? 'Paceline'} at ${atTime(updatedAt, zone)}. Reload.`;
  return new AppError('STALE_ROW', {
    message,
    errors: [{ field: 'rowVersion', code: 'conflict', message }, ...errors],
  });
};

const problemsOf = (stored: StoredForecast, update: Update, currentMonth: string): FieldError[] => {
  const invalid = (field: string, message: string): FieldError => ({ field, code: 'invalid', message });
  const startMonth = update.startMonth ?? stored.startMonth;
  const months = update.months ?? stored.months;
  const start = update.startMonth === undefined ? null : startProblem(update.startMonth, currentMonth);
  const isManual = (update.method ?? stored.method) === 'MANUAL';
  return [
    ...(start === null ? [] : [invalid('startMonth', start)]),
    ...(update.overrides ?? []).flatMap(({ month, value, note }, index) => {
      if (value === null) return [];
      const ahead = monthsBetween(startMonth, month);
      if (ahead < 0 || ahead >= months)
        return [invalid(`overrides.${index}.month`, 'The month is not in this forecast.')];
      return note === '' && !isManual
        ? [invalid(`overrides.${index}.note`, 'Say in a note why this value replaces the forecast.')]
        : [];
    }),
  ];
};

/** The figures by another method, from the present data. */
const rebuilt = async (tx: Tx, stored: StoredForecast, method: StoredForecast['method'], now: Date) => {
  const book = await openForecastBook(tx, stored.ownerKey, now);
  const built = await buildLine(book, openBuilder(book), { ...stored, stored }, { kpis: stored.kpis, method });
  return { ...built, basisMonth: book.currentMonth, builtAt: now.toISOString() };
};

const body = ({ method, startMonth, months, plan, notes, overrides }: StoredForecast, kpi: Kpi) => ({
  method,
  startMonth,
  months,
  plan,
  notes,
  overrides: overrides.filter((one) => one.kpi === kpi),
});

export const saveForecast = (
  { db, clock }: ForecastDeps,
  { scope, origin }: Caller,
  update: Update,
): Promise<ForecastDetails> =>
  db.withScope(scope, async (tx) => {
    const { ownerKey, lineItem, kpi, overrides = [] } = update;
    const at = clock.now();
    const stored = await getForecast(tx, ownerKey, lineItem, { kpi, lock: true });
    const { zone, today } = await loadToday(tx, ownerKey, at);
    if (stored.rowVersion !== update.rowVersion) throw staleForecast(stored, zone, differences(stored, update));
    refuse(problemsOf(stored, update, today.with({ day: 1 }).toString()));
    const method = update.method ?? stored.method;
    const base = method === stored.method ? stored : { ...stored, ...(await rebuilt(tx, stored, method, at)) };
    await updateForecast(
      tx,
      { ownerKey, by: scope.userKey, at },
      {
        ...base,
        kpis: stored.kpis,
        goalKeys: stored.goalKeys,
        startMonth: update.startMonth ?? base.startMonth,
        months: update.months ?? base.months,
        plan: update.plan ?? stored.plan,
        notes: update.notes ?? stored.notes,
      },
    );
    for (const { month, value, note } of overrides)
      await (value === null
        ? removeOverrides(tx, ownerKey, stored.forecastKey, kpi, month)
        : upsertOverride(tx, ownerKey, stored.forecastKey, { kpi, month, value, note }));
    const saved = await getForecast(tx, ownerKey, lineItem, { kpi });
    await audit(tx, scope, origin, at, {
      action: 'forecastChanged',
      ownerKey,
      entity: 'forecast',
      entityKey: stored.forecastKey,
      before: body(stored, kpi),
      after: body(saved, kpi),
    });
    return detailsOf(tx, saved, kpi, at);
  });

/** Deletes one figure with its overrides; the last one, or all, together with the forecast itself. */
export const deleteForecast = (
  { db, clock }: ForecastDeps,
  { scope, origin }: Caller,
  { ownerKey, lineItem, kpi }: { ownerKey: number; lineItem: string; kpi: Kpi | 'all' },
): Promise<null> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    const stored = await getForecast(tx, ownerKey, lineItem, { kpi: kpi === 'all' ? null : kpi, lock: true });
    const { forecastKey } = stored;
    const left = kpi === 'all' ? [] : stored.kpis.filter((one) => one !== kpi);
    if (left.length === 0) await removeForecast(tx, ownerKey, forecastKey);
    else if (kpi !== 'all') {
      await removeOverrides(tx, ownerKey, forecastKey, kpi, null);
      await updateKpis(tx, { ownerKey, by: scope.userKey, at }, forecastKey, left);
    }
    await audit(tx, scope, origin, at, {
      action: 'forecastRemoved',
      ownerKey,
      entity: 'forecast',
      entityKey: forecastKey,
      before: { lineItem, kpi, method: stored.method, overrides: stored.overrides.length },
    });
    return null;
  });

export const createCustom = (
  { db, clock }: ForecastDeps,
  { scope, origin }: Caller,
  { ownerKey, name, goalKeys, channel }: CallBody<typeof forecastCustomCreate>,
): Promise<{ lineItem: string }> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    const book = await openForecastBook(tx, ownerKey, at);
    const keys = [...new Set(goalKeys)];
    const chosen = book.goals.filter(({ goalKey }) => keys.includes(goalKey));
    const invalid = (field: string, message: string): FieldError => ({ field, code: 'invalid', message });
    refuse([
      ...(chosen.length < keys.length ? [invalid('goalKeys', 'One of the line items is not known here.')] : []),
      ...(channel !== null && !(await listKnownChannels(tx)).includes(channel)
        ? [invalid('channel', 'This channel is not known.')]
        : []),
      ...((await isNameTaken(tx, ownerKey, name)) ? [invalid('name', 'There is a line of this name.')] : []),
    ]);
    const channels = new Set(chosen.map((goal) => goal.channel));
    const where = channel ?? (channels.size === 1 ? (chosen[0]?.channel ?? null) : null);
    const built = await buildLine(
      book,
      openBuilder(book),
      { lineItem: `custom:${name}`, goalKeys: keys, channel: where, stored: null },
      { kpis: KPI_CODES, months: FORECAST.defaultMonths },
    );
    const newLine = await insertCustom(
      tx,
      { ownerKey, by: scope.userKey, at },
      { ...built, name, channel: where, basisMonth: book.currentMonth },
    );
    await audit(tx, scope, origin, at, {
      action: 'forecastLineCreated',
      ownerKey,
      entity: 'forecast',
      entityKey: newLine.forecastKey,
      after: { name, goalKeys: keys, channel: where },
    });
    return { lineItem: newLine.lineItem };
  });
