import { ownerGet, ownerSettingsGet, ownerSettingsHistory, ownerSettingsSave } from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { getOwner } from './owners.service.ts';
import { readHistory, readSettings, saveSettings, type SettingsDeps } from './settings/settings.service.ts';

export const ownerRoutes = (register: Register, deps: SettingsDeps): void => {
  const { db } = deps;
  register(ownerGet, ({ params, scope, signal }) => getOwner(db, scope, params.ownerKey, { signal }));
  register(ownerSettingsGet, ({ ownerKey, scope }) => readSettings(deps, { scope }, ownerKey));
  register(ownerSettingsHistory, ({ ownerKey, scope }) => readHistory(deps, { scope }, ownerKey));
  register(ownerSettingsSave, ({ ownerKey, body, ...caller }) => saveSettings(deps, caller, ownerKey, body));
};
