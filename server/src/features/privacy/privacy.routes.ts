import {
  privacyErase,
  privacyFile,
  privacyFind,
  privacyList,
  privacySettingsSave,
  privacySuppress,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import {
  erasePerson,
  findPerson,
  type PrivacyDeps,
  readPrivacy,
  saveSettings,
  suppressPerson,
  tellPerson,
} from './privacy.service.ts';

export const privacyRoutes = (register: Register, deps: PrivacyDeps): void => {
  register(privacyList, ({ scope, ownerKey }) => readPrivacy(deps, scope, ownerKey));
  register(privacyFind, ({ ownerKey, body, ...caller }) => findPerson(deps, caller, ownerKey, body));
  register(privacyErase, ({ ownerKey, body, ...caller }) => erasePerson(deps, caller, ownerKey, body));
  register(privacySuppress, ({ ownerKey, body, ...caller }) => suppressPerson(deps, caller, ownerKey, body));
  register(privacyFile, ({ ownerKey, body, ...caller }) => tellPerson(deps, caller, ownerKey, body));
  register(privacySettingsSave, ({ ownerKey, body, ...caller }) => saveSettings(deps, caller, ownerKey, body));
};
