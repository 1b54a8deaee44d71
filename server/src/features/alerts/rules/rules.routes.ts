import { alertRuleList, alertRulePause, alertRulePreview, alertRuleRemove, alertRuleSave } from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import * as service from './rules.service.ts';

export const alertRuleRoutes = (register: Register, deps: service.RuleServiceDeps): void => {
  register(alertRuleList, (caller) => service.getRules(deps, caller));
  register(alertRuleSave, (caller) => service.saveRule(deps, caller, caller.body));
  register(alertRulePause, (caller) => service.pauseRule(deps, caller, caller.body));
  register(alertRuleRemove, (caller) => service.removeRule(deps, caller, caller.body));
  register(alertRulePreview, (caller) => service.previewRule(deps, caller, caller.body));
};
