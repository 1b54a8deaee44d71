import {
  providerAccountCheck,
  providerAccountList,
  providerAccountRemove,
  providerAccountSave,
} from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { checkAccount, type ProviderDeps, readAccounts, removeStored, saveAccount } from './providers.service.ts';

export const providerRoutes = (register: Register, deps: ProviderDeps): void => {
  register(providerAccountList, ({ scope, params }) => readAccounts(deps, scope, params.owner));
  register(providerAccountSave, ({ params, body, ...caller }) => saveAccount(deps, caller, params.owner, body));
  register(providerAccountCheck, ({ params, body, ...caller }) => checkAccount(deps, caller, params.owner, body));
  register(providerAccountRemove, ({ params, body, ...caller }) => removeStored(deps, caller, params.owner, body));
};
