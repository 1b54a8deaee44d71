import { alertBell, alertChoices, alertChoicesSave, alertMark, alertUnread } from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { registerList } from '../../shared/lists/list-routes.ts';
import { ALERTS_FILE, alertRows } from './alerts.list.ts';
import * as service from './alerts.service.ts';

export const alertRoutes = (register: Register, deps: service.AlertDeps): void => {
  registerList(register, deps, alertRows, ALERTS_FILE);
  register(alertUnread, (context) => service.readUnread(deps, context, context));
  register(alertBell, (context) => service.readBell(deps, context, context));
  register(alertMark, (context) => service.markAlerts(deps, context, context.body));
  register(alertChoices, (context) => service.readChoices(deps, context));
  register(alertChoicesSave, (context) => service.saveChoices(deps, context, context.body.choices));
};
