import { leadTestSettingsGet, leadTestSettingsSave } from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { type LeadTestDeps, readSettings, saveSettings } from './leadtests.service.ts';

export const leadTestRoutes = (register: Register, deps: LeadTestDeps): void => {
  register(leadTestSettingsGet, ({ scope, ownerKey }) => readSettings(deps, scope, ownerKey));
  register(leadTestSettingsSave, ({ ownerKey, body, ...caller }) => saveSettings(deps, caller, ownerKey, body));
};
