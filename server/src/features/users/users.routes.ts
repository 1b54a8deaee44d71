import {
  accountUserGet,
  emailChangeAnswer,
  emailChangeRead,
  userEmailApprove,
  userEmailCancel,
  userPasswordReset,
  userSave,
  userSessionEnd,
  userSessionList,
  userStatusSave,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import * as emails from './email/email.service.ts';
import { registerList } from '../../shared/lists/list-routes.ts';
import { userRows, USERS_FILE } from './users.list.ts';
import * as service from './users.service.ts';
import { type UserDeps } from './who-may-change.ts';

export const userRoutes = (register: Register, deps: UserDeps): void => {
  registerList(register, deps, userRows, USERS_FILE);

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

  register(userEmailApprove, async (context) =>
    emails.approveEmailChange(deps, context, { ...context.params, ...context.body }),
  );

  register(userEmailCancel, async (context) =>
    emails.cancelEmailChange(deps, context, { ...context.params, ...context.body }),
  );

  register(emailChangeRead, async ({ body }) => emails.readChangeOfLink(deps, body.token));

  register(emailChangeAnswer, async ({ body, origin }) => {
    await emails.answerByLink(deps, body, origin);
    return null;
  });
};
