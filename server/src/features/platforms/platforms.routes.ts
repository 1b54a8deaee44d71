import {
  channelTradingPlatformList,
  masterPlatformCreate,
  masterPlatformList,
  masterTradingPlatform,
  ownerTradingPlatformGet,
  ownerTradingPlatforms,
  tradingPlatformCreate,
  tradingPlatformExport,
  tradingPlatformList,
  tradingPlatformPut,
  tradingPlatformSave,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { readAccount, readAllAccounts, readOwnersAccounts } from './accounts/accounts.service.ts';
import { changeAccount, makeAccount } from './accounts/save-account.ts';
import { setStatuses } from './accounts/status.service.ts';
import { type PlatformDeps } from './caller.ts';
import { exportPlatforms } from './export/export.service.ts';
import { makePlatform, readMaster, readPlatformsOfChannel, readPlatformsOfOwner } from './master/master.service.ts';

export const platformRoutes = (register: Register, deps: PlatformDeps): void => {
  register(channelTradingPlatformList, ({ params, ...caller }) => readPlatformsOfChannel(deps, caller, params.channel));
  register(masterTradingPlatform, ({ params, ...caller }) => readPlatformsOfOwner(deps, caller, params.owner));
  register(masterPlatformList, (caller) => readMaster(deps, caller));
  register(masterPlatformCreate, ({ body, ...caller }) => makePlatform(deps, caller, body));
  register(tradingPlatformList, (caller) => readAllAccounts(deps, caller));
  register(ownerTradingPlatforms, ({ params, ...caller }) => readOwnersAccounts(deps, caller, params.owner));
  register(ownerTradingPlatformGet, ({ params, query, ...caller }) =>
    readAccount(deps, caller, params.owner, query.semClientAccountKey),
  );
  register(tradingPlatformCreate, ({ body, ...caller }) => makeAccount(deps, caller, body));
  register(tradingPlatformSave, ({ body, ...caller }) => changeAccount(deps, caller, body));
  register(tradingPlatformPut, ({ body, ...caller }) => setStatuses(deps, caller, body));
  register(tradingPlatformExport, ({ body, ...caller }) => exportPlatforms(deps, caller, body));
};
