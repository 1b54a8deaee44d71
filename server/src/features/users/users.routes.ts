import {
  accountUserGet,
  userPasswordReset,
  userSave,
  userSearch,
  userSessionEnd,
  userSessionList,
  userStatusSave,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import * as service from './users.service.ts';

export const userRoutes = (register: Register, deps: service.UserDeps): void => {
  register(userSearch, ({ body, scope }) => service.searchUsers(deps, scope, body));

  register(accountUserGet, async (context) => service.readUser(deps, context, context.params.userKey));

  register(userSave, async (context) => service.saveUser(deps, context, context.body));

  register(userStatusSave, async (context) =>
    service.setUserActive(deps, context, context.params.userKey, context.body.active),
  );

  register(userPasswordReset, async (context) => {
    await service.sendReset(deps, context, context.params.userKey);
    return null;
  });

  register(userSessionList, async (context) => service.readSessions(deps, context, context.params.userKey));

  register(userSessionEnd, async (context) => ({
    ended: await service.endUserSessions(deps, context, context.params.userKey, context.body.sessionKey),
  }));
};
