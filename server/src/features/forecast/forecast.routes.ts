import {
  forecastCreate,
  forecastCustomCreate,
  forecastDelete,
  forecastDetails,
  forecastExport,
  forecastList,
  forecastRunCancel,
  forecastScenarioDelete,
  forecastScenarioSave,
  forecastUpdate,
  forecastWhatIf,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { cancelRun, createForecasts } from './build/build.service.ts';
import { createCustom, deleteForecast, saveForecast } from './change.service.ts';
import { exportForecasts } from './export.ts';
import { type ForecastDeps, readDetails, readForecasts, readWhatIf } from './forecast.service.ts';
import { deleteScenario, saveScenario } from './scenarios/scenarios.service.ts';

export const forecastRoutes = (register: Register, deps: ForecastDeps): void => {
  register(forecastCreate, ({ body, ...caller }) => createForecasts(deps, caller, body));
  register(forecastDetails, ({ params, ownerKey, ...caller }) => readDetails(deps, caller, { ...params, ownerKey }));
  register(forecastList, ({ params, ownerKey, ...caller }) => readForecasts(deps, caller, { ...params, ownerKey }));
  register(forecastWhatIf, ({ params, query, ownerKey, scope }) =>
    readWhatIf(deps, { scope }, { ...params, ownerKey, spendPercent: query.spendPercent }),
  );
  register(forecastDelete, ({ params, ownerKey, ...caller }) => deleteForecast(deps, caller, { ...params, ownerKey }));
  register(forecastExport, ({ params, ownerKey, ...caller }) => exportForecasts(deps, caller, { ...params, ownerKey }));
  register(forecastUpdate, ({ body, ...caller }) => saveForecast(deps, caller, body));
  register(forecastCustomCreate, ({ body, ...caller }) => createCustom(deps, caller, body));
  register(forecastScenarioSave, ({ body, ...caller }) => saveScenario(deps, caller, body));
  register(forecastScenarioDelete, ({ body, ...caller }) => deleteScenario(deps, caller, body));
  register(forecastRunCancel, ({ body, ...caller }) => cancelRun(deps, caller, body));
};
