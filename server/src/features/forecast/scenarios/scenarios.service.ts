import { type CallBody, FORECAST, type forecastScenarioSave } from '@paceline/contract';
import { AppError } from '../../../lib/app-error.ts';
import { loadToday } from '../../../metrics/periods/period-facts.ts';
import { audit } from '../../../shared/audit.ts';
import { refuse, staleForecast } from '../change.service.ts';
import { type Caller, type ForecastDeps, getForecast } from '../forecast.service.ts';
import { insertScenario, listScenarios, removeScenario, updateScenario } from './scenarios.queries.ts';

/** Saves a scenario. The forecast is locked meanwhile, so that two saves do not take the same name or the last place. */
export const saveScenario = (
  { db, clock }: ForecastDeps,
  { scope, origin }: Caller,
  { ownerKey, lineItem, scenarioKey, rowVersion, name, plan }: CallBody<typeof forecastScenarioSave>,
): Promise<{ scenarioKey: number }> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    const { forecastKey } = await getForecast(tx, ownerKey, lineItem, { kpi: null, lock: true });
    const all = await listScenarios(tx, ownerKey, forecastKey);
    const stored = all.find((one) => one.scenarioKey === scenarioKey);
    if (scenarioKey !== null && stored === undefined) throw new AppError('NOT_FOUND');
    if (stored !== undefined && rowVersion !== stored.rowVersion)
      throw staleForecast(stored, (await loadToday(tx, ownerKey, at)).zone, []);
    const isTaken = all.some((one) => one.scenarioKey !== scenarioKey && one.name.toLowerCase() === name.toLowerCase());
    refuse([
      ...(isTaken ? [{ field: 'name', code: 'invalid', message: 'There is a what-if of this name.' }] : []),
      ...(stored === undefined && all.length >= FORECAST.mostScenarios
        ? [
            {
              field: 'name',
              code: 'invalid',
              message: `A line item keeps ${FORECAST.mostScenarios} what-ifs. Remove one first.`,
            },
          ]
        : []),
    ]);
    const writing = { ownerKey, forecastKey, by: scope.userKey, at };
    const saved = stored?.scenarioKey ?? (await insertScenario(tx, writing, { name, plan }));
    if (stored !== undefined) await updateScenario(tx, writing, { scenarioKey: saved, name, plan });
    await audit(tx, scope, origin, at, {
      action: 'forecastScenarioSaved',
      ownerKey,
      entity: 'forecastScenario',
      entityKey: saved,
      ...(stored !== undefined && { before: { name: stored.name, plan: stored.plan } }),
      after: { name, plan },
    });
    return { scenarioKey: saved };
  });

export const deleteScenario = (
  { db, clock }: ForecastDeps,
  { scope, origin }: Caller,
  { ownerKey, lineItem, scenarioKey }: { ownerKey: number; lineItem: string; scenarioKey: number },
): Promise<null> =>
  db.withScope(scope, async (tx) => {
    const { forecastKey } = await getForecast(tx, ownerKey, lineItem, { kpi: null, lock: true });
    const stored = (await listScenarios(tx, ownerKey, forecastKey)).find((one) => one.scenarioKey === scenarioKey);
    if (stored === undefined) throw new AppError('NOT_FOUND');
    await removeScenario(tx, ownerKey, scenarioKey);
    await audit(tx, scope, origin, clock.now(), {
      action: 'forecastScenarioRemoved',
      ownerKey,
      entity: 'forecastScenario',
      entityKey: scenarioKey,
      before: { name: stored.name, plan: stored.plan },
    });
    return null;
  });
